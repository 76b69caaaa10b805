"""What DOCX and XLSX have in common: text that their XML can hold, and files that are the same for the same content."""

import io
import re
import zipfile
from datetime import datetime

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a ZIP archive can say
_UNFIT = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")


def plain(text: str) -> str:
    """Text without what XML cannot hold: such characters are spelt out, and lines end alike."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNFIT.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), lines)


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
