"""Which items of the specs, provisions and lists cite a clause, and where they stand."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulespec.documents.clause import normalise
from rulespec.documents.coverage import in_full
from rulespec.load.library import Library
from rulespec.model.place import Place


@dataclass(frozen=True, slots=True)
class Citing:
    """Something that cites a clause: the spec's id, or "" for the document's own account."""

    spec: str
    place: Place


def citing(shelf: Library, document: str) -> Mapping[str, tuple[Citing, ...]]:
    """By clause, in full: everything that cites it, in the order of the specs. Raises `LoadError`."""
    found: dict[str, dict[Citing, None]] = defaultdict(dict)
    for clause, one in _all(shelf, document):
        found[clause][one] = None
    return {clause: tuple(items) for clause, items in found.items()}


def _all(shelf: Library, document: str) -> Iterator[tuple[str, Citing]]:
    for name in shelf.ids():
        spec = shelf.citations(name)
        if spec.document == document:
            for cited in spec.cites:
                yield in_full(cited.clause, spec.prefix), Citing(name, cited.place)
    account = shelf.account(document)
    for provision in account.provisions:
        for clause in provision.cites:
            yield normalise(clause), Citing("", provision.place)
    for entry in account.not_encoded:
        for clause in entry.clauses:
            yield normalise(clause), Citing("", entry.place)
