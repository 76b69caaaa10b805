"""Plain words for what a YAML parser complains of: where, what is wrong, and what to do."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulespec.load.nearest import shown

TOO_DEEP = "brackets are nested too deep here"  # a limit of the parser itself, met before ours while it reads ahead

_LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A parser's complaint: its words, where it gave up, where the thing began that it was reading."""

    words: str
    at: tuple[int, int]
    start: tuple[int, int]
    lines: list[str]

    @property
    def before(self) -> str:
        """What stands in the line before the place where the parser gave up."""
        line, column = self.at
        return self.lines[line - 1][: column - 1]

    @property
    def rest(self) -> str:
        """What stands in the line from there on, without a comment."""
        return self.rest_of(self.at)

    def rest_of(self, place: tuple[int, int]) -> str:
        """What stands in the line from `place` on, without a comment."""
        return re.split(r"\s#", self.lines[place[0] - 1][place[1] - 1 :])[0].strip()


_Said = tuple[tuple[int, int], str, str]


def lines_of(text: str) -> list[str]:
    """The lines of a text as YAML and editors count them; at least one."""
    return _LINE_BREAK.split(text)


def explain(error: Exception, text: str) -> tuple[int, int, str, str]:
    """Line, column, message and hint for an error of PyYAML's C or pure parser about `text`."""
    lines = lines_of(text)
    words = f"{getattr(error, 'context', None) or ''} / {getattr(error, 'problem', None) or ''}".lower()
    mark = getattr(error, "problem_mark", None)
    if mark is None and "\\U" in text:  # the pure parser's only complaint without a position
        words, at = "escape", _end(lines_of(text[: text.index("\\U")]))
    else:
        at = _position(mark, lines)
    start = _position(getattr(error, "context_mark", None), lines) if getattr(error, "context_mark", None) else at
    trouble = _Trouble(words, at, start, lines)
    for pattern, say in _TABLE:
        if re.search(pattern, words):
            place, message, hint = say(trouble)
            break
    else:
        place, message, hint = _other(trouble)
    if "\xa0" in lines[place[0] - 1]:
        hint = "the line holds a no-break space, perhaps pasted from another program: type the spaces anew"
    return *place, message, hint


def _position(mark: Any, lines: list[str]) -> tuple[int, int]:
    """Line and column of a mark; what lies behind the text counts as the end of its last line that is not empty."""
    if mark is None:
        return 1, 1
    if mark.line < len(lines) - 1 or (mark.line == len(lines) - 1 and lines[-1].strip()):
        return mark.line + 1, min(mark.column, len(lines[mark.line])) + 1
    last = max((number for number, line in enumerate(lines) if line.strip()), default=0)
    return last + 1, len(lines[last].rstrip()) + 1


def _end(lines: list[str]) -> tuple[int, int]:
    return len(lines), len(lines[-1]) + 1


def _unclosed_quote(trouble: _Trouble) -> _Said:
    quote = trouble.rest_of(trouble.start)[:1] or '"'
    return trouble.start, f"the text that begins with {quote} here has no closing {quote}", f"add the closing {quote}"


def _escape(trouble: _Trouble) -> _Said:
    hint = "put the text in single quotes, or write `\\\\` for a backslash"
    return trouble.at, "a backslash in double quotes begins an escape, and this one does not exist", hint


def _first_character(trouble: _Trouble) -> _Said:
    rest = trouble.lines[trouble.start[0] - 1][trouble.start[1] - 1 :]
    if rest.startswith("\t"):
        return _tab(trouble)
    first = "a backtick" if rest.startswith("`") else shown(rest[:1])
    message = f"an unquoted text cannot begin with {first}" if rest else "a value is missing here"
    return trouble.start, message, "put the text in quotes"


def _tab(trouble: _Trouble) -> _Said:
    return trouble.at, "a tab stands where only spaces may indent", "replace the tab with spaces"


def _second_colon(trouble: _Trouble) -> _Said:
    if re.search(r":\s", trouble.before):
        message = "a second `:` followed by a space stands in this line"
        return trouble.at, message, "put the whole text after the first `:` in quotes"
    key = trouble.before.strip()
    column = _indent(trouble.before) + 1
    above = next((n for n in range(trouble.at[0] - 1, 0, -1) if trouble.lines[n - 1].strip()), 0)
    if above and _indent(trouble.lines[above - 1]) >= column - 1:
        text = trouble.rest_of((above, 1))
        message = f"{shown(text)} has no `:` and space, so that the next line reads as more of it"
        return (above, _indent(trouble.lines[above - 1]) + 1), message, "write `key: value`"
    message = f"{shown(key)} is indented deeper than its neighbours, so that it reads as more of the text above it"
    return (trouble.at[0], column), message, "line the keys of a block up with each other"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _no_colon(trouble: _Trouble) -> _Said:
    text = trouble.rest_of(trouble.start)
    message = f"{shown(text)} stands where a key is expected, but no `:` and space follow it"
    return trouble.start, message, "write `key: value`, or indent the line if it continues the text above"


def _bracket(trouble: _Trouble) -> _Said:
    line, column = trouble.start
    opening = trouble.lines[line - 1][column - 1 : column]
    closing = {"[": "]", "{": "}"}.get(opening, "]")
    if not trouble.rest:
        return trouble.start, f"the `{opening}` here is never closed", f"add the closing `{closing}`"
    message = f"`,` or `{closing}` is expected before {shown(trouble.rest)}"
    hint = f"the `{opening}` in line {line}, column {column} is still open; put a text that holds brackets in quotes"
    return trouble.at, message, hint


def _dash(trouble: _Trouble) -> _Said:
    return trouble.at, "a list entry cannot begin here", "begin the list on a line of its own, below its key"


def _question_mark(trouble: _Trouble) -> _Said:
    return trouble.at, "a text cannot begin with `?` and a space here", "put the text in quotes"


def _stray_in_block(trouble: _Trouble) -> _Said:
    rest = trouble.rest
    if trouble.before.strip():
        if rest[:1] in ("]", "}"):
            return trouble.at, f"{shown(rest[:1])} closes nothing that is open", "remove it, or put the text in quotes"
        message = f"{shown(rest)} follows a value that has already ended"
        return trouble.at, message, "put the whole value in one pair of quotes"
    line, column = trouble.start
    hint = f"the keys of the block that begins in line {line} stand in column {column}: line this one up with them"
    if re.match(r":(\s|$)", rest):
        return trouble.at, "there is no key before this `:`", "write the key"
    if re.match(r"-(\s|$)", rest):
        return trouble.at, "a list entry stands among the keys of a block", "indent it below the key it belongs to"
    return trouble.at, f"{shown(rest)} lines up with no key above it", hint


def _stray_in_list(trouble: _Trouble) -> _Said:
    line, column = trouble.start
    message = f"{shown(trouble.rest)} stands where an entry of a list is expected"
    hint = f"the list begins in line {line}, column {column}: begin the entry with `- ` there, or indent this line"
    return trouble.at, message, hint


def _no_value(trouble: _Trouble) -> _Said:
    if not trouble.rest:
        return trouble.at, "a value is missing here", "write the value, or put the text in quotes"
    return trouble.at, f"a value is missing before {shown(trouble.rest)}", "put the text in quotes if it belongs to it"


def _block_text(trouble: _Trouble) -> _Said:
    message = "after `|` or `>` the text begins on the next line, indented"
    return trouble.at, message, "move the text to the next line, or put it in quotes"


def _after_end(trouble: _Trouble) -> _Said:
    return trouble.at, f"{shown(trouble.rest)} stands after the end of the document", "remove the line `...` above it"


def _directive(trouble: _Trouble) -> _Said:
    message = "a line that starts with `%` instructs the YAML parser; such lines are not used here"
    return trouble.start, message, "remove the line, or put the text in quotes"


def _too_deep(trouble: _Trouble) -> _Said:
    return trouble.at, TOO_DEEP, ""


def _other(trouble: _Trouble) -> _Said:
    near = f"; it stands before {shown(trouble.rest)}" if trouble.rest else ""
    return trouble.at, f"something is wrong with the punctuation here{near}", "look at quotes, brackets and indentation"


# Both parsers' wordings; the first that matches is taken.
_TABLE: tuple[tuple[str, Callable[[_Trouble], _Said]], ...] = (
    (r"nesting depth|flow level", _too_deep),
    (r"quoted.*(end of stream|document (indicator|separator))", _unclosed_quote),
    (r"escape|hexdecimal", _escape),
    (r"tab character", _tab),
    (r"directive|incompatible yaml|%yaml|%tag", _directive),
    (r"cannot start any token", _first_character),
    (r"block scalar", _block_text),
    (r"\b(tag|anchor|alias)\b", _first_character),
    (r"mapping values are not allowed", _second_colon),
    (r"expected ':'", _no_colon),
    (r"',' or '[\]}]'", _bracket),
    (r"sequence entries are not allowed", _dash),
    (r"mapping keys are not allowed", _question_mark),
    (r"document start", _after_end),
    (r"node content", _no_value),
    (r"parsing a block mapping", _stray_in_block),
    (r"parsing a block (collection|sequence)", _stray_in_list),
)
