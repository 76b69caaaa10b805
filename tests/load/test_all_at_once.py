"""Everything wrong with a spec and its vocabulary comes out in one run, each thing once, whatever the nodes are."""
# ruff: noqa: E501 - a change stands in one line

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from invented import BELLS, POCKETS, SPECS, edited, problems
from sampling import examples

from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.load.nodes import Mapping as Block
from rulespec.load.nodes import Node, Scalar, Sequence
from rulespec.load.schema import validate
from rulespec.load.spec import read_spec
from rulespec.load.vocabulary import read_vocabulary
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.finding import Finding
from rulespec.resources import folder

VOCABULARY = (SPECS / "vocabulary.yaml").read_text(encoding="utf-8")


def said(findings: list[Finding]) -> list[str]:
    return [finding.message for finding in findings]


def with_vocabulary(folder: Path, changes: Mapping[str, str], spec: Mapping[str, str] | None = None) -> Library:
    text = VOCABULARY
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    library = edited(folder, BELLS, spec or {})
    (folder / "vocabulary.yaml").write_text(text, encoding="utf-8")
    return library


# One file.


def test_a_wrong_form_hides_no_wrong_meaning(tmp_path: Path) -> None:
    found = problems(
        edited(
            tmp_path,
            BELLS,
            {
                "then: win,       cite: 4.7(a)": "then: standoff, cite: 4.7(a)",
                "{when: folded,                                     then: lose,": "{when: foldd, then: lose,",
                "always: 2 * stake(it) + 5": "always: 9/2",
                "then: drop": "then: dropp",
                "noon: {board: 3": "noon: {bord: 3",
                "means: round": "means: rownd",
            },
        )
    )
    assert said(found) == [
        "the vocabulary has no term `rownd`",
        "unknown key `bord` in `noon`; expected `board` or `cards`",
        "`dropp` is no deed of this spec",
        "rule 4.1(b)(i): `foldd` has no meaning here",
        "`then`: expected `win`, `lose`, `stand_off`, `void`, `invalid` or `surrendered`, found `standoff`",
        "payout: `9/2` is a plain number, and a payout is odds or money",
    ]


def test_a_key_that_stands_twice_hides_nothing(tmp_path: Path) -> None:
    found = problems(edited(tmp_path, BELLS, {"family: bells": "family: bells\nfamily: bells", "drop,": "dropp,"}))
    assert [finding.rule for finding in found] == ["repeated-key", "unknown-name"]


ALONE = {  # one mistake, one finding: nothing that only follows from it
    "a section misspelt": {"\nwagers:\n": "\nwagrs:\n"},
    "a section that is a list": {
        "\n  dawn: {board: 0, cite: \"3.1\"}\n  noon: {board: 3, cite: \"3.2\"}\n  dusk: {board: 5, cite: \"3.3\"}\n": " [dawn, 5]\n"
    },
    "a section that settles, misspelt": {"\nsettle:\n": "\nsetle:\n"},
    "a definition with a mistake": {"is: dealer.hand >= pair": "is: dealer.hand >= pairs"},
    "a definition without a condition": {"{is: dealer.hand >= pair, ": "{"},
    "a wager misspelt where it is declared": {"  lamp:   {placed": "  lump:   {placed"},
    "a group with a mistake, in another group": {"of: first second,": "of: first secnd,"},
    "a group that is none": {"{of: first second,     cite: 1.6(a)}": "first second"},
    "a kind of hand misspelt in the order": {"[high_card, pair,": "[high_card, pare,"},
    "no order of kinds": {"  order: [high_card, pair": "  ordre: [high_card, pair"},
    "a rule without a condition": {"{when: folded, then: drop": "{then: drop"},
    "an empty condition": {"when: folded, then: drop": "when: '', then: drop"},
    "a condition that is a list": {"when: folded, then: drop": "when: [folded], then: drop"},
    "a pay table with a misspelt key": {"raise: {always": "raise: {alwys"},
    "a payout of a column": {"[12 to 1, 11 to 1]": "[12 to 1, 11 to]"},
    "a payout that is a block": {"[12 to 1, 11 to 1]": "[12 to 1, {11: 1}]"},
    "the columns of no option": {"columns: side_table": "columns: side_tabel"},
    "the hand of a pay table": {"    by: player.hand\n    columns": "    by: player.hnd\n    columns"},
    "a bet with a misspelt amount": {"then: bet raise, amount: 3 *": "then: bet raise, amuont: 3 *"},
    "an option with a misspelt example": {"example: 1, cite": "exmaple: 1, cite"},
    "no family": {"family: bells\n": ""},
    "no id": {f"spec: {BELLS}\n": ""},
}  # fmt: skip


@pytest.mark.parametrize("what", ALONE)
def test_one_mistake_is_one_finding(tmp_path: Path, what: str) -> None:
    found = problems(edited(tmp_path, BELLS, ALONE[what]))
    assert len(found) == 1, said(found)


def test_a_base_that_cannot_be_read_hides_nothing(tmp_path: Path) -> None:
    text = (
        (SPECS / f"{BELLS}.yaml").read_text(encoding="utf-8").replace("{is: dealer.hand >= pair", "{is: first >= pair")
    )
    text = text.replace("family: bells\n", 'family: bells\nbase: {spec: harbour/gone, prevails: this, cite: "1"}\n')
    (tmp_path / "harbour").mkdir()
    (tmp_path / "vocabulary.yaml").write_text(VOCABULARY, encoding="utf-8")
    (tmp_path / f"{BELLS}.yaml").write_text(text, encoding="utf-8")
    assert said(problems(Library(tmp_path))) == [
        "there is no spec `harbour/gone`",
        "`dealer.opens`: an amount cannot be compared with a kind of hand",
    ]


# The vocabulary.

VOCABULARIES = {
    "an entry without a title": {"  dawn: {title: the decision before the shared cards}": "  dawn: {titel: dawn}"},
    "a fact of a type that is none": {"{title: folded, type: truth,": "{title: folded, type: trooth,"},
    "a fact of a list that is none": {"type: one of colours": "type: one of colors"},
    "a fact that is a text": {"  exposed:      {title: exposed, type: truth, source: acts}": "  exposed: truth"},
    "an option of a type that is none": {"pay table of the Side bell, type: number": "x, type: nmber"},
    "a list of one": {"  colours: [amber, teal, slate]": "  colours: [amber]"},
    "a section misspelt": {"\nfacts:\n": "\nfatcs:\n"},
    "a section that is none": {"\nterms:\n": "\nterms: []\nterms_of_old:\n"},
    "a name that is a word of the language": {"  lamp:   {title": "  count:  {title"},
    "a name that cannot be one": {"  lamp:   {title": "  Lamp:   {title"},
    "no version": {"vocabulary: 1\n": ""},
    "no vocabulary at all": {"vocabulary: 1\n": "- \n"},
}


@pytest.mark.parametrize("what", VOCABULARIES)
def test_a_mistake_in_the_vocabulary_hides_none_of_the_specs_and_makes_none(tmp_path: Path, what: str) -> None:
    library = with_vocabulary(tmp_path, VOCABULARIES[what])
    found = problems(library)
    assert found
    assert {finding.place.file.rpartition("/")[2] for finding in found} == {"vocabulary.yaml"}, said(found)
    changes = {
        "then: win,       cite: 4.7(a)": "then: wins, cite: 4.7(a)",
        "is: dealer.hand >=": "is: dealer.hand >= >=",
    }
    mistaken = problems(with_vocabulary(tmp_path, VOCABULARIES[what], changes))
    assert [finding.rule for finding in mistaken[len(found) :]] == ["condition", "not-one-of"]


def test_what_specs_share_is_said_once(tmp_path: Path) -> None:
    library = with_vocabulary(tmp_path, {"type: one of colours": "type: one of colors"})
    (tmp_path / f"{POCKETS}.yaml").write_text((SPECS / f"{POCKETS}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(LoadError) as refused:
        library.load_all(library.ids())
    assert said(refused.value.findings) == ["`colors` is not under `lists`"]
    assert refused.value.findings[0].hint == "did you mean `colours`?"


# Any nodes. Each change is a place in the tree and what is put there.

TEXTS = [
    "",
    "~",
    "true",
    "3",
    "3.10",
    "-1",
    "9" * 5000,
    "1e99999",
    "folded",
    "first",
    "pair",
    "player.hand > 3",
    "a b",
    "'",
    "é",
]
LEAVES = st.builds(Scalar, st.sampled_from(TEXTS) | st.text(max_size=4), st.booleans(), st.none())


SHIPPED = folder("specs")
GAMES = [(SPECS, BELLS), (SPECS, POCKETS), *((SHIPPED, name) for name in Library().ids())]


@cache
def tree(root: Path, name: str) -> Block:
    node, findings = read_yaml_file(root / f"{name}.yaml")
    assert isinstance(node, Block)
    assert not findings
    return node


def steps_of(node: Node, here: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every place in a tree, as positions among the values of each block or list."""
    yield here
    if not isinstance(node, Scalar):
        values = node.items if isinstance(node, Sequence) else [value for _, value in node.entries]
        for place, value in enumerate(values):
            yield from steps_of(value, (*here, place))


def changed(node: Node, steps: tuple[int, ...], change: str, with_: Node, key: str) -> Node:
    """The tree with one thing done at a place: `put` a node there, `drop` it, `swap` it with the next, `name` it."""
    if not steps or isinstance(node, Scalar):
        return placed(with_, node)
    first, *rest = steps
    parts = list(node.items if isinstance(node, Sequence) else node.entries)
    if first >= len(parts):
        return node
    if rest or change == "put":
        value = parts[first] if isinstance(node, Sequence) else parts[first][1]
        new = changed(value, tuple(rest), change, with_, key)
        parts[first] = new if isinstance(node, Sequence) else (parts[first][0], new)
    elif change == "drop":
        del parts[first]
    elif change == "name" and isinstance(node, Block):
        parts[first] = (Scalar(key, True, parts[first][0].place), parts[first][1])
    elif isinstance(node, Block):
        other = (first + 1) % len(parts)
        (one, a), (two, b) = parts[first], parts[other]
        parts[first], parts[other] = (one, b), (two, a)
    if isinstance(node, Sequence):
        return Sequence(tuple(parts), node.place)
    return Block(tuple({name.text: (name, value) for name, value in parts}.values()), node.place)


def placed(node: Node, instead: Node) -> Node:
    """A made-up node at the place of the one it stands for."""
    if isinstance(node, Scalar):
        return Scalar(node.text, node.plain, instead.place)
    if isinstance(node, Sequence):
        return Sequence(tuple(placed(item, instead) for item in node.items), instead.place)
    entries = ((Scalar(key.text, key.plain, instead.place), placed(value, instead)) for key, value in node.entries)
    return Block(tuple(entries), instead.place)


KEYS = ["x", "when", "then", "cite", "first", "wagers", "rules", "always", "by", "base", "spec", "left_out", "count"]
NODES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda found: Sequence(tuple(found), None)),  # type: ignore[arg-type]
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=3).map(
            lambda found: Block(tuple((Scalar(k, True, None), v) for k, v in found.items()), None)  # type: ignore[arg-type]
        ),
    ),
    max_leaves=4,
)


@st.composite
def mutated(draw: st.DrawFn, root: Path, name: str) -> Node:
    """The tree of a file with one to three things changed."""
    node: Node = tree(root, name)
    for _ in range(draw(st.integers(1, 3))):
        steps = draw(st.sampled_from(list(steps_of(node))))
        change = draw(st.sampled_from(["put", "drop", "swap", "name"]))
        node = changed(node, steps, change, draw(NODES), draw(st.sampled_from(KEYS)))
    return node


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> dict[str, Node]:
    """Trees that are read in place of files, by their names."""
    trees: dict[str, Node] = {}

    def read(path: Path, schema: str) -> tuple[Node, list[Finding]]:
        root = next((root for root in (SPECS, SHIPPED) if path.is_relative_to(root)), SPECS)
        name = path.relative_to(root).with_suffix("").as_posix()
        node: Node = trees[name] if name in trees else tree(root, name)
        return node, validate(node, schema)

    for module in (read_spec.__module__, read_vocabulary.__module__):
        monkeypatch.setattr(sys.modules[module], "read_checked", read)
    return trees


ANY = settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))


def check_reading(trees: dict[str, Node], root: Path, name: str, schema: str) -> None:
    """Reads the spec `name` with these trees in place of files, and everything of it that can be loaded."""
    vocabulary, wrong, lost = read_vocabulary(root / "vocabulary.yaml")
    assert bool(lost) <= bool(wrong)
    spec, findings = read_spec(root / f"{name}.yaml", vocabulary, lambda id_: located(root, id_), lost, name)
    assert spec is None or not findings
    assert spec is not None or findings or wrong
    (changed_name,) = trees
    by_schema = validate(trees[changed_name], schema)
    everything = {(finding.place, finding.message) for finding in (*wrong, *findings)}
    assert {(finding.place, finding.message) for finding in by_schema} <= everything
    places = {finding.place for finding in by_schema}
    assert sum(finding.place in places for finding in (*wrong, *findings)) == len(by_schema), "said twice at one place"
    assert len(everything) == len(wrong) + len(findings)
    if spec is not None and not wrong:
        with suppress(LoadError):
            Settler(spec)


def located(root: Path, name: str) -> Path | None:
    path = root / f"{name}.yaml"
    return path if path.is_file() else None


@ANY
@given(data=st.data(), game=st.sampled_from(GAMES))
def test_any_node_anywhere_in_a_spec(door: dict[str, Node], data: st.DataObject, game: tuple[Path, str]) -> None:
    door.clear()
    door[game[1]] = data.draw(mutated(*game))
    check_reading(door, *game, "spec")


@ANY
@given(data=st.data(), game=st.sampled_from(GAMES))
def test_any_node_anywhere_in_the_vocabulary(
    door: dict[str, Node], data: st.DataObject, game: tuple[Path, str]
) -> None:
    door.clear()
    door["vocabulary"] = data.draw(mutated(game[0], "vocabulary"))
    check_reading(door, *game, "vocabulary")
