"""The door for YAML: everything stays text, what is refused is refused at its place, nothing raises."""

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.load import yaml_door
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence, to_plain
from rulespec.load.yaml_door import MAX_BYTES, MAX_DEPTH, MAX_NODES, read_yaml, read_yaml_file
from rulespec.model.finding import Finding
from rulespec.model.place import Place

PARSERS = [yaml.SafeLoader] + ([yaml.CSafeLoader] if hasattr(yaml, "CSafeLoader") else [])
SURPRISES = (
    "3:2 6:5 35:1 NO no on off yes Y true false null ~ 010 0x1F 0o7 1_000 1e3 .5 3.10 +1 -0 .inf .nan 2022-06-10"
)
JARGON = re.compile(r"<\w|stream|token|scalar|mapping|sequence|simple key|flow|implicit|Error", re.IGNORECASE)


@pytest.fixture(params=PARSERS, ids=lambda parser: parser.__name__)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each parser in turn, since an installation may have either."""
    monkeypatch.setattr(yaml_door, "_PARSER", request.param)


def tree(text: str) -> Node:
    """The tree of a text that has nothing wrong with it."""
    node, findings = read_yaml(text, "f")
    assert findings == []
    assert node is not None
    return node


def only(text: str) -> Finding:
    """The only finding about a text."""
    _, findings = read_yaml(text, "f")
    assert len(findings) == 1, findings
    return findings[0]


def walk(node: Node) -> list[Node]:
    """The node and all nodes in it."""
    if isinstance(node, Scalar):
        return [node]
    inner = node.items if isinstance(node, Sequence) else [part for entry in node.entries for part in entry]
    return [node, *(each for part in inner for each in walk(part))]


def check_shape(findings: list[Finding], text: str) -> None:
    """What holds for every finding: one line, an error, a place within the text."""
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    for finding in findings:
        assert finding.severity == "error"
        assert finding.message.isprintable()
        assert finding.hint.isprintable()
        assert "``" not in finding.message.replace("`` ", "")
        place = finding.place
        assert place.file == "f"
        if place.line:
            assert 1 <= place.line <= len(lines)
            assert 1 <= place.column <= len(lines[place.line - 1]) + 1


@pytest.mark.usefixtures("parser")
class TestText:
    @pytest.mark.parametrize(
        "text",
        [*SURPRISES.split(), "2022-06-10T10:00:00Z", "$150", "10 %", "player.hand > dealer.hand", "a | b", "="],
    )
    def test_every_scalar_keeps_its_text(self, text: str) -> None:
        assert to_plain(tree(f"{text}: {text}\nlist: [{text}, '{text}']")) == {text: text, "list": [text, text]}

    def test_plain_tells_quoted_from_unquoted(self) -> None:
        node = tree("[a, 'a', \"a\", 5, '5', ]\n")
        assert isinstance(node, Sequence)
        assert [item.plain for item in node.items if isinstance(item, Scalar)] == [True, False, False, True, False]
        block = tree("a: |\n  b\n")
        assert isinstance(block, Mapping)
        assert block.get("a") == Scalar("b\n", False, Place("f", 1, 4))

    def test_nothing_is_an_empty_plain_scalar(self) -> None:
        node = tree("a:\nb: ''")
        assert isinstance(node, Mapping)
        assert node.get("a") == Scalar("", True, Place("f", 1, 3))
        assert node.get("b") == Scalar("", False, Place("f", 2, 4))

    def test_a_quoted_merge_key_is_an_ordinary_key(self) -> None:
        assert to_plain(tree("'<<': a")) == {"<<": "a"}

    def test_keys_that_only_look_alike_are_different(self) -> None:
        node = tree("1: a\n1.0: b\n01: c\ntrue: d\nTrue: e")
        assert isinstance(node, Mapping)
        assert node.keys() == ("1", "1.0", "01", "true", "True")


@pytest.mark.usefixtures("parser")
class TestPlaces:
    def test_of_keys_values_lists_and_blocks(self) -> None:
        node = tree("# first\nrules:\n- when: a\n  then: {ante: win}\n- [b]\nempty: {}\n")
        assert isinstance(node, Mapping)
        assert node.keys() == ("rules", "empty")
        rules = node.get("rules")
        assert isinstance(rules, Sequence)
        assert (node.place, rules.place) == (Place("f", 2, 1), Place("f", 3, 1))
        first, second = rules.items
        assert isinstance(first, Mapping)
        assert (first.place, second.place) == (Place("f", 3, 3), Place("f", 5, 3))
        then = first.key("then")
        assert then is not None
        assert then.place == Place("f", 4, 3)
        value = first.get("then")
        assert isinstance(value, Mapping)
        assert value.place == Place("f", 4, 9)
        assert value.get("ante") == Scalar("win", True, Place("f", 4, 16))
        assert value.get("blind") is value.key("blind") is None

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_columns_count_characters_and_lines_any_line_end(self, end: str) -> None:
        node = tree(f"'é': 1{end}b: 😀 # c{end}日本: [😀, x]{end}")
        assert [(each.place.line, each.place.column) for each in walk(node)] == [
            (1, 1), (1, 1), (1, 6), (2, 1), (2, 4), (3, 1), (3, 5), (3, 6), (3, 9),
        ]  # fmt: skip


@pytest.mark.usefixtures("parser")
class TestRefused:
    @pytest.mark.parametrize(
        ("text", "rule", "places"),
        [
            ("a: 1\nb: 2\na: 3\n'a': 4\nb: 5", "repeated-key", [(3, 1), (4, 1), (5, 1)]),
            ("- {a: 1, a: 2}\n- b: {c: 1, c: 1}", "repeated-key", [(1, 10), (2, 13)]),
            ("[a]: b\n{c: d}: e\n? - f\n: g", "bad-key", [(1, 1), (2, 1), (3, 3)]),
            ("a: {{b}}", "bad-key", [(1, 5)]),
            ("{{b}}: c", "bad-key", [(1, 1)]),
            ("a: &x b\nc: &y [d]\n&z e: f", "yaml-feature", [(1, 4), (2, 4), (3, 1)]),
            ("a: &x b\nc: *x\nd: *y", "yaml-feature", [(1, 4), (2, 4), (3, 4)]),
            ("a: !!str b\nc: !d [e]\nf: ! g", "yaml-feature", [(1, 4), (2, 4), (3, 4)]),
            ("a:\n  <<: *x\nb:\n  <<: {c: d}\n  <<: [*y]", "yaml-feature", [(2, 3), (4, 3), (5, 3), (5, 8)]),
            ("%YAML 1.1\n---\na: b", "yaml-feature", [(1, 1)]),
            ("a: b\n---\nc: d\n---\ne: f", "several-documents", [(2, 1)]),
            ("---\n---\n", "several-documents", [(2, 1)]),
            ("a: b\n---\n", "several-documents", [(2, 1)]),
            ("", "empty-file", [(0, 0)]),
            ("# only a comment\n\n", "empty-file", [(0, 0)]),
            ("---\n...\n", "empty-file", [(0, 0)]),
            ("\ufeffa: b", "not-text", [(1, 1)]),
            ("a: b\nc: \x07d\x00 \x07", "not-text", [(2, 4), (2, 6)]),
            ("a: \u202eb", "not-text", [(1, 4)]),
            ("a: b\u2028c: d", "not-text", [(1, 5)]),
            ("a: b\nc\ufeff: \ud800", "not-text", [(2, 2), (2, 5)]),
        ],
    )
    def test_each_at_its_place(self, text: str, rule: str, places: list[tuple[int, int]]) -> None:
        _, findings = read_yaml(text, "f")
        assert [(finding.place.line, finding.place.column) for finding in findings] == places
        assert {finding.rule for finding in findings} == {rule}
        check_shape(findings, text)

    def test_a_repeated_key_names_both_places_and_the_first_counts(self) -> None:
        node, findings = read_yaml("a:\n  cite: x\n  cite: y", "f")
        assert [str(finding.place) for finding in findings] == ["f:3:3"]
        assert "`cite`" in findings[0].message
        assert "line 2, column 3" in findings[0].message
        assert node is not None
        assert to_plain(node) == {"a": {"cite": "x"}}

    @pytest.mark.parametrize("text", ["a: *b", "<<: *b", "- [{c: *b}]", "*b : c"])
    def test_no_tree_when_a_part_of_it_is_a_reference(self, text: str) -> None:
        node, findings = read_yaml(text, "f")
        assert node is None
        assert findings

    @pytest.mark.parametrize(
        "text", ["a: 1\na: 2", "a: !!str 1", "&b a: 1", "a: 1\n[b]: 2", "\ufeffa: 1", "a: 1\n---\n"]
    )
    def test_a_tree_when_the_rest_is_whole(self, text: str) -> None:
        node, findings = read_yaml(text, "f")
        assert findings
        assert node is not None
        assert to_plain(node) == {"a": "1"}

    def test_the_limits_hold_exactly(self) -> None:
        assert tree("[" * MAX_DEPTH + "]" * MAX_DEPTH)
        finding = only("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
        assert (finding.rule, finding.place) == ("too-deep", Place("f", 1, MAX_DEPTH + 1))
        assert tree(f"a: {'x' * (MAX_BYTES - 3)}")
        assert only(f"a: {'x' * (MAX_BYTES - 2)}").rule == "too-large"
        assert only(f"a: {'é' * (MAX_BYTES // 2)}").rule == "too-large"

    def test_the_number_of_nodes_is_limited(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert MAX_NODES == 200_000
        monkeypatch.setattr(yaml_door, "MAX_NODES", 4)
        assert tree("[a, b, c]")
        assert (only("[a, b, c, d]").rule, only("[a, b, c, d]").place) == ("too-large", Place("f", 1, 11))


# (text, line, column, words of the message)
SYNTAX = [
    ("a: 'b\n", 1, 4, "no closing '"),
    ('a: b\nc: "d\n---\ne', 2, 4, 'no closing "'),
    ("a: b: c", 1, 5, "second `:`"),
    ("a: 1\n b: 2", 2, 2, "`b` is indented deeper"),
    ("a\nb: c", 1, 1, "`a` has no `:`"),
    ("a: x\nfoo\nb: 1", 2, 1, "`foo` stands where a key is expected"),
    ("foo: bar\nbaz", 2, 1, "`baz` stands where a key is expected"),
    ("a:\n  - b\n c: d", 3, 2, "`c: d` lines up with no key"),
    ("a: b\n- c", 2, 1, "a list entry"),
    ("- a\nb: c", 2, 1, "`b: c` stands where an entry of a list"),
    ("[a, b", 1, 1, "`[` here is never closed"),
    ("x:\n  a: {b: c\n", 2, 6, "`{` here is never closed"),
    ("a: [b: c: d]", 1, 9, "before `: d]`"),
    ("a: {x: 1}}", 1, 10, "closes nothing"),
    ("a: ]", 1, 4, "missing before `]`"),
    ("{a: b,, c}", 1, 7, "missing before `, c}`"),
    ("a: 'x' y # z", 1, 8, "`y` follows a value that has already ended"),
    ("a:\n\tb: c", 2, 1, "a tab"),
    ("a: @x", 1, 4, "cannot begin with `@`"),
    ("a: `x`", 1, 4, "cannot begin with a backtick"),
    ("a: %x", 1, 4, "cannot begin with `%`"),
    ("a: * b", 1, 4, "cannot begin with `*`"),
    ("a: & b", 1, 4, "cannot begin with `&`"),
    ("a: !b! c", 1, 4, "cannot begin with `!`"),
    ("a: |x\n b", 1, 5, "the next line"),
    ("a: - b", 1, 4, "a list entry cannot begin here"),
    ("a: ? b", 1, 4, "`?`"),
    ("a: b\n...\nfoo", 3, 1, "after the end of the document"),
    ("%YAML 3.0\n---\na: b", 1, 1, "starts with `%`"),
    ("a:\xa0b\nc: d", 1, 1, ""),
]


@pytest.mark.usefixtures("parser")
class TestSyntax:
    @pytest.mark.parametrize(("text", "line", "column", "words"), SYNTAX)
    def test_one_finding_in_plain_words(self, text: str, line: int, column: int, words: str) -> None:
        node, _ = read_yaml(text, "f")
        assert node is None
        finding = only(text)
        assert finding.rule == "yaml-syntax"
        assert words in finding.message
        assert finding.hint
        assert (finding.place.line, finding.place.column) == (line, column)
        assert not JARGON.search(finding.message + finding.hint)

    @pytest.mark.parametrize("escape", ["\\q", "\\x4", "\\uZZZZ", "\\ud800", "\\UFFFFFFFF"])
    def test_escapes(self, escape: str) -> None:
        finding = only(f'a: "{escape}"')
        assert finding.rule == "yaml-syntax"
        assert finding.place.line == 1
        assert finding.hint

    def test_what_was_wrong_before_it_is_told_too(self) -> None:
        _, findings = read_yaml("a: 1\na: 2\nb: ]", "f")
        assert [finding.rule for finding in findings] == ["repeated-key", "yaml-syntax"]

    def test_a_no_break_space_is_named(self) -> None:
        assert "no-break space" in only("a:\xa0b\nc: d").hint


class TestFiles:
    @pytest.mark.parametrize(
        ("data", "rule", "place"),
        [
            (b"a: \xff\n", "not-text", "f:1:4"),
            (b"a: \xc3\xa9\nb: \xc3\xa9\xe9", "not-text", "f:2:5"),
            (b"\xff\xfea\x00:\x00", "not-text", "f"),
            (b"\xfe\xff\x00a", "not-text", "f"),
            (b"\xef\xbb\xbfa: b", "not-text", "f:1:1"),
            (b"\x7fELF\x00\x00", "not-text", "f"),
            (b"", "empty-file", "f"),
            (b"a: " + b"x" * MAX_BYTES, "too-large", "f"),
        ],
    )
    def test_what_is_no_text(self, tmp_path: Path, data: bytes, rule: str, place: str) -> None:
        path = tmp_path / "spec.yaml"
        path.write_bytes(data)
        _, findings = read_yaml_file(path, "f")
        assert [(finding.rule, str(finding.place)) for finding in findings] == [(rule, place)]

    def test_what_cannot_be_opened(self, tmp_path: Path) -> None:
        for path in (tmp_path / "none.yaml", tmp_path, Path("a\0b")):
            node, findings = read_yaml_file(path, "f")
            assert node is None
            assert [finding.rule for finding in findings] == ["unreadable-file"]

    def test_the_name_in_findings_is_the_path_unless_given(self, tmp_path: Path) -> None:
        path = tmp_path / "spec.yaml"
        path.write_text("a: é\n", encoding="utf-8")
        node, findings = read_yaml_file(path)
        assert findings == []
        assert node == Mapping(
            ((Scalar("a", True, Place(str(path), 1, 1)), Scalar("é", True, Place(str(path), 1, 4))),),
            Place(str(path), 1, 1),
        )


HOSTILE = {
    "brackets": "[" * 100_000,
    "braces": "{" * 100_000,
    "opened and closed": "[" * 100_000 + "]" * 100_000,
    "dashes": "- " * 100_000,
    "question marks": "? " * 100_000,
    "colons": "a: " * 100_000,
    "stairs": "\n".join(" " * n + "a:" for n in range(1000)),
    "commas": "[" + "a," * 300_000,
    "quotes": '"' * 100_001,
    "tags": "!" * 100_000,
    "tabs": "\t" * 100_000 + "a",
    "lines": "\n" * 1_000_000 + "]",
    "huge scalar": "a: " + "x" * 1_900_000,
    "huge key": "x" * 100_000 + ": b",
    "huge quoted": '"' + "\\n" * 500_000 + '"',
    "references": "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)),
    "controls": "".join(map(chr, range(32))) * 1000,
    "surrogates": "\ud800" * 1000,
    "directives": "%TAG ! x\n" * 1000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_end_in_findings(name: str) -> None:
    node, findings = read_yaml(HOSTILE[name], "f")
    assert node is not None or findings
    check_shape(findings, HOSTILE[name])


@pytest.mark.parametrize("name", ["brackets", "braces", "opened and closed", "dashes", "question marks", "stairs"])
def test_deep_nesting_is_called_that(name: str) -> None:
    assert [finding.rule for finding in read_yaml(HOSTILE[name], "f")[1]] == ["too-deep"]


SNIPPETS = [
    ": ",
    "- ",
    "\n  ",
    "\n- ",
    "\n---\n",
    "\n...\n",
    "<<: ",
    "key: value\n",
    "é",
    "😀",
    "\xa0",
    "\x85",
    "\u2028",
]
SNIPPETS += ["\ufeff", "\x00", "\ud800", "%YAML 1.2\n", "!!str ", "&a ", "*a", '"\\u00', "|2-\n"]
YAMLISH = st.lists(
    st.sampled_from([*"abc:-?[]{},#&*!|>'\"%@`~<= \t\n\r\\/0123", *SNIPPETS]),
    max_size=40,
).map("".join)


@pytest.mark.usefixtures("parser")
class TestFuzzing:
    @settings(max_examples=examples(400), deadline=None)
    @given(text=st.one_of(YAMLISH, st.text(st.characters(codec=None))))
    def test_no_text_raises(self, text: str) -> None:
        node, findings = read_yaml(text, "f")
        assert node is not None or findings
        check_shape(findings, text)
        assert sum(finding.rule == "yaml-syntax" for finding in findings) <= 1
        if not findings:
            assert node is not None
            lines = re.split(r"\r\n|\r|\n", text)
            for each in walk(node):
                at = lines[each.place.line - 1][each.place.column - 1 :]
                if isinstance(each, Scalar) and each.plain:
                    assert at.startswith(re.split(r"[\n ]", each.text)[0])
                elif isinstance(each, Scalar):
                    assert at.startswith(("'", '"', "|", ">"))

    @settings(max_examples=examples(200), deadline=None)
    @given(data=st.binary(max_size=60))
    def test_no_bytes_raise(self, data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.getbasetemp() / "fuzz.yaml"
        path.write_bytes(data)
        node, findings = read_yaml_file(path, "f")
        assert node is not None or findings

    @settings(max_examples=examples(150), deadline=None)
    @given(
        data=st.recursive(
            st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"])),
            lambda inner: (
                st.lists(inner, max_size=4) | st.dictionaries(st.text("abcé 1:-", min_size=1), inner, max_size=4)
            ),
            max_leaves=20,
        ),
        flow=st.sampled_from([True, False, None]),
    )
    def test_what_another_writer_writes_is_read_back(self, data: object, flow: bool | None) -> None:
        written = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow)
        node, findings = read_yaml(written, "f")
        if not findings:
            assert node is not None
            assert to_plain(node) == data
        else:
            assert {finding.rule for finding in findings} <= {"not-text", "too-deep", "empty-file"}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("text", ["?\n  a", "? a", "a: 1\n?\n  b", "- a\n- ?\n    c", "? a\n", "?\r\n  a"])
def test_a_value_that_is_not_there_stands_within_the_text(text: str) -> None:
    lines = re.split(r"\r\n|\r|\n", text)
    for each in walk(tree(text)):
        assert each.place.line <= len(lines)
        assert each.place.column <= len(lines[each.place.line - 1]) + 1


def test_both_parsers_give_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [b, 'c', {d: }]\n'e f':\n- |\n  g\n- h\n  i\n- {j: ~, k}\n"
    trees = []
    for parser in PARSERS:
        monkeypatch.setattr(yaml_door, "_PARSER", parser)
        trees.append([(each.text, each.plain) for each in walk(tree(text)) if isinstance(each, Scalar)])
    assert all(each == trees[0] for each in trees)
