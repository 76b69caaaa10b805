"""The table of rules is true: every rule that the program can report is in it, and none that it cannot."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulespec.compare.change_classes import CLASSES
from rulespec.documents.lint.rules import RULES as LINT
from rulespec.model.rules import BY_ID, RULES

PACKAGE = Path(__file__).resolve().parents[2] / "rulespec"
CALLS = {"Finding": 0, "error": 0, "_finding": 0, "_say": 0, "_refuse": 0, "_value": 0, "_add": 0}
HELD_IN_NAMES = {"unproved"}  # a rule with a constant of its own


def _reported(tree: ast.AST) -> Iterator[str]:
    """Texts that stand where a rule's id does: first in a call that makes a finding, or given to `rule`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name in CALLS:
                yield from _texts(node.args[CALLS[name]])
        if isinstance(node, ast.Assign) and any(getattr(one, "id", "") in ("rule", "kind") for one in node.targets):
            yield from _texts(node.value)


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


@cache
def _sources() -> tuple[ast.AST, ...]:
    paths = (path for path in PACKAGE.rglob("*.py") if path.name != "rules.py")
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def test_every_rule_that_is_reported_is_in_the_table() -> None:
    known = {*BY_ID, *(rule.id for rule in LINT), "waiver-unused"}
    hyphened = {text for tree in _sources() for text in _reported(tree) if "-" in text and " " not in text}
    assert hyphened - known - {one.id for one in CLASSES} == set()


def test_every_rule_in_the_table_is_reported_somewhere() -> None:
    texts = {
        node.value
        for tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {rule.id for rule in RULES} - texts == set()


def test_ids_are_one_of_a_kind() -> None:
    ids = [rule.id for rule in (*RULES, *LINT)]
    assert sorted(set(ids)) == sorted(ids)
