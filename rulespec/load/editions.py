"""Editions of a spec: where they lie, what they leave to the edition that they are based on, and what they say of time.

An edition of `jurisdiction/game` is called `jurisdiction/game@name` and lies in `jurisdiction/editions/game/name.yaml`.
It is a spec like any other. Where it is based on its own spec, or on another edition of that, it says only what is
different: what it does not change is inherited as it is, without a clause that lets it.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from rulespec.load.checked import read_tree
from rulespec.load.collect import Collector, items, mapping, text_of
from rulespec.load.days import UNKNOWN, known_day, parse_day
from rulespec.load.document import FILE_NAME, read_entry
from rulespec.load.document import FOLDER as DOCUMENTS
from rulespec.load.interpretations import file_of as readings_of
from rulespec.load.nodes import Mapping, Node, Sequence
from rulespec.model.edition import FOLDER, MARK, Edition, is_edition, spec_of
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Document

HEAD = ("title", "family", "domain", "document")  # what an edition may leave to the one that it is based on
CHANGES = ("replace", "remove", "add")
_OF_DOCUMENT = ("title", "jurisdiction", "publisher", "instrument", "effective", "entry", "prefix")

# From a spec id to its file; None where there is no such spec.
Locate = Callable[[str], Path | None]


def folder_of_editions(name: str) -> str:
    """Where the editions of a spec lie below the specs folder."""
    jurisdiction, _, game = spec_of(name).rpartition("/")
    return f"{jurisdiction}/{FOLDER}/{game}"


def file_of(name: str) -> str:
    """Where a spec or an edition lies below the specs folder, without `.yaml`."""
    return f"{folder_of_editions(name)}/{name.partition(MARK)[2]}" if is_edition(name) else name


def id_of(file: PurePosixPath) -> str:
    """The id of the spec in a file, given below the specs folder and without `.yaml`."""
    if len(file.parts) > 3 and file.parts[-3] == FOLDER:
        return f"{PurePosixPath(*file.parts[:-3], file.parts[-2]).as_posix()}@{file.name}"
    return file.as_posix()


def of_itself(root: Mapping) -> bool:
    """Whether a file is that of an edition which is based on its own spec, or on another edition of it."""
    own, base = (text_of(node) for node in (root.get("spec"), mapping(root.get("base")).get("spec")))
    return is_edition(own) and bool(base) and spec_of(own) == spec_of(base)


def with_head(root: Mapping, locate: Locate) -> tuple[Mapping, tuple[str, ...]]:
    """A spec's keys with those that an edition leaves to its base; and the ids whose interpretations may hold for it.

    Those are its own, and of an edition those of what it is based on, the nearest first.
    """
    found, here, lineage = root, root, [text_of(root.get("spec"))]
    while of_itself(here):
        base = text_of(mapping(here.get("base")).get("spec"))
        path = None if base in lineage else locate(base)
        if path is None:
            break
        here, lineage = mapping(read_tree(path)[0]), [*lineage, base]
        more = tuple(one for one in here.entries if one[0].text in HEAD and found.get(one[0].text) is None)
        found = Mapping((*found.entries, *more), found.place)
    return found, tuple(lineage)


def readings_file(lineage: tuple[str, ...], locate: Locate) -> tuple[Path | None, str]:
    """The file with the interpretations of a spec, and the id that it is for; that of its base where it has none."""
    found = ((locate(readings_of(name)), name) for name in lineage if name)
    return next((one for one in found if one[0] is not None), (None, lineage[0]))


def check_form(root: Mapping, locate: Locate, collector: Collector) -> None:
    """Says what an edition lacks or has too much, beside what the schema says of every spec.

    `root` has its head already.
    """
    name, base = text_of(root.get("spec")), root.get("base")
    key = root.key("edition")
    if not is_edition(name):
        if key is not None and name:
            hint = "call an edition `jurisdiction/game@name`; when the current spec took effect its document says"
            collector.error("bad-form", f"`{name}` is no edition, so it has no `edition`", key.place, hint)
        if spec_of(text_of(mapping(base).get("spec"))) == name != text_of(mapping(base).get("spec")):
            message = f"`{name}` is based on an edition of itself"
            collector.error("circular", message, mapping(base).place, "base the edition on the current spec instead")
        return
    if key is None:
        hint = "say under `edition` by which `instrument` it was made, and from when it holds (`effective`)"
        collector.error("missing-key", f"`{name}` is an edition, and the key `edition` is missing", root.place, hint)
    if locate(spec_of(name)) is None:
        collector.error("unknown-spec", f"there is no spec `{spec_of(name)}` for this to be an edition of", root.place)
    for word in HEAD if key is not None else ():
        if root.get(word) is None:
            hint = "only an edition that is based on its own spec may leave it to that"
            collector.error("missing-key", f"the key `{word}` is missing", root.place, hint)
    if base is not None and key is not None:
        _check_base(mapping(base), of_itself(root), collector)


def _check_base(base: Mapping, itself: bool, collector: Collector) -> None:
    for word in ("prevails", "cite"):
        key = base.key(word)
        if itself and key is not None:
            message = f"`{word}` has no meaning here: an edition is its own spec, and no clause lets it differ"
            collector.error("bad-form", message, key.place, f"take `{word}` out")
        elif not itself and key is None:
            message = f"the key `{word}` is missing in `base`"
            collector.error("missing-key", message, base.place, "this edition is based on another spec")
    for word in CHANGES:
        node = base.get(word)
        if itself and isinstance(node, Mapping):
            message = f"`{word}` gives clauses, and an edition changes an entry by its instrument, not by a clause"
            collector.error("bad-form", message, node.place, "list the entries: `[pay.main, settle.main]`")
        elif not itself and isinstance(node, Sequence):
            message = f"`{word}` has no clauses, and another spec's entries are changed by clauses only"
            collector.error("bad-form", message, node.place, "write each entry with its clause: `{pay.main: 3.1}`")


def document_of(root: Mapping, locate: Locate, collector: Collector) -> Document:
    """The document that a spec encodes, in its edition. `root` has its head already."""
    key = root.key("document")
    document = _published(mapping(root.get("document")), locate, collector)
    edition = root.get("edition")
    if edition is None or not is_edition(text_of(root.get("spec"))):
        return document
    own = key is not None and key.place.file == root.place.file
    return _dated(mapping(edition), document if own else replace(document, instrument="", effective=""), collector)


def _dated(edition: Mapping, document: Document, collector: Collector) -> Document:
    """The document as an edition has it. One with a document of its own may leave instrument and day to that."""
    instrument = text_of(edition.get("instrument")) or document.instrument
    effective = text_of(edition.get("effective")) or document.effective
    for word, text in (("instrument", instrument), ("effective", effective)):
        if not text:
            hint = "only an edition with a `document` of its own may leave it to that"
            collector.error("missing-key", f"the key `{word}` is missing in `edition`", edition.place, hint)
    check_day(effective, edition.get("effective"), collector)
    until = text_of(edition.get("until"))
    check_day(until, edition.get("until"), collector, unknown=False)
    first, last = known_day(effective), known_day(until)
    if first and last and last < first:
        message = f"`until` ({until}) is before `effective` ({effective}), so that the edition is never in force"
        collector.error("bad-form", message, (edition.get("until") or edition).place, "put the two days in order")
    unseen, example = (" ".join(text_of(edition.get(word)).split()) for word in ("because", "example"))
    return replace(document, instrument=instrument, effective=effective, until=until, unseen=unseen, example=example)


def check_day(text: str, node: Node | None, collector: Collector, unknown: bool = True) -> None:
    """Says where a text is no day, nor left out, nor `unknown` where it may be that."""
    try:
        if text and not (unknown and text == UNKNOWN):
            parse_day(text)
    except ValueError as error:
        if node is not None:
            collector.error("bad-form", str(error), node.place)


def _published(node: Mapping, locate: Locate, collector: Collector) -> Document:
    """What a spec says of its document, over what the document's own entry says."""
    own = {word: text_of(node.get(word)) for word in _OF_DOCUMENT}
    check_day(own["effective"], node.get("effective"), collector)
    named = node.get("entry")
    accounts_for = tuple(text_of(item) for item in items(node.get("accounts_for")))
    if named is None:
        return Document(**own, accounts_for=accounts_for)
    jurisdiction, _, name = own["entry"].partition("/")
    path = locate(f"{jurisdiction}/{DOCUMENTS}/{name}/{FILE_NAME.removesuffix('.yaml')}")
    entry, findings = (None, []) if path is None else read_entry(path, own["entry"])
    collector.take(findings)
    if entry is None:
        if path is None:
            hint = f"describe it in `{jurisdiction}/{DOCUMENTS}/{name}/{FILE_NAME}`"
            collector.error("unknown-document", f"there is no document `{own['entry']}`", named.place, hint)
        return Document(**own, accounts_for=accounts_for)
    known = {word: getattr(entry, word) for word in _OF_DOCUMENT if hasattr(entry, word)}
    return Document(**{**known, **{word: text for word, text in own.items() if text}}, accounts_for=accounts_for)


def document_places(root: Mapping, locate: Locate) -> dict[str, Place]:
    """Where each thing is said that a spec says of its document: in the entry, in the spec, or for its edition."""
    own = mapping(root.get("document"))
    jurisdiction, _, name = text_of(own.get("entry")).partition("/")
    path = locate(f"{jurisdiction}/{DOCUMENTS}/{name}/{FILE_NAME.removesuffix('.yaml')}") if name else None
    entry = mapping(read_tree(path)[0]) if path is not None else own
    said = [
        (key.text, value.place) for part in (entry, own, mapping(root.get("edition"))) for key, value in part.entries
    ]
    return {f"document.{key}": place for key, place in said}


def read_edition(path: Path, expected: str, locate: Locate) -> tuple[Edition | None, list[Finding]]:
    """The time of the spec in a file, whatever else is in it; None where findings say why it cannot be told."""
    node, findings = read_tree(path)
    root, _ = with_head(mapping(node), locate)
    collector = Collector(expected)
    collector.take(findings)
    named = text_of(root.get("spec"))
    if not findings and named != expected:
        message = f"the spec calls itself `{named}`, but its file is that of `{expected}`"
        collector.error("wrong-id", message, (root.get("spec") or root).place)
    if is_edition(expected) and root.get("edition") is None and not findings:
        collector.error("missing-key", f"`{expected}` is an edition, and the key `edition` is missing", root.place)
    document = document_of(root, locate, collector)
    if collector.findings:
        return None, collector.findings
    place = _said_at(root) or Place(str(path), 1, 1)
    return Edition(expected, document, known_day(document.effective), known_day(document.until), place), []


def _said_at(root: Mapping) -> Place | None:
    """Where a spec says from when it holds."""
    for section in (mapping(root.get("edition")), mapping(root.get("document"))):
        for word in ("effective", "entry"):
            node = section.get(word)
            if node is not None:
                return node.place
    return None
