"""Opening a document that a reader names: by its file, or by the id of its entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulespec.documents.clauses import ClauseTexts, read_clauses
from rulespec.documents.library import find_document, sources_folder
from rulespec.documents.profile import Profile, profile_from
from rulespec.documents.source import Source, read_source
from rulespec.documents.survey import profile_of
from rulespec.documents.tree import walk
from rulespec.errors import LoadError, UsageError
from rulespec.load.library import Library
from rulespec.load.nearest import nearest, shown
from rulespec.load.nodes import Mapping as Node
from rulespec.load.nodes import to_plain
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.document import DocumentEntry


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that has been read: its entry (None where a profile was named by hand), its text and its clauses."""

    entry: DocumentEntry | None
    profile: Profile
    source: Source
    texts: ClauseTexts

    @property
    def name(self) -> str:
        return self.entry.id if self.entry else self.source.path

    @property
    def notes(self) -> tuple[str, ...]:
        """What its reader should know before believing the clauses."""
        numbered = any(chain[-1].kind in ("section", "rule") for chain in walk(self.texts.tree))
        unread = f"no numbered clause was found in `{self.name}`: is this profile that of the document?"
        return self.source.notes if numbered else (*self.source.notes, unread)

    def page(self, line: int) -> int:
        """The page of a line of the text; 0 where the document has no pages."""
        return self.source.pages[line - 1] if 0 < line <= len(self.source.pages) else 0


def open_document(
    shelf: Library, name: str, sources: str | None = None, document: str = "", profile: str = ""
) -> Opened:
    """The document `name`: a file, or the id of an entry whose file is looked for in the folder `sources`.

    `document` is the id of the entry of a file that is called otherwise, `profile` the name of a shared profile, or a
    YAML file with one, for a document that has no entry. Raises `UsageError` where it cannot be told what is meant,
    `LoadError` where the document cannot be read.
    """
    entry, path = _named(shelf, name, sources_folder(sources), document, bool(profile))
    source = read_source(path)
    way = _profile(shelf, profile) if profile else profile_of(entry) if entry else None
    if way is None:
        shared = ", ".join(f"`{known}`" for known in shelf.profiles())
        hint = f"`--profile FILE`, or that of one like it{f' ({shared})' if shared else ''}"
        raise UsageError(
            f"no document of `{shelf.root}` has the file `{path.name}`; name its entry with `--document ID`, or a file "
            f"with its profile with {hint}"
        )
    return Opened(entry, way, source, read_clauses(source.text, way))


def _named(
    shelf: Library, name: str, sources: Path | None, document: str, by_profile: bool
) -> tuple[DocumentEntry | None, Path]:
    path = Path(name)
    if name in shelf.documents() and not path.exists():
        entry = shelf.document(name)
        found = find_document(entry.source, sources)
        if found is None:
            where = f"`{sources}` has no" if sources else "name with `--sources` the folder that has"
            raise LoadError(f"{where} `{entry.source}`, the text of `{name}`")
        return entry, found
    if document:
        return shelf.document(document), path
    near = nearest(name, shelf.documents()) if not (path.suffix or path.exists()) else ""
    if near:
        raise UsageError(f"there is no file or document {shown(name)}: {near}")
    if by_profile:
        return None, path
    known = (shelf.document(each) for each in shelf.documents())
    return next((entry for entry in known if Path(entry.source).stem == path.stem), None), path


def _profile(shelf: Library, name: str) -> Profile:
    """A shared profile, or that in a YAML file: its keys, or those under `profile` where it is a document's entry."""
    path = Path(name)
    shared = shelf.profiles()
    if path.exists():
        node, findings = read_yaml_file(path)
        if findings or not isinstance(node, Node):
            raise LoadError(f"the profile `{path}` cannot be read", findings)
        data: Mapping[str, Any] = to_plain(node)
        data = data.get("profile", data)
        if isinstance(data, dict) and "like" in data:
            data = {**_shared(shared, str(data["like"])), **{key: data[key] for key in data if key != "like"}}
    else:
        data = _shared(shared, name)
    try:
        return profile_from(data)
    except ValueError as error:
        raise LoadError(f"the profile `{name}` cannot be used: {error}") from None


def _shared(shared: Mapping[str, Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    if name not in shared:
        known = ", ".join(f"`{one}`" for one in shared) or "none"
        raise UsageError(f"there is no profile {shown(name)}: neither a file, nor one of those shared ({known})")
    return shared[name]
