"""A YAML text laid out anew, its meaning unchanged.

What comes out is held against what came in before anybody sees it: the same tree through the same door, the same
comments, and nothing left to change when it is laid out again.
"""

import re
from collections import Counter
from collections.abc import Hashable

from rulespec.errors import InternalError
from rulespec.load.layout.comments import attach, comments_of
from rulespec.load.layout.lines import lines_of_layout
from rulespec.load.layout.order import has_free_order, put_in_order
from rulespec.load.layout.source import Entry, read_source, texts
from rulespec.load.nodes import Node, Scalar, Sequence
from rulespec.load.syntax import lines_of
from rulespec.load.yaml_door import read_yaml
from rulespec.model.finding import Finding
from rulespec.model.place import Place

_TYPED = re.compile(r"-?[0-9]+(\.[0-9]+)?|true|false|null|~|")  # what unquoted text may mean to a schema
MOST_TURNS = 4
LONGEST_KEY = 500  # YAML has a limit of 1024 characters for a key in a line


def lay_out(text: str, file: str) -> tuple[str | None, list[Finding]]:
    """The text in its layout; None, and why, where it cannot be read whole. `file` is its name in findings.

    Raises `InternalError` where the new text would not say what the old one says.
    """
    plain = "\n".join(lines_of(text))
    tree, findings = read_yaml(plain, file)
    root = None if findings or tree is None else read_source(plain)
    findings = findings or _unfit(plain, root, file)
    if findings or tree is None or root is None:
        return None, findings
    before = plain
    for _ in range(MOST_TURNS):
        after = _turn(before)
        if after == before:
            break
        before = after
    else:
        raise InternalError(f"`{file}` gets another layout each time; it is left as it is")
    again, wrong = read_yaml(after, file)
    if wrong or again is None or meaning(again) != meaning(tree):
        raise InternalError(f"the layout of `{file}` would change what it says; it is left as it is")
    if _comments(after, read_source(after)) != _comments(plain, root):
        raise InternalError(f"the layout of `{file}` would lose a comment; it is left as it is")
    return after, []


def meaning(node: Node) -> Hashable:
    """What a tree says, whatever its layout: equal for two trees that load alike."""
    if isinstance(node, Scalar):
        return node.text, node.plain and bool(_TYPED.fullmatch(node.text))
    if isinstance(node, Sequence):
        return "[]", tuple(meaning(item) for item in node.items)
    entries = tuple((meaning(key), meaning(value)) for key, value in node.entries)
    return "{}", frozenset(entries) if has_free_order(node.keys()) else entries


def _turn(text: str) -> str:
    root = read_source(text)
    whole = attach(text, root)
    put_in_order(root)
    return "\n".join(lines_of_layout(whole)) + "\n"


def _comments(text: str, root: Entry) -> Counter[str]:
    return Counter(comment.text for comment in comments_of(text, root))


def _unfit(text: str, root: Entry | None, file: str) -> list[Finding]:
    """What the door lets pass and no layout can keep."""
    findings = []
    for number, line in enumerate(lines_of(text), start=1):
        if "\t" in line:
            place = Place(file, number, line.index("\t") + 1)
            hint = "replace it with spaces, or write `\\t` in double quotes where it belongs to a text"
            findings.append(Finding("tab", "error", "a tab stands here", place, hint=hint))
            break
    for one in texts(root) if root is not None else []:
        if len(one.text) > LONGEST_KEY and one.key:
            place = Place(file, one.start[0] + 1, one.start[1] + 1)
            message = f"a key of {len(one.text)} characters fits in no line"
            findings.append(Finding("bad-key", "error", message, place, hint="write a shorter key"))
    return findings
