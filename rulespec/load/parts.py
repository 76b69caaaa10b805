"""A spec with the spec that it is based on and the shared parts that it takes in, merged entry by entry.

An entry has a path: `settle.main`, `wagers.play`, `options.play_multiples`, `ranking`. Those of a base or a shared part
apply here unless this spec removes or replaces them by name, each with the clause that lets it; what both have must be
declared, so that nothing is overridden by accident.
"""

from collections.abc import Mapping as Map
from dataclasses import dataclass, replace

from rulespec.load.collect import ALL_LOST, Collector, clauses_of, entries, items, mapping, text_of, texts_in
from rulespec.load.nearest import nearest, nearest_name
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.model.place import Place

# Sections whose tables another spec may add rules to.
TABLES = (
    "hand",
    "valid",
    "play",
    "stake",
    "settle",
    "draws",
    "events",
    "follow",
)
# Parts without names inside.
WHOLE = ("ranking", "deck", "experiment", "shoe", "hand", "follow", "prize_order", "invariants")
NAMED = (
    "terms",
    "stages",
    "hands",
    "patterns",
    "positions",
    "groups",
    "define",
    "deeds",
    "wagers",
    "options",
    "draws",
    "valid",
    "play",
    "stake",
    "settle",
    "pay",
    "events",
    "jackpots",
    "left_out",
)
LISTED = ("prize_order", "invariants")  # the whole parts that are lists
GROWING = ("invariants",)  # those of them that another spec may add entries to
HEAD = (
    "spec",
    "part",
    "renamed_from",
    "title",
    "family",
    "domain",
    "document",
    "edition",
    "base",
    "parts",
)  # no entries
DECLARING = ("ranking", "stages", "hands", "groups", "define", "deeds", "wagers", "options")
SHARED = "parts"  # the folder of a jurisdiction with the parts that its specs share
YIELDING = ("left_out",)  # sections whose inherited entries give way to this spec's own, undeclared

_Paths = Map[str, tuple[Place, tuple[str, ...]]]


@dataclass(frozen=True)
class Part:
    """One entry of a spec: its section, its name there ("" for a whole part), and its node.

    `inherited` are the clauses by which a base's entry applies here, `source` the id of the base, `heir` that of the
    spec that it applies to by these clauses.
    """

    section: str
    name: str
    key: Scalar
    node: Node
    inherited: tuple[str, ...] = ()
    source: str = ""
    heir: str = ""

    @property
    def path(self) -> str:
        return f"{self.section}.{self.name}" if self.name else self.section


@dataclass(frozen=True)
class Parts:
    """All parts of a spec in order, and the id of the base they were merged with."""

    parts: tuple[Part, ...]

    def section(self, name: str) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.section == name)

    def whole(self, name: str) -> Part | None:
        return next((part for part in self.parts if part.section == name and not part.name), None)


def file_of_part(shared_id: str) -> str:
    """Where a shared part lies below the specs folder, without `.yaml`."""
    jurisdiction, _, name = shared_id.partition("/")
    return f"{jurisdiction}/{SHARED}/{name}"


def own_parts(root: Mapping) -> Parts:
    """The parts that one file holds."""
    found = []
    for section in (*WHOLE, *NAMED):
        key, node = root.key(section), root.get(section)
        if key is None or node is None:
            continue
        if section in WHOLE:
            found.append(Part(section, "", key, node))
        else:
            found += [Part(section, name.text, name, value) for name, value in entries(node)]
    return Parts(tuple(found))


def lose_unread(root: Mapping, collector: Collector) -> None:
    """Notes the names of sections that cannot be read, because they are no blocks or their keys are misspelt."""
    sections = (*WHOLE, *NAMED)
    absent = [section for section in sections if root.key(section) is None]
    for key, node in root.entries:
        meant = "" if key.text in (*sections, *HEAD) else nearest_name(key.text, absent)
        if meant:
            names = texts_in(node) if meant in DECLARING else (name.text for name, _ in entries(node))
            collector.lose(meant, *names)
        elif key.text in sections and not isinstance(node, Sequence if key.text in LISTED else Mapping):
            collector.lose(key.text)
            if key.text in DECLARING:
                collector.lost = ALL_LOST  # what there should be is not known


def inherited_entry(parts: Parts, place: Place) -> Part | None:
    """The inherited part in which a place lies."""
    before = [part for part in parts.parts if part.source and part.key.place.file == place.file]
    return max((part for part in before if part.key.place <= place), key=lambda part: part.key.place, default=None)


def merge(own: Parts, base: Parts, heir: str, entry: Mapping, collector: Collector) -> Parts:
    """The base's parts and those of the spec `heir`, by the `base:` entry's `replace`, `remove` and `add`.

    Without a `cite` (an edition on its own spec) what is not changed applies as it does in the base.
    """
    base_id = text_of(entry.get("spec"))
    cites = clauses_of(entry.get("cite"))
    have = {part.path: part for part in base.parts}
    ours = {part.path: part for part in own.parts}
    changes = _changes(entry, have, ours, base_id, collector)
    kept = []
    for path, part in have.items():
        ours_alone = path in ours and path not in changes["add"]
        if ours_alone or path in changes["replace"] or path in changes["remove"]:
            kept += [ours[path]] if path in ours else []  # in the base's place: the order of stages has a meaning
            continue
        source, by = part.source or base_id, heir if cites else part.heir
        inherited = replace(part, inherited=(*part.inherited, *cites), source=source, heir=by)
        if path in changes["add"] and path in ours:
            # The merged table is this spec's; only the base's rules in it are inherited.
            inherited = replace(part, node=_added(part, ours[path], cites), source=source)
        kept.append(inherited)
    new = [part for path, part in ours.items() if path not in have]
    return Parts((*kept, *new))


def take_in(own: Parts, shared: Parts, heir: str, entry: Mapping, collector: Collector) -> Parts:
    """The entries of the spec `heir` and behind them those of a shared part, by what its entry replaces, removes, adds.

    Where `prevails` is `part`, what `replace` names is that of the shared part, else this spec's.
    """
    cites, shared_id = clauses_of(entry.get("cite")), text_of(entry.get("part"))
    have = {part.path: replace(part, inherited=cites, source=shared_id, heir=heir) for part in shared.parts}
    ours = {part.path: part for part in own.parts}
    changes = _changes(entry, have, ours, shared_id, collector)
    for path in changes["add"].keys() & have.keys() & ours.keys():
        ours[path] = replace(ours[path], node=_added(have.pop(path), ours[path], cites))
    yields = ours if text_of(entry.get("prevails")) == "part" else have
    for path in [*changes["replace"], *(path for path in have if path in ours and have[path].section in YIELDING)]:
        yields.pop(path, None)
    return Parts((*ours.values(), *(part for path, part in have.items() if path not in {*changes["remove"], *ours})))


def _changes(
    entry: Mapping, have: Map[str, Part], ours: Map[str, Part], other: str, collector: Collector
) -> dict[str, _Paths]:
    """What an entry under `base` or `parts` replaces, removes and adds to, held against both sides."""
    changes = {word: _paths(entry.get(word)) for word in ("replace", "remove", "add")}
    for word, paths in changes.items():
        for path, (place, _) in paths.items():
            name = path.partition(".")[2] or path
            if path not in have:
                collector.error("unknown-path", f"`{path}` is not in `{other}`", place, nearest(path, have), (), name)
            elif word != "remove" and path not in ours:
                message = f"`{word}` names `{path}`, but this spec has no such entry"
                collector.error("unknown-path", message, place, name=name)
            elif word == "add" and have[path].section not in (*TABLES, *GROWING):
                collector.error("unknown-path", f"`{path}` holds no rules to add to", place, "use `replace`")
            elif word == "remove" and path in ours:
                collector.error("unknown-path", f"`{path}` is removed and yet stands here", place, "use `replace`")
    _refuse_twice(changes, collector)
    _refuse_lost_keys(changes["add"], have, ours, collector)
    for path, part in ours.items():
        undeclared = path in have and not any(path in paths for paths in changes.values())
        if undeclared and part.section not in YIELDING:
            clause = ", with the clause" if entry.get("prevails") is not None else ""
            hint = f"name it under `replace` (it stands instead) or `add` (its rules are added){clause}"
            collector.error("undeclared-override", f"`{path}` is also in `{other}`", part.key.place, hint)
    return changes


def _refuse_twice(changes: Map[str, _Paths], collector: Collector) -> None:
    seen: dict[str, str] = {}
    for word, paths in changes.items():
        for path, (place, _) in paths.items():
            if path in seen:
                collector.error("repeated-name", f"`{path}` is under `{seen[path]}` and under `{word}`", place)
            seen.setdefault(path, word)


def _refuse_lost_keys(added: _Paths, have: Map[str, Part], ours: Map[str, Part], collector: Collector) -> None:
    """Two tables become one, so that neither may say something that is about its own rules only."""
    for path in added:
        for part in (have.get(path), ours.get(path)):
            for key, _ in entries(part.node) if part and path in ours and part.section in TABLES else ():
                if key.text not in ("cite", "rules"):
                    message = (
                        f"`{path}` has rules added to it, and `{key.text}` would be about the rules of one table only"
                    )
                    hint = "write it into each rule" if key.text == "when" else "use `replace`"
                    collector.error("bad-form", message, key.place, hint)


def _paths(node: Node | None) -> _Paths:
    """By path: where it is named, and by which clauses; an edition lists paths without any."""
    listed = {text_of(item): (item.place, ()) for item in items(node)}
    return listed or {key.text: (key.place, clauses_of(value)) for key, value in entries(node)}


def _added(base: Part, own: Part, cites: tuple[str, ...]) -> Node:
    """The base's table with this spec's rules behind its own; the base's rules carry the clauses of inheritance.

    Of a list without a table around it the entries are the rules.
    """
    if base.section in GROWING:
        return Sequence((*(_citing(rule, cites) for rule in items(base.node)), *items(own.node)), base.node.place)
    first, second = mapping(base.node), mapping(own.node)
    rules = (*(_citing(rule, cites) for rule in items(first.get("rules"))), *items(second.get("rules")))
    both = (*clauses_of(first.get("cite")), *clauses_of(second.get("cite")))
    place = base.node.place
    cite = Sequence(tuple(Scalar(clause, True, place) for clause in both), place)
    replaced = {"rules": Sequence(tuple(rules), place), "cite": cite}
    return Mapping(tuple((key, replaced.get(key.text, value)) for key, value in first.entries), place)


def _citing(rule: Node, cites: tuple[str, ...]) -> Node:
    row = mapping(rule)
    every = (*clauses_of(row.get("cite")), *cites)
    cite = Sequence(tuple(Scalar(clause, True, rule.place) for clause in every), rule.place)
    kept = tuple((key, cite if key.text == "cite" else value) for key, value in row.entries)
    lacks = every and row.get("cite") is None and isinstance(rule, Mapping)  # an invariant need not have a clause
    return Mapping((*kept, (Scalar("cite", True, rule.place), cite)) if lacks else kept, rule.place)
