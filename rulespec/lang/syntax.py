"""Text to syntax tree, by the grammar in `grammar/conditions.lark`. lark is imported with the first text, not with this
module: what is known from an earlier run is read without it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rulespec.resources import folder

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

LONGEST = 2_000  # characters in one condition; the longest real ones have about 150
DEEPEST = 60  # nested brackets
TALLEST = 100  # forms inside one another: `not not ...`, `1 + 1 + ...`

_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "MONEY": "an amount such as `$150`",
    "COMPARE": "a comparison (`=` `!=` `<` `<=` `>` `>=`)",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "VBAR": "`|`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES": "`*`",
    "DIVIDED": "`/`",
    "PERCENT_OF": "`% of`",
    "PLAYERS": "`players with`",
    "COUNT": "`count of`",
    "$END": "the end",
}
_OPERATORS = ("and", "or", "not", "in", "between", "before", "after", "always")
# Signs of programming languages, and what stands for them here.
_HABITS = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "||": "or", "&&": "and"}
_STARTS_A_VALUE = {"NAME", "NUMBER", "MONEY", "LPAR", "COUNT", "ALWAYS", "ANY", "NO", "EVERY", "NOT"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a text of the language. `column` counts from 0 within the text.

    `name` is the name without a meaning, where that is what is wrong.
    """

    message: str
    column: int
    hint: str = ""
    name: str = ""


class SyntaxProblem(Exception):
    """The text is not of the language."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@lru_cache(maxsize=1)
def _parser() -> "Lark":
    from lark import Lark

    path = folder("grammar") / "conditions.lark"
    return Lark(
        path.read_text(encoding="utf-8"),
        parser="lalr",
        start=["condition", "amounts", "payout"],
        propagate_positions=True,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=8_192)
def parse(text: str, start: str) -> "Tree[Token]":
    """The syntax tree of `text`; `start` is `condition`, `amounts` or `payout`.

    Raises `SyntaxProblem`, with the column and what was expected there.
    """
    if not text.strip():
        raise SyntaxProblem(Problem("nothing is written here", 0, "write `always` for a rule without a condition"))
    if len(text) > LONGEST:
        raise SyntaxProblem(Problem(f"longer than {LONGEST} characters", LONGEST, "split it with `define`"))
    _refuse_deep(text)
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedToken as error:
        raise SyntaxProblem(_unexpected_token(error, text)) from None
    except UnexpectedCharacters as error:
        raise SyntaxProblem(_unexpected_character(error, text)) from None
    except UnexpectedInput:
        raise SyntaxProblem(Problem("this is not a condition", 0)) from None
    _refuse_tall(tree)
    return tree


def _refuse_deep(text: str) -> None:
    depth = 0
    for column, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > DEEPEST:
            raise SyntaxProblem(Problem(f"more than {DEEPEST} brackets inside one another", column, "use `define`"))


def _refuse_tall(tree: "Tree[Token]") -> None:
    from lark import Tree

    level = [tree]
    for _ in range(TALLEST):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return
    raise SyntaxProblem(Problem(f"more than {TALLEST} operations inside one another", 0, "split it with `define`"))


def _unexpected_token(error: "UnexpectedToken", text: str) -> Problem:
    token = error.token
    names = set(error.accepts or error.expected)
    if token == "player" and "PLAYER" in names:  # the word of the language, and what it lacks is its bracket
        return _without_bracket(text, token.end_pos or 0)
    expected = _expected(names)
    if token.type == "$END":
        return Problem(f"ends too early: expected {expected}", len(text.rstrip()))
    start = token.start_pos or 0
    hint = _habit(text, start) or ("for one of several values write `a in b | c`" if token.type == "VBAR" else "")
    return Problem(f"unexpected `{token}`: expected {expected}", start, hint)


def _without_bracket(text: str, end: int) -> Problem:
    following = re.match(r"[\w.]+|\S", text[end:].lstrip())
    if following is None:
        return Problem("ends too early: expected `(`", end)
    return Problem(f"unexpected `{following[0]}`: expected `(`", len(text) - len(text[end:].lstrip()))


def _habit(text: str, start: int) -> str:
    """What to write for a sign of programming languages that the text has at `start` or ends there."""
    return next((f"write `{ours}`" for sign, ours in _HABITS.items() if _stands(sign, text, start)), "")


def _stands(sign: str, text: str, start: int) -> bool:
    return any(text.startswith(sign, place) for place in range(max(0, start - len(sign) + 1), start + 1))


def _unexpected_character(error: "UnexpectedCharacters", text: str) -> Problem:
    column = error.pos_in_stream or 0
    character = text[column] if column < len(text) else " "
    hint = {
        ",": "write `a | b` for several values; the language has no commas",
        ":": "write odds as `3 to 2`",
        "&": "write `and`",
        "!": "write `not`, or `!=` to compare",
        "'": "names are written without quotes",
        '"': "names are written without quotes",
    }.get(character, "")
    if character.isupper():
        word = re.match(r"[^\W\d]\w*", text[column:])
        lower = word[0].lower() if word else ""
        hint = f"write `{lower}`" if lower in _OPERATORS else "names are lower case, with `_` between words"
    return Problem(f"`{character}` has no meaning here", column, hint)


def _expected(names: set[str]) -> str:
    words = []
    if names >= {"NAME", "NUMBER", "LPAR"}:
        words.append("a value or a condition")
        names = names - _STARTS_A_VALUE
    words += [_WORDS.get(name, f"`{name.lower()}`") for name in sorted(names)]
    return " or ".join(words) if len(words) < 3 else ", ".join(words[:-1]) + " or " + words[-1]
