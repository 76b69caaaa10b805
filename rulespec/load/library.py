"""Where specs are, and loading them by id, by path or all together.

A specs folder holds `vocabulary.yaml` and one folder a jurisdiction; the id of a spec is its path below that folder
without `.yaml`. A spec given as a path brings its own folder: the nearest one above it with a vocabulary.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Protocol, TypeVar

from rulespec.errors import LoadError, NoEdition, UsageError
from rulespec.load.cites import Citations, citations, over
from rulespec.load.collect import Lost
from rulespec.load.declared import AMENDMENTS, EXEMPTIONS
from rulespec.load.disk import Kept, files, is_file, recording, resolved
from rulespec.load.document import FILE_NAME, FOLDER, PROFILES_NAME, read_account, read_entry, read_profiles
from rulespec.load.editions import file_of, folder_of_editions, id_of, read_edition
from rulespec.load.interpretations import FOLDER as INTERPRETATIONS
from rulespec.load.nearest import nearest, shown
from rulespec.load.parts import SHARED, file_of_part
from rulespec.load.remembered import Remembered
from rulespec.load.spec import read_spec
from rulespec.load.spec_kept import pack_spec, unpack_spec
from rulespec.load.timeline import called, in_force, told
from rulespec.load.vocabulary import FILE_NAME as VOCABULARY
from rulespec.load.vocabulary import read_vocabulary
from rulespec.model.document import Account, DocumentEntry
from rulespec.model.edition import FOLDER as EDITIONS
from rulespec.model.edition import MARK, Edition, is_edition, spec_of
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec
from rulespec.model.vocabulary import Vocabulary
from rulespec.resources import folder

# The folders and files of a jurisdiction that are or hold no specs.
_NO_SPECS = {FOLDER, INTERPRETATIONS, SHARED, EDITIONS, AMENDMENTS, EXEMPTIONS}


@dataclass
class Library:
    """The specs of one folder. Loaded specs and vocabularies are kept, so that each file is read once.

    Where there is a `memory`, a spec of which no file has changed since an earlier run comes from there.
    """

    root: Path = field(default_factory=lambda: folder("specs"))
    memory: Remembered = field(default_factory=lambda: Remembered(None))
    _specs: Kept[Path, tuple[Spec | None, list[Finding]]] = field(default_factory=Kept)
    _known: Kept[Path, Spec | None] = field(default_factory=Kept)
    _vocabularies: Kept[Path, tuple[Vocabulary, list[Finding], Lost]] = field(default_factory=Kept)
    _citations: Kept[Path, Citations] = field(default_factory=Kept)
    _accounts: Kept[Path, tuple[Account, list[Finding]]] = field(default_factory=Kept)
    _timelines: Kept[tuple[Path, str], tuple[tuple[Edition, ...], list[Finding]]] = field(default_factory=Kept)

    def ids(self) -> tuple[str, ...]:
        """The ids of all specs of the folder, sorted."""
        if not self.root.is_dir():
            raise UsageError(f"there is no specs folder `{self.root}`")
        found = (path.relative_to(self.root) for path in files(self.root, "**/*.yaml") if path.parent != self.root)
        return tuple(sorted(path.with_suffix("").as_posix() for path in found if not _NO_SPECS & {*path.parts}))

    def editions(self, name: str) -> tuple[str, ...]:
        """The ids of the editions of a spec beside the current one, sorted. Raises as `path` does."""
        home, own = self._whose(name)
        return () if home is None else _editions_in(home, spec_of(own))

    def edition_files(self) -> tuple[Path, ...]:
        """Every file of an edition of the folder, sorted; those too that lie where no edition should."""
        found = (path.relative_to(self.root) for path in files(self.root, f"**/{EDITIONS}/**/*.yaml"))
        return tuple(_shown(self.root / path) for path in found if INTERPRETATIONS not in path.parts)

    def timeline(self, name: str) -> tuple[Edition, ...]:
        """All editions of a spec, the current one last, with their days. Raises as `load` does."""
        home, own = self._whose(name)
        if home is None:
            raise LoadError(f"`{name}` cannot be loaded: 1 problem", [_no_vocabulary(self.path(name))])
        found, findings = self._timelines.get((home, spec_of(own)), lambda: _timeline(home, spec_of(own)))
        if findings:
            raise LoadError(f"the editions of `{spec_of(own)}` cannot be told apart: {_problems(findings)}", findings)
        return found

    def at(self, name: str, day: date) -> str:
        """The edition of a spec that is in force on a day, by its id; of the current one, the name that was given.

        Raises `UsageError` where none is, where several are, and of an edition named itself where that is not the one;
        and as `timeline` does.
        """
        editions = self.timeline(name)
        home, own = self._whose(name)
        found = in_force(editions, day)
        if len(found) > 1:
            ids = " and ".join(map(called, found))
            raise NoEdition(f"{ids} both begin on {found[0].first}, so that nothing says which is in force on {day}")
        if not found:
            known = "is in force" if all(one.first for one in editions) else "is known to be in force"
            raise NoEdition(f"no edition of `{spec_of(own)}` {known} on {day}: {told(editions)}")
        if is_edition(own) and found[0].id != own:
            raise NoEdition(f"`{own}` is not in force on {day}: {told(editions)}")
        if found[0].id == own:
            return name
        return found[0].id if name == own or home is None else str(home / f"{file_of(found[0].id)}.yaml")

    def _whose(self, name: str) -> tuple[Path | None, str]:
        """The folder and the id of a spec that is named by its id or its path."""
        path = self.path(name)
        home = _home(path)
        return home, name if home is None else _id_of(path, home)

    def id_of(self, name: str) -> str:
        """The id of a spec that is named by its id or its path. Raises as `path` does."""
        return self._whose(name)[1]

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
        folder_ = self.folder_of(name)
        account, findings = self._accounts.get(folder_, lambda: read_account(folder_, vocabulary))
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
            if _plain_id(name) and is_file(home / f"{file_of(name)}.yaml"):
                return _shown(home / f"{file_of(name)}.yaml")
        if is_edition(name):
            known = self.editions(spec_of(name))  # of a spec that there is not, that is said
            hint = nearest(name, known) or (f"there is {', '.join(known)}" if known else "it has none")
            raise UsageError(f"there is no edition {shown(name)}: {hint}")
        hint = nearest(name, self.ids()) or "see `rulespec list`"
        raise UsageError(f"there is no spec {shown(name)}: {hint}")

    def citations(self, name: str) -> Citations:
        """What a spec's file and the shared parts that it takes in cite. Raises as `path` does.

        Of an edition, what it has from the one that it is based on too.
        """
        return self._citations_of(self.path(name), ())

    def _citations_of(self, path: Path, seen: tuple[Path, ...]) -> Citations:
        own, home = self._cited(path), _home(path)
        found = [_locate(home, file_of_part(part)) for part in own.parts] if home is not None else []
        shared = (cited for path in found if path is not None for cited in self._cited(path).cites)
        own = replace(own, cites=(*own.cites, *shared))
        base = _locate(home, own.bases[0]) if home is not None and own.bases else None
        return own if base is None or base in seen else over(own, self._citations_of(base, (*seen, path)))

    def encoding(self, document: str) -> tuple[str, ...]:
        """The specs that encode a document by its entry, and the editions of others that do, by their ids, sorted."""
        specs = [name for name in self.ids() if self.citations(name).document == document]
        every = (_id_of(path, resolved(self.root)) for path in self.edition_files())
        editions = {name for name in every if is_edition(name) and self._cited(self.path(name)).document == document}
        return (*specs, *sorted(name for name in editions if spec_of(name) not in specs))

    def _cited(self, path: Path) -> Citations:
        return self._citations.get(path, lambda: citations(path))

    def load(self, name: str, as_of: date | None = None) -> Spec:
        """One spec, or the edition of it that is in force on a day.

        Raises `UsageError` where there is none of that name or on that day, `LoadError` where it cannot be read.
        """
        name = name if as_of is None else self.at(name, as_of)
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
        known = self._remembered(path)
        if known is not None:
            return known, []
        with recording() as record:
            spec, findings = self._read_files(path)
        if spec is not None and not findings:
            self.memory.keep(_about(path), record, partial(pack_spec, spec))
        return spec, findings

    def _remembered(self, path: Path) -> Spec | None:
        return self._known.get(resolved(path), lambda: self.memory.find(_about(path), unpack_spec))

    def _read_files(self, path: Path) -> tuple[Spec | None, list[Finding]]:
        home = _home(path)
        if home is None:
            return None, [_no_vocabulary(path)]
        vocabulary, wrong, lost = self._vocabulary(home)
        expected = _id_of(path, home)
        spec, findings = read_spec(_shown(path), vocabulary, lambda name: _locate(home, name), lost, expected)
        return (None, [*wrong, *findings]) if wrong else (spec, findings)

    def _vocabulary(self, home: Path) -> tuple[Vocabulary, list[Finding], Lost]:
        return self._vocabularies.get(home, lambda: read_vocabulary(_shown(home / VOCABULARY)))


def _about(path: Path) -> list[str]:
    """What is asked of the memory for the spec in a file."""
    return ["spec", str(path)]


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
    return id_of(PurePosixPath(resolved(path).relative_to(home).with_suffix("").as_posix()))


def _editions_in(home: Path, name: str) -> tuple[str, ...]:
    found = files(home / folder_of_editions(name), "*.yaml")
    return tuple(sorted(f"{name}{MARK}{path.stem}" for path in found))


def _timeline(home: Path, name: str) -> tuple[tuple[Edition, ...], list[Finding]]:
    """All editions of a spec, the current one last, and what keeps them from being told apart."""
    found, findings = [], []
    for one in (*_editions_in(home, name), name):
        file = _shown(home / f"{file_of(one)}.yaml")
        edition, wrong = read_edition(file, one, lambda other: _locate(home, other))
        findings += wrong
        found += [] if edition is None else [edition]
    return tuple(found), findings


def _locate(home: Path, name: str) -> Path | None:
    path = _shown(home / f"{file_of(name)}.yaml")
    return path if _plain_id(name) and is_file(path) else None


def _plain_id(name: str) -> bool:
    return all(part not in ("", ".", "..") for part in name.split("/")) and "\0" not in name


def _no_vocabulary(path: Path) -> Finding:
    message = f"no `{VOCABULARY}` in the folder of this spec or above it"
    return Finding("no-vocabulary", "error", message, Place(str(path)))


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """Without what specs share: the findings of their vocabulary and of a common base."""
    found: dict[tuple[Place, str], Finding] = {}
    for finding in findings:
        found.setdefault((finding.place, finding.message), finding)
    return list(found.values())


def _problems(findings: Sequence[Finding]) -> str:
    return "1 problem" if len(findings) == 1 else f"{len(findings)} problems"
