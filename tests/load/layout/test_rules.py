"""The rules of the layout, one by one: what stands in a file, and what comes of it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rulespec.errors import InternalError
from rulespec.load.layout import layout
from rulespec.load.layout.layout import lay_out, meaning
from rulespec.load.layout.order import ROW, SECTIONS, TABLE
from rulespec.load.yaml_door import read_yaml
from rulespec.resources import schema_path

LONG = "a condition of so many words that a row which holds it and something more is too wide for any line"

RULES = {
    "indentation": (
        """
table:
     rules:
         - when: a
           then:   win
     list:
       -   - one
           - two
""",
        """
table:
  rules:
  - when: a
    then: win
  list:
  - - one
    - two
""",
    ),
    "rows of a table stand in columns": (
        """
rules:
- {when: folded, then: win, cite: 3.9(a)}
- {when: not folded, then: stand_off, cite: 3.9(b)}
- {when: always, then: lose, overrides: "3.9", cite: "3.1"}
""",
        """
rules:
- {when: folded,     then: win,       cite: 3.9(a)}
- {when: not folded, then: stand_off, cite: 3.9(b)}
- {when: always,     then: lose,      overrides: "3.9", cite: "3.1"}
""",
    ),
    "names of a section stand in columns, and an empty line ends them": (
        """
spec: a/b
terms:
  Ante: {means: ante}
  Blind Wager: {means: blind}

  A: {means: a}
  # of another kind
  Play: {means: play}
""",
        """
spec: a/b

terms:
  Ante:        {means: ante}
  Blind Wager: {means: blind}

  A: {means: a}
  # of another kind
  Play: {means: play}
""",
    ),
    "columns that the author began are kept": (
        """
values:
  a:    [1, 2]
  bbbb: [1, 2]
  cccccccc: [3]
  dd:  [4]
others:
  a: [1]
  bbb: [2]
""",
        """
values:
  a:    [1, 2]
  bbbb: [1, 2]
  cccccccc: [3]
  dd:   [4]
others:
  a: [1]
  bbb: [2]
""",
    ),
    "a cell much longer than the others sticks out": (
        f"""
rules:
- {{when: folded, then: win}}
- {{when: {LONG}, then: win}}
- {{when: always, then: lose}}
- {{when: not folded, then: lose}}
""",
        f"""
rules:
- {{when: folded,     then: win}}
- {{when: {LONG}, then: win}}
- {{when: always,     then: lose}}
- {{when: not folded, then: lose}}
""",
    ),
    "a row that is too wide becomes a block": (
        f"rules:\n- {{when: {LONG}, then: stand_off, cite: [3.9(a), 3.9(b)]}}  # why\n",
        f"rules:\n# why\n- when: {LONG}\n  then: stand_off\n  cite: [3.9(a), 3.9(b)]\n",
    ),
    "what fits only below its name stands there": (
        f"terms:\n  so_long_a_name_of_something: {{is: {LONG}, cite: 1(a)}}\n",
        f"terms:\n  so_long_a_name_of_something:\n    {{is: {LONG}, cite: 1(a)}}\n",
    ),
    "a list that is too wide is broken": (
        "cite: [" + ", ".join(f"3.{n}({n})(i)" for n in range(10, 25)) + "]\n",
        "cite: [" + ", ".join(f"3.{n}({n})(i)" for n in range(10, 18)) + ",\n"
        "       " + ", ".join(f"3.{n}({n})(i)" for n in range(18, 25)) + "]\n",
    ),
    "the author's own lines are kept in brackets, in line with them": (
        """
ante: { placed: before_deal,
    cite: [1(a),
      1(b)
    ] }
play:
      {placed: decided}
""",
        """
ante: {placed: before_deal,
       cite: [1(a),
              1(b)]}
play:
  {placed: decided}
""",
    ),
    "quotes": (
        """
a: ["3.10", '12.2.1', "1.1 Fold", 'the player''s', "a, b", "Table 1[x]", 3:2, "sch:2", "NO", 'say "x"', "", " x"]
b: "a, b"
"yes": 'x'
c: 2022-06-10
d: "- x"
e: "2 # 3"
f: 3.10
""",
        """
a: ["3.10", 12.2.1, 1.1 Fold, the player's, "a, b", "Table 1[x]", "3:2", "sch:2", "NO", say "x", "", " x"]
b: a, b
"yes": x
c: 2022-06-10
d: "- x"
e: "2 # 3"
f: 3.10
""",
    ),
    "the order of keys in a row, a table and a spec": (
        """
# yaml-language-server: $schema=x
title: T
# What it is.
spec: a/b
settle:
  # about play
  play:
    rules:
    - {cite: 1(a), when: b, then: win}
    - {cite: 1(b), then: win, when: a}   # last
    cite: "1"
# the stages
stages:
  z: {cite: 2(a), board: 0}
  a: {board: 1}
""",
        """
# yaml-language-server: $schema=x
# What it is.
spec: a/b
title: T

# the stages
stages:
  z: {cite: 2(a), board: 0}
  a: {board: 1}

settle:
  # about play
  play:
    cite: "1"
    rules:
    - {when: b, then: win, cite: 1(a)}
    - {when: a, then: win, cite: 1(b)}  # last
""",
    ),
    "comments stay with what they are about": (
        """
# first
#second

a:    # behind the name
  # above
  - x     # behind x
  - y
  # at the end of the list

  # and more
# above b
b: 1
c:
    d: 2
    # at the end of c
# at the end
""",
        """
# first
#second

a:  # behind the name
# above
- x  # behind x
- y
  # at the end of the list

  # and more
# above b
b: 1
c:
  d: 2
  # at the end of c
# at the end
""",
    ),
    "what holds a comment in brackets becomes a block": (
        """
a: [one, # the first
    two
    # no more
   ]   # all
b: { # the head
  c: {d: 1}, e: [2] }
""",
        """
a:
- one  # the first
- two
  # no more
  # all
b:  # the head
  c: {d: 1}
  e: [2]
""",
    ),
    "several empty lines are one": ("\n\na: 1\n\n\n\nb:\n\n  c: 2\n\n\n", "a: 1\n\nb:\n  c: 2\n"),
    "a text of several lines": (
        """
a: >-   # folded
     one
     two

b: |
   three
     four
c: five
 six
d: "seven
  eight"
""",
        """
a: >-  # folded
  one
  two

b: |
  three
    four
c: five six
d: seven eight
""",
    ),
    "a marker of the beginning goes": ("--- # c\na: 1\n...\n", "# c\na: 1\n"),
}


@pytest.mark.parametrize("name", RULES)
def test_a_rule(name: str) -> None:
    before, after = (text.removeprefix("\n") for text in RULES[name])
    assert lay_out(before, "x.yaml") == (after, [])
    assert lay_out(after, "x.yaml") == (after, [])


def test_lines_end_alike() -> None:
    for ending in ("\r\n", "\r", "\n"):
        assert lay_out(f"a: 1{ending}b: 2", "x.yaml") == ("a: 1\nb: 2\n", [])


REFUSED = {
    "a:\n\t- b\n": ("yaml-syntax", 2, 1),
    "a: b # x\ty\n": ("tab", 1, 9),
    "\ufeffa: 1\n": ("not-text", 1, 1),
    "a: &x 1\nb: *x\n": ("yaml-feature", 1, 4),
    "a: 1\n---\nb: 2\n": ("several-documents", 2, 1),
    "a: 1\na: 2\n": ("repeated-key", 2, 1),
    "a: !!str 1\n": ("yaml-feature", 1, 4),
    "a: [1\n": ("yaml-syntax", 1, 4),
    "# nothing\n": ("empty-file", 0, 0),
    f"a: 1\n{'k' * 600}: 2\n": ("bad-key", 2, 1),
    "a: '" + "x" * 2_000_001 + "'": ("too-large", 0, 0),
    "%YAML 1.1\n---\na: 1\n": ("yaml-feature", 1, 1),
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:12])
def test_what_is_refused(text: str) -> None:
    after, findings = lay_out(text, "x.yaml")
    assert after is None
    assert (findings[0].rule, findings[0].place.line, findings[0].place.column) == REFUSED[text]


@pytest.mark.parametrize("wrong", ["a: 2\n", "a: 1\nb: 2\n", "a: 1\n", "a: [1\n", 'a: "1"  # c\n'])
def test_a_layout_that_changes_something_is_not_given(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_turn", lambda _: wrong)
    with pytest.raises(InternalError, match="left as it is"):
        lay_out("a:  1  # c\n", "x.yaml")


def test_a_layout_that_never_ends_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_turn", lambda text: text + "\n")
    with pytest.raises(InternalError, match="each time"):
        lay_out("a: 1\n", "x.yaml")


def test_all_keys_have_their_place() -> None:
    schema = json.loads(schema_path("spec").read_text(encoding="utf-8"))
    assert set(SECTIONS) == set(schema["properties"])
    tables, rows = set(), set()
    for properties in _properties(schema):
        if "cite" in properties and {"rules", "rows"} & set(properties):
            tables |= set(properties)
            rows |= set(properties.get("rules", {}).get("items", {}).get("properties", {}))
    assert tables - {"always"} <= set(TABLE)
    assert rows <= set(ROW)


def _properties(schema: Any) -> Iterator[dict[str, Any]]:
    """The keys that each part of a schema tells of."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield schema["properties"]
        for inner in schema.values():
            yield from _properties(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _properties(inner)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a: 1", "a: '1'", False),
        ("a: x", "a: 'x'", True),
        ("a: ~", "a: '~'", False),
        ("a: {x: 1, y: 2}", "a: {y: 2, x: 1}", False),
        ("- {when: a, then: b}", "- {then: b, when: a}", True),
        ("[a, b]", "[b, a]", False),
    ],
)
def test_what_means_the_same(one: str, other: str, same: bool) -> None:
    first, second = read_yaml(one, "x")[0], read_yaml(other, "x")[0]
    assert first is not None
    assert second is not None
    assert (meaning(first) == meaning(second)) is same
