"""How a clause is spelled: one canonical form, so that a spec's cite and a document's own numbering meet."""

import re
import unicodedata

_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),  # what only says where a word may break
        "\u00a0": " ",
    }
)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_PREFIX = re.compile(r"^([^\s:]+):\s*")
_ROW = re.compile(r"\[[^\[\]]*\]$")


def straight(text: str) -> str:
    """`text` with typewriter quotes, ordinary spaces and letters: conversions of one document mix several kinds."""
    if text.isascii():
        return text.replace("`", "'")
    return unicodedata.normalize("NFKC", text.translate(_STRAIGHT))


def normalise(clause: str) -> str:
    """The canonical spelling of `clause`: `3.14.`, `3.14 (b)(i.)` and `sch1: 2` are `3.14`, `3.14(b)(i)` and `sch1:2`.

    Case is kept, since the terms of definitions (`1.1 Fold`) are spelled as the document spells them.
    """
    text = " ".join(straight(clause).translate(_DASHES).split())
    text = _PREFIX.sub(r"\1:", text)
    text = re.sub(r"(?<=[\d)])\s+([a-z]{1,5})\)", r"(\1)", text)  # `4.4 i)`
    text = re.sub(r"\s+([(\[])", r"\1", text)
    text = re.sub(r"\.(?=[)(\[]|$)", "", text)
    return re.sub(r"(?<=\d)\.(?=\s)", "", text)


def split_prefix(clause: str) -> tuple[str, str]:
    """The prefix of a normalised clause and the rest: `sch1:2(3)` is `("sch1", "2(3)")`, `3.14` is `("", "3.14")`."""
    prefix, colon, rest = clause.partition(":")
    return (prefix, rest) if colon and " " not in prefix else ("", clause)


def without_row(clause: str) -> str:
    """The table's clause of a table row's: `3.15[flush]` is `3.15`; other clauses are returned as they are."""
    return _ROW.sub("", clause)
