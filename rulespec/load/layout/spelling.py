"""How a single text is written: unquoted wherever nothing stands against it.

Unquoted text is left unquoted where it reads as a number, a truth value or nothing, since that may be what it means,
and quoted text quoted, since it then means text: `3.10` is a number to some, `"3.10"` to nobody. A text with a colon
or a bracket is quoted wherever it stands: `3:2` is a time of day to YAML 1.1, and `a:b` looks like a key.
"""

import re

import yaml

from rulespec.load.layout.source import Text

_RESOLVERS = yaml.SafeLoader.yaml_implicit_resolvers
# What YAML 1.2 and other readers take for a number or a truth value, and PyYAML's resolvers do not.
_TYPED = re.compile(
    r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|[yYnN]|[-+]?[0-9]+(:[0-9]+)*", re.ASCII
)
_FIRST = tuple("-?:,[]{}#&*!|>'\"%@`")
# What the door lets stand in a file; all else is written with `\`.
_VISIBLE = " -~\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
_SPECIAL = re.compile(rf"[:\[\]{{}}]|\s#|[^{_VISIBLE}]|^\s|\s$|^$")
_ESCAPED = re.compile(rf'["\\]|[^{_VISIBLE}]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\0": "\\0", "\r": "\\r", "\x1b": "\\e"}


def spelled(text: Text, flow: bool) -> str:
    """The text as it is written in a line, `flow`: between brackets or braces; a `|` or `>` text comes out quoted."""
    if text.nothing:
        return ""
    if is_typed(text.text):
        return quoted(text.text) if text.style or ":" in text.text else text.text
    return quoted(text.text) if _needs_quotes(text.text, flow) else text.text


def is_typed(text: str) -> bool:
    """Whether some reader of YAML takes the text, where it is unquoted, for something else than a text."""
    if not text or _TYPED.fullmatch(text):
        return True
    return any(pattern.match(text) for _, pattern in _RESOLVERS.get(text[0], []))


def quoted(text: str) -> str:
    """The text in quotes, in one line."""
    escaped = _ESCAPED.findall(text)
    if escaped and set(escaped) <= {'"', "\\"}:
        return "'" + text.replace("'", "''") + "'"
    return '"' + _ESCAPED.sub(lambda match: _escape(match.group()), text) + '"'


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _needs_quotes(text: str, flow: bool) -> bool:
    return text.startswith(_FIRST) or bool(_SPECIAL.search(text)) or (flow and "," in text)


def block_text(text: Text) -> list[str] | None:
    """The lines of a `|` or `>` text, the first of them its header and the others without indentation.

    None where these lines would not read as the same text, so that it has to be quoted.
    """
    filled = [line for line in text.raw if line.strip()]
    if not filled or re.search(r"[0-9]", text.header):
        return None
    indent = len(filled[0]) - len(filled[0].lstrip(" "))
    lines = [text.header, *(line[indent:].rstrip() if not line.strip() else line[indent:] for line in text.raw)]
    written = "- " + lines[0] + "\n" + "".join(f"  {line}\n" if line else "\n" for line in lines[1:])
    try:
        found = [event.value for event in yaml.parse(written, yaml.SafeLoader) if isinstance(event, yaml.ScalarEvent)]
    except yaml.YAMLError:
        return None
    return lines if found == [text.text] else None
