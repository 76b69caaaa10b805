"""The same tree written in other ways: other quotes, brackets for blocks, other indentation, comments anywhere."""

import json
import re
from random import Random

import yaml

from rulespec.load.layout.spelling import is_typed
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence


class Mangler:
    """Writes trees, each time in another way; `comments` are those that it wrote, in their order in the text."""

    def __init__(self, random: Random, chatty: float = 0.15) -> None:
        self._random = random
        self._chatty = chatty
        self._count = 0
        self.text = ""

    @property
    def comments(self) -> list[str]:
        return re.findall(r"#c[0-9]+", self.text)

    def write(self, node: Node) -> str:
        """The tree as a text, with an end or none to its last line."""
        lines = [*self._above(0), *self._block(node, 0)] if not isinstance(node, Scalar) else self._inline("", node, 0)
        self.text = "\n".join([*lines, *self._above(0)]) + "\n" * self._random.randrange(3)
        return self.text

    def _maybe(self, chance: float = 0.5) -> bool:
        return self._random.random() < chance

    def _comment(self) -> str:
        self._count += 1
        return f"#c{self._count}" + " of: {this, 'that\", - [or #another" * self._maybe(0.2)

    def _above(self, indent: int) -> list[str]:
        """Comments and empty lines on lines of their own."""
        lines = []
        while self._maybe(self._chatty):
            column = self._random.randrange(indent + 1)
            lines.append(" " * column + self._comment() if self._maybe() else " " * column)
        return lines

    def _behind(self) -> str:
        return " " * self._random.randint(1, 4) + self._comment() if self._maybe(self._chatty) else ""

    def _block(self, node: Node, indent: int) -> list[str]:
        assert not isinstance(node, Scalar)
        entries = node.entries if isinstance(node, Mapping) else [(None, item) for item in node.items]
        if not entries or (self._maybe(0.2) and not _holds_nothing(node)):
            return self._inline(" " * indent, node, indent)
        lines: list[str] = []
        for number, (key, value) in enumerate(entries):
            lines += self._above(indent) if number else []
            start = " " * indent + ("-" if key is None else self._scalar(key, False) + ":")
            lines += self._entry(start, value, indent, key is None)
        return lines

    def _entry(self, start: str, value: Node, indent: int, listed: bool) -> list[str]:
        if isinstance(value, Scalar) or (self._maybe(0.3) and not _holds_nothing(value)):
            return self._inline(start + " " * self._random.choice([1, 1, 1, 3]), value, indent)
        deeper = indent + self._random.randint(1 + listed, 4)
        if isinstance(value, Sequence) and not listed and self._maybe():
            deeper = indent
        inner = self._block(value, deeper)
        if deeper == indent and not inner[0].lstrip().startswith("-"):
            return self._inline(start + " ", value, indent)
        if listed and self._maybe() and not inner[0].lstrip().startswith("#"):
            return [start.ljust(deeper) + inner[0].lstrip(" "), *inner[1:]]
        return [start + self._behind(), *self._above(deeper), *inner]

    def _inline(self, start: str, value: Node, indent: int) -> list[str]:
        literal = isinstance(value, Scalar) and not value.plain and start.strip() and self._maybe(0.3)
        if literal and (lines := self._literal(value, indent + 2)):
            return [start + lines[0] + self._behind(), *lines[1:]]
        if start.strip() and self._maybe(0.1) and not (isinstance(value, Scalar) and not value.text):
            deeper = " " * (indent + self._random.randint(1, 3))
            return [start + self._behind(), *self._above(indent), *(deeper + self._flow(value, indent)).split("\n")]
        return (start + self._flow(value, indent, outer=True) + self._behind()).split("\n")

    def _flow(self, node: Node, indent: int, outer: bool = False) -> str:
        if isinstance(node, Scalar):
            return self._scalar(node, not outer)
        if isinstance(node, Sequence):
            parts = [self._flow(item, indent) for item in node.items]
            opening, closing = "[]"
        else:
            parts = [f"{self._scalar(key, True)}: {self._flow(value, indent)}" for key, value in node.entries]
            opening, closing = "{}"
        text = opening + self._gap(indent)
        for number, part in enumerate(parts):
            text += part + ("," * (number + 1 < len(parts)) or " ") + self._gap(indent)
        return text + closing

    def _gap(self, indent: int) -> str:
        """What may stand between two parts of a text in brackets."""
        if self._maybe(0.7):
            return " "
        lines = [self._behind(), *self._above(indent + 1)]
        return "\n".join([*lines, " " * (indent + self._random.randint(1, 5))])

    def _scalar(self, node: Scalar, flow: bool) -> str:
        if node.plain and (is_typed(node.text) or not node.text):
            return node.text
        ways = [json.dumps(node.text, ensure_ascii=self._maybe())]
        if node.text.isprintable():
            ways.append("'" + node.text.replace("'", "''") + "'")
            if node.text != "-" and not is_typed(node.text) and _reads(node.text, node.text, flow):
                ways += [node.text] * 3
        return self._random.choice(ways)

    def _literal(self, node: Scalar, indent: int) -> list[str]:
        """A `|` text, where the text can be one."""
        body = node.text.split("\n")
        head = "|" if node.text.endswith("\n") else "|-"
        if head == "|":
            body.pop()
        lines = [head, *(" " * indent + line if line else "" for line in body)]
        fits = "\\" not in ascii(node.text.replace("\n", "").replace("'", "")) and body[0].strip() and body[-1].strip()
        return lines if fits and _reads("\n".join(["- " + head, *lines[1:]]), node.text, None) else []


def _holds_nothing(node: Node) -> bool:
    """Whether an entry of a list is nothing at all, which no brackets can hold."""
    if isinstance(node, Scalar):
        return False
    inner = [value for _, value in node.entries] if isinstance(node, Mapping) else list(node.items)
    nothing = isinstance(node, Sequence) and any(
        isinstance(one, Scalar) and one.plain and not one.text for one in inner
    )
    return nothing or any(map(_holds_nothing, inner))


def _reads(written: str, text: str, flow: bool | None) -> bool:
    whole = written if flow is None else f"[{written}]" if flow else f"- {written}"
    try:
        found = [one for one in yaml.parse(whole, yaml.CSafeLoader) if isinstance(one, yaml.ScalarEvent)]
    except yaml.YAMLError:
        return False
    return ([one.value for one in found] == [text] and "\n" not in written.strip()) or (
        flow is None and found[0].value == text
    )
