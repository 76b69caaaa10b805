"""Declared amendments and exemptions, which lie beside the specs of a jurisdiction, to the model.

`<jurisdiction>/amendments/*.yaml` each hold one amendment, `<jurisdiction>/exemptions.yaml` the exemptions.
"""

from collections.abc import Collection
from pathlib import Path

from rulespec.load.collect import items, mapping, text_of
from rulespec.load.days import parse_day
from rulespec.load.disk import files
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.schema import validate
from rulespec.load.unfinished import TO_FILL, unfinished
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.amendments import DeclaredAmendment, DeclaredChange, DeclaredExemption
from rulespec.model.finding import Finding
from rulespec.model.place import Place

AMENDMENTS = "amendments"  # a folder of a jurisdiction
EXEMPTIONS = "exemptions.yaml"  # a file of a jurisdiction


def read_amendments(root: Path, classes: Collection[str]) -> tuple[list[DeclaredAmendment], list[Finding]]:
    """The amendments declared in a specs folder, and what is wrong with those that cannot be read.

    `classes` are the ids of the classes of changes that there are.
    """
    found, findings = [], []
    for path in files(root, f"*/{AMENDMENTS}/*.yaml"):
        amendment, wrong = _amendment(path, classes)
        findings += wrong
        found += [amendment] if amendment is not None else []
    return found, findings


def read_exemptions(root: Path, rules: Collection[str]) -> tuple[list[DeclaredExemption], list[Finding]]:
    """The exemptions declared in a specs folder, and what is wrong with those that cannot be read."""
    found: list[DeclaredExemption] = []
    findings: list[Finding] = []
    for path in files(root, f"*/{EXEMPTIONS}"):
        node, wrong = _read(path, "exemptions")
        for item in items(mapping(node).get("exemptions")) if not wrong else ():
            entry = mapping(item)
            wrong += [*_date(entry.get("until")), *_known(entry.get("rule"), rules, "rule")]
            wrong += _own(entry.get("spec"), path.parent.name)
            found.append(_exemption(entry))
        findings += wrong
    return found, findings


def _read(path: Path, schema: str) -> tuple[Node | None, list[Finding]]:
    node, findings = read_yaml_file(path)
    if node is not None:
        findings = findings + (unfinished(path) or validate(node, schema))
    return node, findings


def _amendment(path: Path, classes: Collection[str]) -> tuple[DeclaredAmendment | None, list[Finding]]:
    node, findings = _read(path, "amendments")
    if findings:
        return None, findings
    root = mapping(node)
    expected = f"{path.parent.parent.name}/{path.stem}"
    name = root.get("amendment")
    if isinstance(name, Scalar) and name.text != expected:
        message = f"the amendment calls itself `{name.text}`, but its file is that of `{expected}`"
        findings.append(_error("wrong-id", message, name.place, "make `amendment:` and the path agree"))
    findings += _date(root.get("effective"))
    changes = []
    for item in items(root.get("changes")):
        entry = mapping(item)
        findings += _known(entry.get("class"), classes, "class of changes")
        findings += _own(entry.get("spec"), path.parent.parent.name)
        changes.append(_change(entry))
    if findings:
        return None, findings
    words = {key: one_line(root.get(key)) for key in ("instrument", "effective", "because", "approved")}
    return DeclaredAmendment(expected, **words, changes=tuple(changes), place=root.place), []


def _change(entry: Mapping) -> DeclaredChange:
    class_id, spec, subject, when, before, after = (
        one_line(entry.get(key)) for key in ("class", "spec", "subject", "when", "from", "to")
    )
    return DeclaredChange(class_id, spec, subject, when, before, after, entry.place)


def _exemption(entry: Mapping) -> DeclaredExemption:
    keys = ("rule", "spec", "subject", "fingerprint", "because", "approved", "until")
    words = {key: one_line(entry.get(key)) for key in keys}
    return DeclaredExemption(**words, place=entry.place)


def one_line(node: Node | None) -> str:
    """A text with single blanks, as it is held against others: how a file breaks its lines means nothing."""
    return " ".join(text_of(node).split())


def _date(node: Node | None) -> list[Finding]:
    """A date that is none never means for ever."""
    if not isinstance(node, Scalar) or node.text == TO_FILL:
        return []
    try:
        parse_day(node.text)
    except ValueError as error:
        return [_error("bad-form", str(error), node.place, "write a date such as `2027-01-31`")]
    return []


def _own(node: Node | None, jurisdiction: str) -> list[Finding]:
    """A spec of another jurisdiction is none to speak of here."""
    if not isinstance(node, Scalar) or node.text.startswith(f"{jurisdiction}/"):
        return []
    message = f"`{node.text}` is no spec of `{jurisdiction}`, whose folder this lies in"
    return [_error("bad-form", message, node.place, "say it in the folder of its own jurisdiction")]


def _known(node: Node | None, names: Collection[str], what: str) -> list[Finding]:
    if not isinstance(node, Scalar) or node.text in names:
        return []
    hint = nearest(node.text, names) or "see `rulespec rules`"
    return [_error("not-one-of", f"there is no {what} `{node.text}`", node.place, hint)]


def _error(rule: str, message: str, place: Place, hint: str) -> Finding:
    return Finding(rule, "error", message, place, hint=hint)
