"""What the styles of a DOCX say of its paragraphs and words, through the styles they are based on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

from rulespec.documents.ingest.markup import BOLD, ITALIC, PLAIN

_VAL = qn("w:val")
_LONGEST_CHAIN = 30  # styles based on each other; a damaged file may have a circle of them
_OFF = frozenset({"0", "false", "off", "none"})


def value(element: Any, *path: str) -> str | None:
    """The `w:val` of the element that `path` leads to from `element`; None if there is none."""
    for name in path:
        element = None if element is None else element.find(qn(name))
    return None if element is None else element.get(_VAL)


def number(element: Any, *path: str) -> int | None:
    """As `value`, as a number; None if it is none or absurd."""
    text = value(element, *path)
    try:
        found = int(text) if text is not None and len(text) < 10 else None
    except ValueError:
        return None
    return found


def switch(element: Any, name: str) -> bool | None:
    """Whether the property `name` of `element` is on; None if it is not mentioned."""
    found = None if element is None else element.find(qn(name))
    return None if found is None else found.get(_VAL, "1").lower() not in _OFF


@dataclass(frozen=True, slots=True)
class StyleNumber:
    """The numbering that a style carries: the list, its level if said, and the styles from which that may follow."""

    list_id: int
    level: int | None
    styles: tuple[str, ...]


class Styles:
    """The styles of one document; `root` is the element `w:styles`, or None where there is none."""

    def __init__(self, root: Any) -> None:
        entries = [] if root is None else root.findall(qn("w:style"))
        self._styles = {entry.get(qn("w:styleId")): entry for entry in entries}
        self._default = next(
            (
                entry.get(qn("w:styleId"))
                for entry in entries
                if entry.get(qn("w:type")) == "paragraph" and entry.get(qn("w:default")) in ("1", "true", "on")
            ),
            None,
        )
        defaults = None if root is None else root.find(qn("w:docDefaults"))
        properties = None if defaults is None else defaults.find(qn("w:rPrDefault"))
        self._known: dict[tuple[str | None, str], bool | None] = {}
        self._run_defaults = None if properties is None else properties.find(qn("w:rPr"))

    def heading_level(self, paragraph_properties: Any) -> int:
        """The level of a heading, from 1; 0 for other paragraphs. A title is a heading of level 1."""
        direct = number(paragraph_properties, "w:outlineLvl")
        if direct is not None:
            return direct + 1 if 0 <= direct < 9 else 0
        for _, style in self._chain(self.paragraph_style(paragraph_properties)):
            level = number(style.find(qn("w:pPr")), "w:outlineLvl")
            if level is not None:
                return level + 1 if 0 <= level < 9 else 0
            if (value(style, "w:name") or "").lower() == "title":
                return 1
        return 0

    def is_contents(self, paragraph_properties: Any) -> bool:
        """Whether the paragraph is an entry of a table of contents, by its style."""
        return any(
            (value(style, "w:name") or "").lower().startswith(("toc ", "contents "))
            for _, style in self._chain(self.paragraph_style(paragraph_properties))
        )

    def list_number(self, paragraph_properties: Any) -> StyleNumber | None:
        """The numbering that the paragraph has from its style, or from the nearest style below it that has one."""
        level: int | None = None
        seen: list[str] = []
        for name, style in self._chain(self.paragraph_style(paragraph_properties)):
            seen.append(name)
            properties = style.find(qn("w:pPr"))
            entry = None if properties is None else properties.find(qn("w:numPr"))
            if entry is None:
                continue
            level = number(entry, "w:ilvl") if level is None else level
            list_id = number(entry, "w:numId")
            if list_id is not None:
                return StyleNumber(list_id, level, tuple(seen))
        return None

    def emphasis(self, run_properties: Any, paragraph_style: str | None) -> int:
        """PLAIN, ITALIC, BOLD or their sum for a run in a paragraph of that style."""
        bold = self._is_on(run_properties, paragraph_style, "w:b")
        italic = self._is_on(run_properties, paragraph_style, "w:i")
        return PLAIN + (BOLD if bold else 0) + (ITALIC if italic else 0)

    def hidden(self, run_properties: Any, paragraph_style: str | None) -> bool:
        return self._is_on(run_properties, paragraph_style, "w:vanish")

    def paragraph_style(self, paragraph_properties: Any) -> str | None:
        return value(paragraph_properties, "w:pStyle") or self._default

    def _is_on(self, run_properties: Any, paragraph_style: str | None, name: str) -> bool:
        direct = switch(run_properties, name)
        if direct is not None:
            return direct
        of_run = self._from_style(value(run_properties, "w:rStyle"), name)
        of_paragraph = self._from_style(paragraph_style, name)
        if of_run is None and of_paragraph is None:
            return bool(switch(self._run_defaults, name))
        return bool(of_run) != bool(of_paragraph)  # bold in a bold paragraph is not bold: the property toggles

    def _from_style(self, name: str | None, what: str) -> bool | None:
        if (name, what) not in self._known:
            self._known[name, what] = self._find_in_style(name, what)
        return self._known[name, what]

    def _find_in_style(self, name: str | None, what: str) -> bool | None:
        for _, style in self._chain(name):
            found = switch(style.find(qn("w:rPr")), what)
            if found is not None:
                return found
        return None

    def _chain(self, name: str | None) -> Iterator[tuple[str, Any]]:
        for _ in range(_LONGEST_CHAIN):
            style = self._styles.get(name)
            if style is None or name is None:
                return
            yield name, style
            name = value(style, "w:basedOn")
