"""What specs call things, section by section: the names of their entries, and neither their rules nor their clauses."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulespec.load.collect import entries, items, mapping, text_of
from rulespec.load.nodes import Node
from rulespec.load.parts import NAMED
from rulespec.load.yaml_door import read_yaml_file

_BY_OTHER_NAMES = ("terms", "left_out")  # sections whose names are the document's own words


@dataclass(frozen=True, slots=True)
class Outline:
    """The names of one spec's entries, or of several specs' together, in the order in which they come.

    `concepts` are what its terms mean; `experiment` what rounds call the outcome, `outcome_facts` what is said of one.
    The outcomes are the names of the section `outcomes`.
    """

    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    concepts: tuple[str, ...] = ()
    experiment: str = ""
    outcome_facts: tuple[str, ...] = ()

    def names(self, section: str) -> tuple[str, ...]:
        return self.sections.get(section, ())


def outline(path: Path, locate: Callable[[str], Path | None], seen: tuple[Path, ...] = ()) -> Outline:
    """The names in a spec's file and in those that it is based on; none where a file cannot be read."""
    node, _ = read_yaml_file(path)
    root = mapping(node)
    sections = {name: _keys(root.get(name)) for name in NAMED if name not in _BY_OTHER_NAMES}
    experiment = mapping(root.get("experiment"))
    lists = [experiment, *(mapping(each) for _, each in entries(experiment.get("each")))]
    outcomes = [one for each in lists for one in entries(each.get("outcomes"))]
    facts = dict.fromkeys(fact for _, said in outcomes for fact in _keys(said) if fact not in ("weight", "cite"))
    sections["outcomes"] = tuple(dict.fromkeys(key.text for key, _ in outcomes))
    concepts = tuple(text_of(mapping(term).get("means")) for _, term in entries(root.get("terms")))
    own = Outline(sections, concepts, text_of(experiment.get("name")), tuple(facts))
    base = mapping(root.get("base"))
    other = locate(text_of(base.get("spec")))
    if other is None or other in seen:
        return own
    inherited = outline(other, locate, (*seen, path))
    gone = base.get("remove")
    removed = {*_keys(gone), *(text_of(item) for item in items(gone))}
    kept = {
        section: tuple(name for name in names if f"{section}.{name}" not in removed)
        for section, names in inherited.sections.items()
    }
    return together([Outline(kept, inherited.concepts, inherited.experiment, inherited.outcome_facts), own])


def together(outlines: Iterable[Outline]) -> Outline:
    """The names of several specs, each once. What comes up is that of the first spec that has an experiment."""
    found = list(outlines)
    sections = {section: _once(one.names(section) for one in found) for one in found for section in one.sections}
    drawn = next((one for one in found if one.outcome_facts), Outline())
    sections["outcomes"] = drawn.names("outcomes")
    return Outline(sections, _once(one.concepts for one in found), drawn.experiment, drawn.outcome_facts)


def _once(names: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some))


def _keys(node: Node | None) -> tuple[str, ...]:
    return tuple(key.text for key, _ in entries(node))
