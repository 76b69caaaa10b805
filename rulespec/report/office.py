"""What DOCX and XLSX have in common: text that their XML can hold, and files that are the same for the same content."""

import io
import re
import zipfile
from datetime import datetime

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a ZIP archive can say
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")


def plain(text: str) -> str:
    """Text without what XML cannot hold: such characters are spelt out, and lines end alike."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if _allowed(c) else c.encode("unicode_escape", "surrogatepass").decode() for c in lines)


def _allowed(c: str) -> bool:
    code = ord(c)
    if code < 0x20:
        return c in "\t\n"
    return not (0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFF >= 0xFFFE)


def moment(date: str) -> datetime:
    """Midnight of an ISO date, as the properties of a file have it."""
    return datetime.fromisoformat(date)


def settled(data: bytes, date: str) -> bytes:
    """An office file with fixed times, so that the same content makes the same bytes."""
    said = rb"\g<1>" + moment(date).strftime("%Y-%m-%dT%H:%M:%SZ").encode() + rb"\g<2>"
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # whatever system makes it
            new.writestr(entry, _MODIFIED.sub(said, content) if name == "docProps/core.xml" else content)
    return made.getvalue()
