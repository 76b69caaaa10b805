"""Where specs are, and loading them by id, by path or all together.

A specs folder holds `vocabulary.yaml` and one folder a jurisdiction; the id of a spec is its path below that folder
without `.yaml`. A spec given as a path brings its own folder: the nearest one above it with a vocabulary.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rulespec.errors import LoadError, UsageError
from rulespec.load.cites import Citations, citations
from rulespec.load.collect import Lost
from rulespec.load.declared import AMENDMENTS, EXEMPTIONS
from rulespec.load.disk import Kept, files, is_file, resolved
from rulespec.load.document import FILE_NAME, FOLDER, PROFILES_NAME, read_account, read_entry, read_profiles
from rulespec.load.interpretations import FOLDER as INTERPRETATIONS
from rulespec.load.nearest import nearest, shown
from rulespec.load.parts import SHARED, file_of_part
from rulespec.load.spec import read_spec
from rulespec.load.vocabulary import FILE_NAME as VOCABULARY
from rulespec.load.vocabulary import read_vocabulary
from rulespec.model.document import Account, DocumentEntry
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec
from rulespec.model.vocabulary import Vocabulary
from rulespec.resources import folder

# The folders and files of a jurisdiction that are or hold no specs.
_NO_SPECS = {FOLDER, INTERPRETATIONS, SHARED, AMENDMENTS, EXEMPTIONS}


@dataclass
class Library:
    """The specs of one folder. Loaded specs and vocabularies are kept, so that each file is read once."""

    root: Path = field(default_factory=lambda: folder("specs"))
    _specs: Kept[Path, tuple[Spec | None, list[Finding]]] = field(default_factory=Kept)
    _vocabularies: Kept[Path, tuple[Vocabulary, list[Finding], Lost]] = field(default_factory=Kept)
    _citations: Kept[Path, Citations] = field(default_factory=Kept)

    def ids(self) -> tuple[str, ...]:
        """The ids of all specs of the folder, sorted."""
        if not self.root.is_dir():
            raise UsageError(f"there is no specs folder `{self.root}`")
        found = (path.relative_to(self.root) for path in files(self.root, "**/*.yaml") if path.parent != self.root)
        return tuple(sorted(path.with_suffix("").as_posix() for path in found if not _NO_SPECS & {*path.parts}))

    def documents(self) -> tuple[str, ...]:
        """The ids of all documents that have an entry, sorted."""
        found = files(self.root, f"*/{FOLDER}/*/{FILE_NAME}")
        return tuple(sorted(f"{path.parents[2].name}/{path.parent.name}" for path in found))

    def folder_of(self, document: str) -> Path:
        """The folder of a document. Raises `UsageError`, with the nearest id."""
        jurisdiction, _, name = document.partition("/")
        found = self.root / jurisdiction / FOLDER / name
        if _plain_id(document) and is_file(found / FILE_NAME):
            return _shown(found)
        hint = nearest(document, self.documents()) or "see `rulespec list --documents`"
        raise UsageError(f"there is no document {shown(document)}: {hint}")

    def document(self, name: str) -> DocumentEntry:
        """The entry of a document. Raises `UsageError` where there is none, `LoadError` where it cannot be read."""
        entry, findings = read_entry(self.folder_of(name) / FILE_NAME, name)
        if entry is None:
            raise LoadError(f"`{name}` cannot be loaded: {_problems(findings)}", findings)
        return entry

    def profiles(self) -> dict[str, dict[str, Any]]:
        """The profiles that documents share, by name; none without a file of them. Raises `LoadError`."""
        if not is_file(self.root / PROFILES_NAME):
            return {}
        profiles, findings = read_profiles(_shown(self.root))
        if findings:
            raise LoadError(f"the profiles cannot be loaded: {_problems(findings)}", findings)
        return profiles

    def account(self, name: str) -> Account:
        """What is said of a document's clauses beside its specs. Raises as `document` does."""
        vocabulary, wrong, _ = self._vocabulary(resolved(self.root))
        account, findings = read_account(self.folder_of(name), vocabulary)
        if wrong or findings:
            raise LoadError(f"`{name}` cannot be loaded: {_problems([*wrong, *findings])}", [*wrong, *findings])
        return account

    def path(self, name: str) -> Path:
        """The file of a spec named by id or path; of an id that the folder has not, that of the program's own spec.

        Raises `UsageError`, with the nearest id.
        """
        given = Path(name)
        if given.suffix in (".yaml", ".yml"):
            if is_file(given):
                return given
            raise UsageError(f"there is no file {shown(name)}")
        for home in (self.root, folder("specs")):
            if _plain_id(name) and is_file(home / f"{name}.yaml"):
                return _shown(home / f"{name}.yaml")
        hint = nearest(name, self.ids()) or "see `rulespec list`"
        raise UsageError(f"there is no spec {shown(name)}: {hint}")

    def citations(self, name: str) -> Citations:
        """What a spec's file and the shared parts that it takes in cite. Raises as `path` does."""
        own = self._cited(self.path(name))
        home = _home(self.path(name))
        found = [_locate(home, file_of_part(part)) for part in own.parts] if home is not None else []
        shared = (cited for path in found if path is not None for cited in self._cited(path).cites)
        return replace(own, cites=(*own.cites, *shared))

    def _cited(self, path: Path) -> Citations:
        return self._citations.get(path, lambda: citations(path))

    def load(self, name: str) -> Spec:
        """One spec. Raises `UsageError` where there is none of that name, `LoadError` where it cannot be read."""
        spec, findings = self.read(self.path(name))
        if spec is None:
            raise LoadError(f"`{name}` cannot be loaded: {_problems(findings)}", findings)
        return spec

    def load_all(self, names: Iterable[str]) -> tuple[Spec, ...]:
        """Several specs; the findings of all that cannot be read are reported together."""
        specs, findings = [], []
        for path in [self.path(name) for name in names]:
            spec, wrong = self.read(path)
            findings += wrong
            if spec is not None:
                specs.append(spec)
        if findings:
            findings = _each_once(findings)
            raise LoadError(f"specs cannot be loaded: {_problems(findings)}", findings)
        return tuple(specs)

    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the folder. Raises `LoadError`."""
        vocabulary, findings, _ = self._vocabulary(resolved(self.root))
        if findings:
            raise LoadError(f"the vocabulary cannot be loaded: {_problems(findings)}", findings)
        return vocabulary

    def prepare(self) -> None:
        """Read what all specs of the folder have in common, so that copies of this library have it."""
        self._vocabulary(resolved(self.root))

    def locate(self, name: str) -> Path | None:
        """The file of the spec with an id; None where there is none."""
        return _locate(self.root, name)

    def classes(self) -> tuple[str, ...]:
        """The kinds of hand of the vocabulary, by name, in its order."""
        return tuple(self._vocabulary(resolved(self.root))[0].classes)

    def family(self, name: str) -> tuple[Spec, ...]:
        """Every spec of a family, in the order of their ids."""
        specs = self.load_all(self.ids())
        found = tuple(spec for spec in specs if spec.family == name)
        if not found:
            hint = nearest(name, {spec.family for spec in specs}) or "see `rulespec list`"
            raise UsageError(f"there is no family `{name}`: {hint}")
        return found

    def read(self, path: Path) -> tuple[Spec | None, list[Finding]]:
        """The spec in a file, or what is wrong with it; also where its vocabulary cannot be read."""
        return self._specs.get(resolved(path), lambda: self._read(path))

    def _read(self, path: Path) -> tuple[Spec | None, list[Finding]]:
        home = _home(path)
        if home is None:
            message = f"no `{VOCABULARY}` in the folder of this spec or above it"
            return None, [Finding("no-vocabulary", "error", message, Place(str(path)))]
        vocabulary, wrong, lost = self._vocabulary(home)
        expected = _id_of(path, home)
        spec, findings = read_spec(_shown(path), vocabulary, lambda name: _locate(home, name), lost, expected)
        return (None, [*wrong, *findings]) if wrong else (spec, findings)

    def _vocabulary(self, home: Path) -> tuple[Vocabulary, list[Finding], Lost]:
        return self._vocabularies.get(home, lambda: read_vocabulary(_shown(home / VOCABULARY)))


def library_of(spec: Spec) -> Library | None:
    """The library that a spec was loaded from; None where its folder is not there any more."""
    home = _home(Path(spec.file))
    return None if home is None else Library(home)


class InFile(Protocol):
    """Something that was loaded from a file."""

    @property
    def file(self) -> str: ...


Loaded = TypeVar("Loaded", bound=InFile)


def by_library(shelf: Library, specs: Iterable[Loaded]) -> list[tuple[Library, list[Loaded]]]:
    """The specs by the library that each was loaded from: `shelf`, or that of the folder that its path lies in."""
    found: dict[Path, tuple[Library, list[Loaded]]] = {}
    for spec in specs:
        home = _home(Path(spec.file)) or resolved(shelf.root)
        own = shelf if home == resolved(shelf.root) else Library(home)
        found.setdefault(home, (own, []))[1].append(spec)
    return list(found.values())


def accounts_of(specs: Sequence[Spec]) -> dict[str, Account]:
    """What the specs' documents say beside their tables, by spec id, for those that have an entry.

    Raises `LoadError` where an account cannot be read.
    """
    shelves: dict[Path, Library] = {}
    read: dict[tuple[Path, str], Account] = {}
    found = {}
    for spec in specs:
        home = _home(Path(spec.file)) if spec.document.entry else None
        if home is not None:
            shelf = shelves.setdefault(home, Library(home))
            key = (home, spec.document.entry)
            read[key] = found[spec.id] = read.get(key) or shelf.account(spec.document.entry)
    return found


def _home(path: Path) -> Path | None:
    """The specs folder of a file: the nearest folder above it with a vocabulary."""
    folders: Sequence[Path] = resolved(path).parents
    return next((above for above in folders if is_file(above / VOCABULARY)), None)


def _shown(path: Path) -> Path:
    """The path as findings show it: from the current folder, where the file is below it."""
    here = Path.cwd()
    full = resolved(path)
    return full.relative_to(here) if full.is_relative_to(here) else path


def _id_of(path: Path, home: Path) -> str:
    return resolved(path).relative_to(home).with_suffix("").as_posix()


def _locate(home: Path, name: str) -> Path | None:
    path = _shown(home / f"{name}.yaml")
    return path if _plain_id(name) and is_file(path) else None


def _plain_id(name: str) -> bool:
    return all(part not in ("", ".", "..") for part in name.split("/")) and "\0" not in name


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """Without what specs share: the findings of their vocabulary and of a common base."""
    found: dict[tuple[Place, str], Finding] = {}
    for finding in findings:
        found.setdefault((finding.place, finding.message), finding)
    return list(found.values())


def _problems(findings: Sequence[Finding]) -> str:
    return "1 problem" if len(findings) == 1 else f"{len(findings)} problems"
