"""Findings of the schemas: the right rule at the right place in readable words, on YAML trees and on JSON data."""
# ruff: noqa: E501 - tables are read row by row

import json
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from sampling import examples

from rulespec import resources
from rulespec.load.nearest import joined, listing, nearest, shown
from rulespec.load.nodes import Node
from rulespec.load.schema import to_plain, validate, validate_plain
from rulespec.load.yaml_door import read_yaml
from rulespec.model.finding import Finding
from rulespec.model.place import Place

Use = Callable[[Any], None]
HERE = Place("r.jsonl", 7, 1)
SCHEMAS = Path(str(resources.__file__)).parent / "load" / "schemas"


@pytest.fixture
def use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Makes a schema the one that every name stands for."""

    def write(schema: Any) -> None:
        Draft202012Validator.check_schema(schema)
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps(schema), encoding="utf-8")
        monkeypatch.setattr(resources, "schema_path", lambda _name: path)

    return write


def tree(text: str) -> Node:
    """The tree of a text that has nothing wrong with it."""
    node, findings = read_yaml(text, "f")
    assert not findings
    assert node is not None
    return node


def told(findings: list[Finding]) -> list[tuple[int, int, str, str, str]]:
    """Findings as line, column, rule, message and hint."""
    for each in findings:
        assert each.severity == "error"
        assert (each.message + each.hint).isprintable()
    return [(each.place.line, each.place.column, each.rule, each.message, each.hint) for each in findings]


def in_yaml(text: str) -> list[tuple[int, int, str, str, str]]:
    """What is told about a YAML text."""
    return told(validate(tree(text), "any"))


def in_json(data: Any) -> list[tuple[str, str, str]]:
    """What is told about JSON data: rule, message and hint; all of it at one place."""
    findings = validate_plain(data, "any", HERE)
    assert all(each.place == HERE for each in findings)
    return [(rule, message, hint) for _, _, rule, message, hint in told(findings)]


TABLE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["cite", "rules"],
    "properties": {
        "cite": {"x-expected": "a clause reference such as 3.14(b)(i)", "type": ["string", "number"]},
        "settle": {"type": "string"},
        "rules": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/row"}},
    },
    "$defs": {
        "row": {
            "type": "object",
            "additionalProperties": False,
            "required": ["then"],
            "properties": {"when": {"type": "string"}, "then": {"enum": ["win", "lose", "stand_off"]}},
        }
    },
}


class TestKeys:
    def test_everything_wrong_is_told_once_in_the_order_of_the_file(self, use: Use) -> None:
        use(TABLE)
        assert in_yaml("setle: x\nrules:\n- when: a\n  then: wn\n  zzz: 1\n- when: [b]\n- c\n") == [
            (1, 1, "missing-key", "the key `cite` is missing", "`cite` takes a clause reference such as 3.14(b)(i)"),
            (1, 1, "unknown-key", "unknown key `setle`; expected `cite` or `settle`", "did you mean `settle`?"),
            (4, 9, "not-one-of", "`then`: expected `win`, `lose` or `stand_off`, found `wn`", "did you mean `win`?"),
            (5, 3, "unknown-key", "unknown key `zzz` in entry 1 of `rules`; no other key may stand here", ""),
            (6, 3, "missing-key", "the key `then` is missing in entry 2 of `rules`", "`then` takes `win`, `lose` or `stand_off`"),
            (6, 9, "wrong-type", "`when`: expected text, found a list with 1 entry", ""),
            (7, 3, "wrong-type", "entry 3 of `rules`: expected a block of keys, found `c`", ""),
        ]  # fmt: skip

    def test_a_mistyped_key_is_not_told_as_missing_too(self, use: Use) -> None:
        use(TABLE)
        assert [each[:3] for each in in_yaml("cites: 3.1\nrules: [{then: win}]")] == [(1, 1, "unknown-key")]

    def test_a_mistyped_key_where_any_key_may_stand_is_the_hint(self, use: Use) -> None:
        use({"required": ["amount"], "properties": {"amount": {"type": "number"}}})
        assert in_yaml("amuont: 3") == [
            (1, 1, "missing-key", "the key `amount` is missing", "did you mean `amount` by `amuont`?")
        ]

    def test_keys_refused_by_false_by_names_and_by_dependence(self, use: Use) -> None:
        use({
            "properties": {"a": False},
            "propertyNames": {"pattern": "^[a-z]+$", "x-expected": "a name in small letters"},
            "dependentRequired": {"b": ["c"]},
        })  # fmt: skip
        assert in_yaml("b: 1\nA: 2\na: 3") == [
            (1, 1, "missing-key", "the key `c` is missing", ""),
            (2, 1, "bad-key", "`A` cannot be a key; expected a name in small letters", ""),
            (3, 1, "unknown-key", "the key `a` does not belong here", ""),
        ]

    def test_names_from_a_list(self, use: Use) -> None:
        use({"propertyNames": {"enum": ["ante", "blind"]}})
        assert in_yaml("x:\nante:\nblnd:") == [
            (1, 1, "unknown-key", "`x` cannot be a key; expected `ante` or `blind`", ""),
            (3, 1, "unknown-key", "`blnd` cannot be a key; expected `ante` or `blind`", "did you mean `blind`?"),
        ]

    def test_unevaluated_keys_know_all_parts_of_a_schema(self, use: Use) -> None:
        use({
            "allOf": [{"$ref": "#/$defs/base"}],
            "if": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]},
            "then": {"properties": {"extra": {"type": "number"}}},
            "unevaluatedProperties": False,
            "$defs": {"base": {"properties": {"kind": {"type": "string"}, "name": {"type": "string"}}}},
        })  # fmt: skip
        assert in_yaml("kind: x\nextra: 1\nname: a") == []
        assert [each[:3] for each in in_yaml("kind: y\nextra: 1\nnmae: a")] == [
            (2, 1, "unknown-key"),
            (3, 1, "unknown-key"),
        ]
        assert in_yaml("kind: x\nnmae: a")[0][3:] == (
            "unknown key `nmae`; expected `name` or `extra`",
            "did you mean `name`?",
        )
        # What is wrong in `name` makes the library call all keys of the base unknown; nobody needs to hear that.
        assert [each[:3] for each in in_yaml("kind: x\nname: [a]")] == [(2, 7, "wrong-type")]

    def test_keys_that_a_pattern_allows(self, use: Use) -> None:
        use({"properties": {"a": {}}, "patternProperties": {"^x_": {"type": "integer"}}, "additionalProperties": False})
        assert [each[:3] for each in in_yaml("x_1: 2\nx_2: b\ny: 3")] == [(2, 6, "wrong-type"), (3, 1, "unknown-key")]


class TestUnquotedText:
    @pytest.mark.parametrize(
        ("text", "types"),
        [
            ("true", "boolean string"),
            ("false", "boolean string"),
            ("True", "string"),
            ("NO", "string"),
            ("on", "string"),
            ("5", "integer number string"),
            ("-5", "integer number string"),
            ("5.0", "integer number string"),
            ("3.10", "number string"),
            ("0", "integer number string"),
            ("010", "string"),
            ("1e3", "string"),
            (".5", "string"),
            ("3:2", "string"),
            ("2022-06-10", "string"),
            ("'5'", "string"),
            ("'true'", "string"),
            ("'null'", "string"),
            ("''", "string"),
            ("|\n  5", "string"),
            ("null", "null"),
            ("~", "null"),
            ("", "null"),
            ("[]", "array"),
            ("{}", "object"),
            ("9" * 2000, "string"),
        ],
    )
    def test_counts_as_what_it_reads_as_and_as_text(self, use: Use, text: str, types: str) -> None:
        for name in ("boolean", "number", "integer", "string", "null", "array", "object"):
            use({"properties": {"a": {"type": name}}})
            found = in_yaml(f"a: {text}")
            assert (found == []) == (name in types.split()), (name, found)

    @pytest.mark.parametrize(
        ("schema", "good", "bad"),
        [
            ({"type": "number", "minimum": 3.1}, "3.10 4 '1'", "3.09 -5"),
            ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, "0.5", "0 1 1.0"),
            ({"type": "number", "multipleOf": 0.01, "maximum": 10}, "0.07 9.99 10.00", "0.005 10.01"),
            ({"enum": [True, 5, None, "x"]}, "true 5 5.0 ~ x 'x'", "false 6 'true' '5' 'null' y"),
            ({"enum": ["true", "5", "3.10"]}, "true 5 3.10 '5'", "5.0 3.1"),
            ({"const": {"a": [1, "b"]}}, "{a: [1, b]} {a: [1.0, 'b']}", "{a: ['1', b]} {a: [1]} {b: 1} []"),
            ({"type": ["string", "number"], "pattern": "^[0-9.]+$", "minimum": 0}, "3.10 '3' 0", "x -1"),
            ({"type": "number", "pattern": "^x$"}, "5", ""),
            ({"type": "string", "minimum": 10}, "5", ""),
            ({"type": "string", "minLength": 2, "maxLength": 3}, "ab 12 '12'", "a 1 1234"),
            ({"oneOf": [{"type": "string"}, {"type": "number"}]}, "5 x '5'", "[] ~"),
            ({"pattern": "^a$"}, "a", r'"a\n" "b\na"'),
        ],
    )
    def test_every_keyword_reads_it_so(self, use: Use, schema: Any, good: str, bad: str) -> None:
        use({"items": schema} if "type" not in schema else {"items": {**schema, "x-expected": "it"}})
        split = (
            (lambda text: text.split(" ")) if "{" not in good else (lambda text: text.replace("} ", "}|").split("|"))
        )
        for text in filter(None, split(good)):
            if not (text == "'1'" and schema.get("type") == "number"):
                assert in_yaml(f"- {text}") == []
        for text in filter(None, split(bad)):
            assert [each[:2] for each in in_yaml(f"- {text}")] == [(1, 3)], text


class TestWords:
    @pytest.mark.parametrize(
        ("schema", "text", "rule", "message", "hint"),
        [
            ({"type": "boolean"}, "maybe", "wrong-type", "expected `true` or `false`, found `maybe`", ""),
            ({"type": "boolean"}, "'true'", "wrong-type", "expected `true` or `false`, found the quoted text `true`", "write it without quotes"),
            ({"type": "integer"}, "'5'", "wrong-type", "expected a whole number, found the quoted text `5`", "write it without quotes"),
            ({"type": "integer"}, "'5.5'", "wrong-type", "expected a whole number, found `5.5`", ""),
            ({"type": "string"}, "", "wrong-type", "expected text, found nothing", ""),
            ({"type": "string"}, "{}", "wrong-type", "expected text, found a block of keys with nothing in it", ""),
            ({"type": "array", "items": {"type": "string"}}, "{b: c}", "wrong-type", "expected a list of texts, found a block of keys", ""),
            ({"type": ["string", "array"], "items": {"enum": ["b"]}}, "{b: c}", "wrong-type", "expected text or a list, each entry `b`, found a block of keys", ""),
            ({"type": "array", "minItems": 1}, "[]", "bad-form", "expected at least 1 entry, found an empty list", ""),
            ({"type": "array", "uniqueItems": True}, "[b, b]", "bad-form", "expected a list without repetition, found a list with 2 entries", ""),
            ({"type": "object", "minProperties": 1}, "{}", "bad-form", "expected at least one key, found a block of keys with nothing in it", ""),
            ({"type": "number", "minimum": 2}, "1", "bad-form", "expected at least 2, found `1`", ""),
            ({"type": "string", "minLength": 1}, "''", "bad-form", "expected text that is not empty, found an empty text", ""),
            ({"type": "string", "pattern": "^x"}, "y", "bad-form", "`y` does not have the form expected here", ""),
            ({"type": "string", "pattern": "^x", "description": "Begins with x."}, "y", "bad-form", "`y` does not have the form expected here", "Begins with x."),
            ({"type": "string", "pattern": "^x", "x-expected": "an x"}, "y", "bad-form", "expected an x, found `y`", ""),
            ({"$ref": "#/$defs/x", "x-expected": "an x"}, "y", "bad-form", "expected an x, found `y`", ""),
            ({"allOf": [{"pattern": "^x"}], "x-expected": "an x"}, "y", "bad-form", "expected an x, found `y`", ""),
            ({"if": {"type": "string"}, "then": {"pattern": "^x"}, "x-expected": "an x"}, "y", "bad-form", "expected an x, found `y`", ""),
            ({"not": {"const": "y"}, "x-expected": "anything but y"}, "y", "bad-form", "expected anything but y, found `y`", ""),
            ({"not": {"type": "object"}, "type": "object"}, "{b: c}", "bad-form", "a block of keys does not have the form expected here", ""),
            ({"enum": [1, True, "win"]}, "w`in", "not-one-of", "expected `1`, `true` or `win`, found `w'in`", "did you mean `win`?"),
            ({"enum": ["win"]}, "[win]", "wrong-type", "expected `win`, found a list with 1 entry", ""),
            ({"const": "win"}, "lose", "not-one-of", "expected `win`, found `lose`", ""),
            ({"type": "string", "enum": ["b"], "pattern": "^b"}, "[c]", "wrong-type", "expected `b`, found a list with 1 entry", ""),
            ({"type": "string", "enum": ["b"], "pattern": "^b"}, "c", "not-one-of", "expected `b`, found `c`", ""),
            ({"type": "integer"}, '"\\u202e\\n\\x07"', "wrong-type", "expected a whole number, found `\\u202e\\n\\x07`", ""),
            # anyOf: by the branch whose type it has
            ({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}, "{b: c}", "wrong-type", "expected text or a list of texts, found a block of keys", ""),
            ({"anyOf": [{"enum": ["win", "lose"]}, {"type": "array"}]}, "wni", "not-one-of", "expected `win` or `lose`, found `wni`", "did you mean `win`?"),
            ({"anyOf": [{"const": "win"}, {"const": "lose"}]}, "wni", "not-one-of", "expected `win` or `lose`, found `wni`", "did you mean `win`?"),
            ({"anyOf": [{"type": "string", "pattern": "^x"}, {"type": "string", "pattern": "^y"}]}, "z", "bad-form", "`z` does not have the form expected here", ""),
            ({"anyOf": [{"pattern": "^x", "x-expected": "an x"}, {"pattern": "^y", "x-expected": "a y"}]}, "z", "bad-form", "expected an x or a y, found `z`", ""),
            ({"anyOf": [{"type": "string", "pattern": "^x"}, {"type": "number"}], "x-expected": "an x or a number"}, "z", "bad-form", "expected an x or a number, found `z`", ""),
            ({"anyOf": [{"type": "string", "pattern": "^x"}, {"type": "number"}], "x-expected": "an x or a number"}, "[]", "wrong-type", "expected an x or a number, found an empty list", ""),
            ({"oneOf": [{"anyOf": [{"type": "number"}, {"type": "boolean"}]}, {"type": "array"}]}, "z", "wrong-type", "expected a number or `true` or `false` or a list, found `z`", ""),
            ({"oneOf": [{"type": "string"}, {"minLength": 1}]}, "'z'", "bad-form", "`z` does not have the form expected here", ""),
        ],
    )  # fmt: skip
    def test_one_readable_finding(self, use: Use, schema: Any, text: str, rule: str, message: str, hint: str) -> None:
        use({"properties": {"a": schema}, "$defs": {"x": {"type": "string", "pattern": "^x"}}})
        assert in_yaml(f"a: {text}")[0][2:] == (
            rule, f"`a`: {message}" if message.startswith(("expected", "`", "a ")) else message, hint
        )  # fmt: skip
        assert len(in_yaml(f"a: {text}")) == 1

    def test_inside_a_branch_the_finding_is_where_the_fault_is(self, use: Use) -> None:
        row = {
            "type": "object",
            "properties": {"n": {"type": "number"}},
            "required": ["n"],
            "additionalProperties": False,
        }
        use(
            {
                "properties": {
                    "a": {"anyOf": [{"type": "string"}, {"type": "array", "items": row}], "x-expected": "rows"}
                }
            }
        )
        assert [each[:4] for each in in_yaml("a:\n- {n: x, m: 1}\n- b")] == [
            (2, 7, "wrong-type", "`n`: expected a number, found `x`"),
            (2, 10, "unknown-key", "unknown key `m` in entry 1 of `a`; no other key may stand here"),
            (3, 3, "wrong-type", "entry 2 of `a`: expected a block of keys, found `b`"),
        ]

    def test_a_constant_key_chooses_the_branch(self, use: Use) -> None:
        def kind(name: str, of: str) -> Any:
            return {"properties": {"kind": {"const": name}, "x": {"type": of}}, "required": ["kind", "x"]}

        use({"anyOf": [kind("n", "number"), kind("b", "boolean")]})
        assert [each[3] for each in in_yaml("kind: b\nx: 5")] == ["`x`: expected `true` or `false`, found `5`"]
        assert [each[3] for each in in_yaml("kind: n\ny: 5")] == ["the key `x` is missing"]

    def test_a_long_list_of_choices_is_cut(self, use: Use) -> None:
        use({"enum": [f"name_{n}" for n in range(100)]})
        assert in_yaml("nmae_7")[0][3].endswith("`name_19` or 80 more, found `nmae_7`")

    def test_a_schema_that_refers_to_itself(self, use: Use) -> None:
        use(
            {
                "$ref": "#/$defs/t",
                "$defs": {"t": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/t"}}]}},
            }
        )
        assert [each[:3] for each in in_yaml("[a, [b, [c, {d: e}]]]")] == [(1, 13, "wrong-type")]


class TestPlainData:
    def test_types_are_what_they_are(self, use: Use) -> None:
        use({"items": {"type": "number"}})
        assert in_json([1, 1.5, Decimal("1.50"), 10**5000]) == []
        assert in_json(["1", True, None, float("nan"), Decimal("1e999999999")]) == [
            ("wrong-type", "`[0]`: expected a number, found the quoted text `1`", "write it without quotes"),
            ("wrong-type", "`[1]`: expected a number, found `true`", ""),
            ("wrong-type", "`[2]`: expected a number, found nothing", ""),
            ("wrong-type", "`[3]`: expected a number, found `nan`", ""),
            ("wrong-type", "`[4]`: expected a number, found `1E+999999999`", ""),
        ]
        use({"items": {"enum": [1, True, "true", None]}})
        assert in_json([1, 1.0, True, "true", None]) == []
        assert [rule for rule, _, _ in in_json([False, "1", 0, "null", "", 2])] == ["not-one-of"] * 6
        use({"items": {"type": "string"}})
        assert in_json(["", "null", "5"]) == []
        assert len(in_json([5, True, None])) == 3

    def test_the_path_is_in_the_message(self, use: Use) -> None:
        use({"additionalProperties": {"items": {"required": ["a"], "properties": {"b c": {"type": "object"}}}}})
        assert in_json({"x": [{"a": 1}, {"b c": []}]}) == [
            ("missing-key", "the key `a` is missing in `x[1]`", ""),
            ("wrong-type", '`x[1]["b c"]`: expected an object, found an empty list', ""),
        ]

    def test_what_is_nested_beyond_reason_is_a_finding(self, use: Use) -> None:
        deep: Any = []
        for _ in range(sys.getrecursionlimit() * 2):
            deep = [deep]
        use({"$ref": "#/$defs/t", "$defs": {"t": {"items": {"$ref": "#/$defs/t"}}}})
        assert [rule for rule, _, _ in in_json(deep)] == ["bad-form"]
        use({"type": "object"})
        assert [rule for rule, _, _ in in_json(deep)] == ["wrong-type"]

    def test_a_number_too_long_to_print(self, use: Use) -> None:
        use({"type": "string"})
        assert in_json(10**5000) == [("wrong-type", "expected text, found a number of thousands of digits", "")]


ROUND = {
    "id": "r1",
    "spec": "place/game",
    "options": {"trips_pay_table": 1, "limits": {"ante": 5}},
    "board": "2c 9d Jh 4s 5s",
    "dealer": "Kh 7c",
    "outcome": {"dice": [1, 2, 3], "wheel": 50, "pocket": "17"},
    "players": [
        {
            "seat": 1,
            "cards": "Ah Kd",
            "wagers": {"ante": 10, "blind": "10.50"},
            "actions": [
                {"stage": "pre_flop", "do": "check"},
                {"stage": "flop", "do": "bet", "wager": "play", "amount": 20},
            ],
        },
        {"seat": 2, "wagers": [{"wager": "split", "amount": 10, "numbers": ["17", "20"], "as": "split_17_20"}]},
    ],
    "events": [{"event": "exposed", "stage": "flop", "any_player_looked": False, "elections": {"1": "continue"}}],
    "expect": {"1": {"play": {"result": "win", "net": 20, "cites": ["3.38(a)"], "accept": []}}},
    "why": "because",
    "note": ["anything"],
}


class TestRound:
    def test_the_schema_is_a_schema(self) -> None:
        Draft202012Validator.check_schema(json.loads(resources.schema_path("round").read_text(encoding="utf-8")))

    def test_a_full_round_and_the_smallest_one(self) -> None:
        for data in (ROUND, {"players": [{"seat": 1}]}):
            assert validate_plain(data, "round", HERE) == []
            assert validate(tree(json.dumps(data)), "round") == []

    @pytest.mark.parametrize(
        ("change", "rule", "words"),
        [
            (lambda r: r.update(spce="x"), "unknown-key", "`spce`"),
            (lambda r: r.pop("players"), "missing-key", "`players`"),
            (lambda r: r.update(players={}), "wrong-type", "`players`"),
            (lambda r: r.update(board=["2c"]), "wrong-type", "`board`"),
            (lambda r: r.update(dealer=None), "wrong-type", "`dealer`"),
            (lambda r: r.update(options=[]), "wrong-type", "`options`"),
            (lambda r: r.update(expect=[]), "wrong-type", "`expect`"),
            (lambda r: r.update(spec="game"), "bad-form", "`spec`"),
            (lambda r: r["outcome"].update(dice=[[1]]), "wrong-type", "`outcome.dice[0]`"),
            (lambda r: r["players"][0].pop("seat"), "missing-key", "`seat` is missing in `players[0]`"),
            (lambda r: r["players"][0].update(seat="1"), "wrong-type", "`players[0].seat`"),
            (lambda r: r["players"][0].update(seat=0), "bad-form", "`players[0].seat`"),
            (lambda r: r["players"][0].update(card="Ah"), "unknown-key", "`card` in `players[0]`"),
            (lambda r: r["players"][0]["wagers"].update(ante="ten"), "bad-form", "`players[0].wagers.ante`"),
            (lambda r: r["players"][0]["wagers"].update(ante=-1), "bad-form", "`players[0].wagers.ante`"),
            (lambda r: r["players"][0]["wagers"].update(ante=None), "wrong-type", "`players[0].wagers.ante`"),
            (lambda r: r["players"][0]["wagers"].update(ante="$5"), "bad-form", "expected an amount"),
            (lambda r: r["players"][0]["wagers"].update(ante="5\n"), "bad-form", "expected an amount"),
            (lambda r: r["players"][1]["wagers"][0].pop("amount"), "missing-key", "`players[1].wagers[0]`"),
            (lambda r: r["players"][0]["actions"][0].pop("do"), "missing-key", "`players[0].actions[0]`"),
            (lambda r: r["players"][0]["actions"][0].update(x=1), "unknown-key", "`players[0].actions[0]`"),
            (lambda r: r["events"][0].pop("event"), "missing-key", "`events[0]`"),
        ],
    )
    def test_one_fault_one_finding(self, change: Callable[[Any], Any], rule: str, words: str) -> None:
        data = json.loads(json.dumps(ROUND))
        change(data)
        findings = validate_plain(data, "round", HERE)
        assert [finding.rule for finding in findings] == [rule]
        assert words in findings[0].message


class TestNearest:
    @pytest.mark.parametrize(
        ("name", "hint"),
        [
            ("setle", "did you mean `settle`?"),
            ("Stand-Off", "did you mean `stand_off`?"),
            ("stand off", "did you mean `stand_off`?"),
            ("xyzzy", ""),
            ("", ""),
            ("settle" * 1000, ""),
        ],
    )
    def test_hint(self, name: str, hint: str) -> None:
        assert nearest(name, ["settle", "stand_off", "void"]) == hint
        assert nearest(name, []) == ""

    def test_small_change(self) -> None:
        assert [joined(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a or b", "a, b or c"]
        assert listing(["a", "b"], "and") == "`a` and `b`"
        assert shown("a`b\n\u202e") == "`a'b\\n\\u202e`"
        assert len(shown("x" * 1000)) == 62


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd") | st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip
LEAVES = st.sampled_from([
    True, False, {}, {"type": "string"}, {"type": ["number", "null"]}, {"type": "boolean"}, {"enum": ["a", 1, None, True]},
    {"const": "b"}, {"const": [1]}, {"pattern": "^a"}, {"minimum": 1}, {"multipleOf": 0.5}, {"minLength": 2}, {"maxItems": 1},
    {"uniqueItems": True}, {"type": "array"}, {"type": "object"}, {"required": ["a", "b"]}, {"dependentRequired": {"a": ["c"]}},
    {"propertyNames": {"enum": ["a", "b"]}}, {"$ref": "#/$defs/t"}, {"x-expected": "it", "type": "integer"},
    {"contains": {"type": "string"}}, {"minProperties": 1}, {"description": "Words.", "type": "string"},
])  # fmt: skip


def schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas made of other schemas."""
    some = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.fixed_dictionaries({"properties": st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)},
                              optional={"additionalProperties": inner, "unevaluatedProperties": inner}),
        st.fixed_dictionaries({"items": inner}, optional={"prefixItems": some}),
        st.fixed_dictionaries({"anyOf": some}, optional={"x-expected": st.just("these")}),
        st.fixed_dictionaries({"oneOf": some}),
        st.fixed_dictionaries({"allOf": some}, optional={"unevaluatedProperties": st.just(False)}),
        st.fixed_dictionaries({"if": inner, "then": inner}, optional={"else": inner}),
        st.fixed_dictionaries({"not": inner}),
        st.fixed_dictionaries({"patternProperties": st.fixed_dictionaries({"^a": inner})}),
    )  # fmt: skip


class TestFuzzing:
    @settings(max_examples=examples(500), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(schema=st.recursive(LEAVES, schemas, max_leaves=6), data=VALUES)
    def test_any_data_against_any_schema(self, use: Use, schema: Any, data: Any) -> None:
        whole = {"allOf": [schema], "$defs": {"t": {"type": ["string", "array"], "items": {"$ref": "#/$defs/t"}}}}
        use(whole)
        in_json(data)
        plain = json.loads(json.dumps(data, default=str, allow_nan=False)) if finite(data) else None
        assert (in_json(plain) == []) == (not list(Draft202012Validator(whole).iter_errors(plain)))
        text = json.dumps(plain)
        node, _ = read_yaml(text, "f")
        if node is not None:
            lines = text.split("\n")
            for line, column, *_ in told(validate(node, "any")):
                assert 1 <= line <= len(lines)
                assert 1 <= column <= len(lines[line - 1]) + 1

    @settings(max_examples=examples(200), deadline=None)
    @given(data=VALUES)
    def test_any_data_as_a_round(self, data: Any) -> None:
        validate_plain(data, "round", HERE)
        for part in ("options", "players", "events", "outcome", "board", "zzz"):
            changed = {**ROUND, part: data}
            told(validate_plain(changed, "round", HERE))


def finite(data: Any) -> bool:
    """Whether JSON can hold the data."""
    try:
        json.dumps(data, default=str, allow_nan=False)
    except ValueError:
        return False
    return True


def test_to_plain_gives_text_for_every_scalar() -> None:
    assert to_plain(tree("a: [1, true, ~, 'x']\nb:\n  c: 3.10")) == {"a": ["1", "true", "~", "x"], "b": {"c": "3.10"}}


def test_the_module_does_not_import_jsonschema_before_it_is_needed() -> None:
    import subprocess

    code = "import sys, rulespec.load.schema, rulespec.load.yaml_door; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _patterns(node: object, path: str) -> Iterator[tuple[str, bool]]:
    """Where a schema has a pattern, and whether what is no text and no number is refused there."""
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str) and not path.endswith("/propertyNames"):
            types = node.get("type", [])
            yield path, {types} == {"string"} if isinstance(types, str) else set(types) == {"string", "number"}
        for key, each in node.items():
            yield from _patterns(each, f"{path}/{key}")
    elif isinstance(node, list):
        for place, each in enumerate(node):
            yield from _patterns(each, f"{path}/{place}")


@pytest.mark.parametrize("file", sorted(SCHEMAS.glob("*.schema.json")), ids=lambda file: file.name)
def test_what_has_a_pattern_must_be_a_text_or_a_number(file: Path) -> None:
    """A pattern alone lets a list or a mapping pass, which is then lost without a word."""
    found = list(_patterns(json.loads(file.read_text(encoding="utf-8")), ""))
    assert all(texts for _, texts in found), [path for path, texts in found if not texts]
