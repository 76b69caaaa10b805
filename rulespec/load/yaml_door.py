"""The one place where YAML is read.

PyYAML's loaders read YAML 1.1 and turn `3:2` into 182, `NO` into false and `010` into 8, and let a repeated key win
silently. Here only its parser is used: from the parser's events this module builds a tree of texts with positions
(`rulespec.load.nodes`), refuses what makes a rules file hard to read or to trust, and keeps to its limits while it
reads, so that no file can exhaust the machine.

Nothing here raises because of what a file holds. The rule ids of the findings, all of severity `error`:
`unreadable-file`, `not-text`, `too-large`, `too-deep`, `empty-file`, `yaml-syntax`, `yaml-feature`, `repeated-key`,
`bad-key`, `several-documents`. A tree comes back whenever it holds all that the file says apart from what was
refused (the second of two equal keys, a tag), so that the schema can be checked in the same run.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import yaml
from yaml import events

from rulespec.load.disk import read
from rulespec.load.nearest import shown
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.load.syntax import TOO_DEEP, explain, lines_of
from rulespec.model.finding import Finding
from rulespec.model.place import Place

MAX_BYTES = 2_000_000
MAX_DEPTH = 50
MAX_NODES = 200_000

# Only the events of these loaders are used, never their constructors. The pure one is for installations without C.
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# What YAML forbids, and what would make people and program see different texts or count lines differently: the
# line breaks that editors do not show as such, and marks that reverse the direction of writing.
_FORBIDDEN = re.compile(
    "[^\t\n\r -\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


class _Refused(Exception):
    """The rest of the file cannot be read; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def read_yaml_file(path: Path, display: str | None = None) -> tuple[Node | None, list[Finding]]:
    """The tree of the YAML file at `path`, and what is wrong with the file; `display` is its name in findings.

    A file that cannot be opened, is too large or is not UTF-8 text gives a finding and no tree.
    """
    file = str(path) if display is None else display
    text, findings = read_text(path, file)
    return (None, findings) if text is None else read_yaml(text, file)


def read_text(path: Path, file: str) -> tuple[str | None, list[Finding]]:
    """The text of a file, or None and why it cannot be read; `file` is its name in findings."""
    try:
        data = read(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be a file's"
        return None, [_finding("unreadable-file", f"the file cannot be read: {reason}", Place(file))]
    return decoded(data, file)


def decoded(data: bytes, file: str) -> tuple[str | None, list[Finding]]:
    """The bytes of a file as text, or None and why they are none that is read."""
    if len(data) > MAX_BYTES:
        return None, [_too_large(file)]
    if data.startswith(_WIDE_BOMS):
        hint = "save it as UTF-8 (without a byte order mark)"
        return None, [_finding("not-text", "the file is UTF-16 text, not UTF-8", Place(file), hint)]
    if b"\0" in data:
        return None, [_finding("not-text", "the file holds binary data, not text", Place(file))]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = lines_of(data[: error.start].decode("utf-8"))
        place = Place(file, len(before), len(before[-1]) + 1)
        message = f"the file is not UTF-8 text: byte 0x{data[error.start]:02x} stands here"
        return None, [_finding("not-text", message, place, "save it as UTF-8")]
    return text, []


def read_yaml(text: str, file: str) -> tuple[Node | None, list[Finding]]:
    """The tree of a YAML text, and what is wrong with it, in the order of the text; `file` is its name in findings.

    The tree is None when the text cannot be read to its end or uses references to other parts of itself.
    """
    findings: list[Finding] = []
    if text.startswith("\ufeff"):
        message = "the file begins with a byte order mark"
        findings.append(_finding("not-text", message, Place(file, 1, 1), "save it as UTF-8 without a byte order mark"))
        text = text[1:]
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return None, [_too_large(file)]
    forbidden = _forbidden(text, file)
    if forbidden:
        return None, findings + forbidden
    reader = _Reader(file, lines_of(text))
    root: Node | None = None
    try:
        # The parser reads ahead, so that it may complain as soon as it is made.
        root = reader.read(_PARSER(text))
    except _Refused as refused:
        reader.findings.append(refused.finding)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        line, column, message, hint = explain(error, text)
        rule = "too-deep" if message == TOO_DEEP else "yaml-syntax"
        reader.findings.append(_finding(rule, message, Place(file, line, column), hint))
    findings += sorted(reader.findings, key=lambda finding: finding.place)
    return (root if reader.whole else None), findings


class _Reader:
    """Builds the tree from the parser's events; collects what is wrong on the way."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self._lines = lines
        self.findings: list[Finding] = []
        self.whole = True  # false once the tree lacks something that the file means to say
        self._nodes = 0
        self._parser: Any = None

    def read(self, parser: Any) -> Node | None:
        """The tree of the only document, or None when there is none."""
        self._parser = parser
        self._next()
        start = self._next()
        if isinstance(start, events.StreamEndEvent):
            self._say("empty-file", "the file holds nothing", Place(self.file))
            return None
        if start.version or start.tags:
            message = "a line that starts with `%` instructs the YAML parser; such lines are not used here"
            self._say("yaml-feature", message, Place(self.file, start.start_mark.line + 1, 1), "remove the line")
        root = self._node(self._next(), 0)
        self._next()
        following = self._next()
        if isinstance(following, events.DocumentStartEvent):
            hint = "keep each in a file of its own, and remove the line `---` that separates them"
            self._say("several-documents", "a second document begins here", self._place(following), hint)
        elif isinstance(root, Scalar) and root.plain and not root.text:
            self._say("empty-file", "the file holds nothing", Place(self.file))
            return None
        return root

    def _next(self) -> Any:
        return self._parser.get_event()

    def _node(self, event: Any, depth: int) -> Node:
        place = self._place(event)
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self._refuse("too-large", f"the file holds more than {MAX_NODES} values and keys", place)
        if isinstance(event, events.AliasEvent):
            self._alias(event, place)
            return Scalar("", True, place)
        if event.anchor or event.tag:
            self._decorated(event, place)
        if isinstance(event, events.ScalarEvent):
            return self._scalar(event, place)
        if depth >= MAX_DEPTH:
            self._refuse("too-deep", f"lists and blocks are nested more than {MAX_DEPTH} deep", place)
        if isinstance(event, events.SequenceStartEvent):
            return self._sequence(place, depth + 1)
        return self._mapping(place, depth + 1)

    def _scalar(self, event: Any, place: Place) -> Scalar:
        if event.style == '"' and _SURROGATE.search(event.value):
            message = "half of a character is written here with `\\u`"
            self._refuse("yaml-syntax", message, place, "write the character itself")
        # The C parser gives "" for the style of unquoted text, the pure one None.
        return Scalar(event.value, not event.style, place)

    def _sequence(self, place: Place, depth: int) -> Sequence:
        items = []
        while not isinstance(event := self._next(), events.SequenceEndEvent):
            items.append(self._node(event, depth))
        return Sequence(tuple(items), place)

    def _mapping(self, place: Place, depth: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := self._next(), events.MappingEndEvent):
            merges = isinstance(event, events.ScalarEvent) and event.value == "<<" and not event.style
            said = len(self.findings)
            key = self._node(event, depth)
            if not isinstance(key, Scalar):
                del self.findings[said:]  # `{{x}}: 1` is one mistake, not one for each brace
            following = self._next()
            if merges and isinstance(following, events.AliasEvent):
                self.whole = False  # the finding about the merge key says all; none about its value
                self._merge(key.place)
                continue
            value = self._node(following, depth)
            if merges:
                self._merge(key.place)
            elif self._usable(key, event):
                assert isinstance(key, Scalar)
                if key.text in entries:
                    self._repeated(key, entries[key.text][0], value)
                else:
                    entries[key.text] = (key, value)
        return Mapping(tuple(entries.values()), place)

    def _usable(self, key: Node, event: Any) -> bool:
        """Whether the node can be a key; says why when it cannot."""
        if isinstance(event, events.AliasEvent):
            return False  # said already
        if not isinstance(key, Scalar):
            what = "a list" if isinstance(key, Sequence) else "a block in braces"
            hint = "put the text in quotes if brackets or braces belong to it"
            self._say("bad-key", f"{what} stands where a key is expected; a key is a single text", key.place, hint)
            return False
        if not key.text:
            self._say("bad-key", "there is no key before this `:`", key.place, "write the key")
            return False
        return True

    def _repeated(self, key: Scalar, first: Scalar, value: Node) -> None:
        where = f"line {first.place.line}, column {first.place.column}"
        message = f"the key {shown(key.text)} stands here a second time; it stands first in {where}"
        hint = "keep one of the two" if isinstance(value, Scalar) else "move what stands under it to the first one"
        self._say("repeated-key", message, key.place, hint)

    def _merge(self, place: Place) -> None:
        message = "the key `<<` takes in the keys of another block; it is not used here"
        self._say("yaml-feature", message, place, "write the keys out")

    def _alias(self, event: Any, place: Place) -> None:
        self.whole = False
        message = f"{shown('*' + event.anchor)} refers to another part of the file; such references are not used here"
        self._say("yaml-feature", message, place, "write the value out, or put the text in quotes if `*` belongs to it")

    def _decorated(self, event: Any, place: Place) -> None:
        if event.anchor:
            message = f"{shown('&' + event.anchor)} names a part of the file; such names are not used here"
            self._say("yaml-feature", message, place, "remove it, or put the text in quotes if `&` belongs to it")
        if event.tag:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            message = f"{shown(tag)} declares a type; the type of a value follows from its key here"
            self._say("yaml-feature", message, place, "remove it, or put the text in quotes if `!` belongs to it")

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        if mark.line >= len(self._lines):  # the C parser puts a value that is not there behind the end of the text
            return Place(self.file, len(self._lines), len(self._lines[-1]) + 1)
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _say(self, rule: str, message: str, place: Place, hint: str = "") -> None:
        self.findings.append(_finding(rule, message, place, hint))

    def _refuse(self, rule: str, message: str, place: Place, hint: str = "") -> NoReturn:
        self.whole = False
        raise _Refused(_finding(rule, message, place, hint))


def _forbidden(text: str, file: str) -> list[Finding]:
    """A finding for each kind of character that may not stand in a file, at the first such character."""
    count = Counter(_FORBIDDEN.findall(text))
    findings = []
    for character in count:
        before = lines_of(text[: text.index(character)])
        times = f", and {count[character] - 1} more of it" if count[character] > 1 else ""
        message = f"the invisible character U+{ord(character):04X} stands here{times}"
        place = Place(file, len(before), len(before[-1]) + 1)
        findings.append(_finding("not-text", message, place, "remove it"))
    return sorted(findings, key=lambda finding: finding.place)


def _too_large(file: str) -> Finding:
    return _finding("too-large", f"the file is larger than {MAX_BYTES // 1_000_000} MB", Place(file))


def _finding(rule: str, message: str, place: Place, hint: str = "") -> Finding:
    return Finding(rule, "error", message, place, hint=hint)
