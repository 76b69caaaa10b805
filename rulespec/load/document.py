"""The entry of a document (`document.yaml`), and what accounts for its clauses beside the specs, to the model.

A document's folder is `<jurisdiction>/documents/<name>/` below the specs folder: `document.yaml`, `clauses.lock`, and
any other YAML files, which hold provisions and clauses that are not encoded.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulespec.load.checked import read_checked
from rulespec.load.collect import Collector, clauses_of, entries, items, mapping, text_of
from rulespec.load.days import UNKNOWN, parse_day
from rulespec.load.disk import files
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar, to_plain
from rulespec.model.document import MODES, Account, Amendment, DocumentEntry, NotEncoded, Provision, Waiver
from rulespec.model.finding import Finding
from rulespec.model.vocabulary import Concept, Vocabulary

FILE_NAME = "document.yaml"
LOCK_NAME = "clauses.lock"
PROFILES_NAME = "profiles.yaml"
FOLDER = "documents"


def read_entry(path: Path, expected: str = "") -> tuple[DocumentEntry | None, list[Finding]]:
    """The entry in a file; None where findings say why it cannot be read. `expected` is the id its path asks for.

    The profile is that of the entry, over the one of `profiles.yaml` that it names.
    """
    root, findings = _root(path, "document")
    collector = Collector()
    collector.take(findings)
    name = root.get("document")
    if isinstance(name, Scalar) and expected and name.text != expected:
        message = f"the document calls itself `{name.text}`, but its folder is that of `{expected}`"
        collector.error("wrong-id", message, name.place, "make `document:` and the path below the specs folder agree")
    effective = root.get("effective")
    if effective is not None and text_of(effective) != UNKNOWN:
        _check_day(text_of(effective), effective, collector)
    profile = _profile(path, root, collector)
    amendments = tuple(_amendment(item, collector) for item in items(root.get("amendments")))
    if collector.findings:
        return None, collector.findings
    words = {key: text_of(root.get(key)) for key in _WORDS}
    waivers = tuple(_waiver(item) for item in items(root.get("waivers")))
    entry = DocumentEntry(
        text_of(name), **words, profile=profile, waivers=waivers, place=root.place, amendments=amendments
    )
    return entry, []


_WORDS = ("title", "jurisdiction", "publisher", "instrument", "effective", "source")


def _root(path: Path, schema: str) -> tuple[Mapping, list[Finding]]:
    node, findings = read_checked(path, schema)
    return mapping(node), findings


def _profile(path: Path, root: Mapping, collector: Collector) -> dict[str, Any]:
    node = root.get("profile")
    own = {key.text: to_plain(value) for key, value in entries(node) if key.text != "like"}
    like = mapping(node).get("like")
    if like is None:
        return own
    shared, findings = read_profiles(path.parents[3])
    collector.take(findings)
    named = shared.get(text_of(like))
    if named is None:
        hint = nearest(text_of(like), shared) or f"name a profile of `{PROFILES_NAME}`"
        collector.error("unknown-name", f"there is no profile `{text_of(like)}`", like.place, hint)
    return {**(named or {}), **own}


def read_profiles(root: Path) -> tuple[dict[str, dict[str, Any]], list[Finding]]:
    """The profiles that the documents of the specs folder `root` share, by name; and what is wrong with their file."""
    shared, findings = _root(root / PROFILES_NAME, "profiles")
    return {name.text: to_plain(each) for name, each in entries(shared) if isinstance(each, Mapping)}, findings


def _waiver(node: Node) -> Waiver:
    entry = mapping(node)
    rule, clause, because = (text_of(entry.get(key)) for key in ("rule", "clause", "because"))
    return Waiver(rule, clause, because, entry.place)


def _amendment(node: Node, collector: Collector) -> Amendment:
    entry = mapping(node)
    day = entry.get("date")
    _check_day(text_of(day), day or entry, collector)
    return Amendment(
        clauses_of(entry.get("clauses")),
        text_of(entry.get("instrument")),
        text_of(day),
        text_of(entry.get("deleted")) == "true",
        entry.place,
    )


def _check_day(text: str, node: Node, collector: Collector) -> None:
    try:
        parse_day(text)
    except ValueError as error:
        collector.error("bad-form", str(error), node.place)


def read_account(folder: Path, vocabulary: Vocabulary) -> tuple[Account, list[Finding]]:
    """What the YAML files of a document's folder, its entry apart, say of its clauses; and what is wrong with them."""
    collector = Collector()
    provisions: list[Provision] = []
    not_encoded: list[NotEncoded] = []
    for path in files(folder, "*.yaml"):
        if path.name == FILE_NAME:
            continue
        root, findings = _root(path, "account")
        collector.take(findings)
        provisions += [_provision(item, vocabulary, collector) for item in items(root.get("provisions"))]
        not_encoded += [_not_encoded(item) for item in items(root.get("not_encoded"))]
    return Account(tuple(provisions), tuple(not_encoded)), collector.findings


def _provision(node: Node, vocabulary: Vocabulary, collector: Collector) -> Provision:
    entry = mapping(node)
    mode = next((mode for mode in MODES if entry.get(mode) is not None), "")
    who, act = text_of(entry.get("who")), text_of(entry.get(mode))
    about, when, unless = (tuple(_names(entry.get(key))) for key in ("about", "when", "unless"))
    known = ((who, "who", "roles"), (act, mode, "provisions"))
    several = ((about, "about", "subjects"), (when, "when", "circumstances"), (unless, "unless", "circumstances"))
    for name, key, kind in (*known, *((name, key, kind) for names, key, kind in several for name in names)):
        _check_name(name, kind, getattr(vocabulary, kind), entry.get(key) or node, collector)
    notice, within = text_of(entry.get("notice")), text_of(entry.get("within"))
    return Provision(who, mode, act, about, when, unless, notice, within, clauses_of(entry.get("cite")), entry.place)


def _names(node: Node | None) -> Iterable[str]:
    return text_of(node).replace("|", " ").split()


def _check_name(name: str, kind: str, concepts: dict[str, Concept], node: Node, collector: Collector) -> None:
    if name and name not in concepts:
        hint = nearest(name, concepts) or f"declare it under `{kind}` in the vocabulary"
        collector.error("unknown-name", f"the vocabulary has no `{name}` under `{kind}`", node.place, hint)


def _not_encoded(node: Node) -> NotEncoded:
    entry = mapping(node)
    return NotEncoded(
        text_of(entry.get("reason")), clauses_of(entry.get("clauses")), text_of(entry.get("because")), entry.place
    )
