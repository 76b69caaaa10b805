"""Whether the packed streams of a PDF expand to more than may be read: measured before PDFium expands them."""

import mmap
import re
import zlib
from pathlib import Path

from rulespec.errors import LoadError

MOST_STREAM_BYTES = 5_000_000  # of a page's content; a page of text has 50,000, and PDFium takes 170 times as much
MOST_FONT_BYTES = 30_000_000  # of a font; those of Chinese have 20 million
MOST_PICTURE_BYTES = (
    200_000_000  # of one picture, which is not expanded for its text; a page at 600 dpi has 100 million
)

_BEGINS = re.compile(rb"(?<!end)stream\r?\n")
_PACKED = re.compile(rb"/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\b")
_FONT = re.compile(rb"/Length1\b|/Subtype\s*/(?:Type1C|CIDFontType0C|OpenType)")
_DESCRIPTION_BYTES = 1024  # before a stream, in which it is described
_CHUNK = 1 << 16
_TIMES = 1032  # the most that deflate packs


def check_streams(path: Path) -> None:
    """LoadError if a stream of the file at `path` expands to more than the limits. Nothing expanded is kept."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for found in _BEGINS.finditer(data):
            described = data[max(0, found.start() - _DESCRIPTION_BYTES) : found.start()]
            described = described[described.rfind(b" obj") + 1 :]
            packed = len(_PACKED.findall(described))
            most = _most(described)
            if packed and (packed > 1 or _expands(data, found.end(), most)):
                raise LoadError(
                    f"the document `{path}` has packed data that expands to more than {most // 1_000_000} MB, "
                    "or is packed twice; print it to a new PDF, or supply its plain text"
                )


def _most(described: bytes) -> int:
    if b"/Image" in described:
        return MOST_PICTURE_BYTES
    return MOST_FONT_BYTES if _FONT.search(described) else MOST_STREAM_BYTES


def _expands(data: mmap.mmap, start: int, most: int) -> bool:
    """Whether what is packed from `start` on expands to more than `most` bytes; data that is not deflated does not."""
    end = data.find(b"endstream", start, start + most // _TIMES + 1)
    if end >= 0:
        return False  # too short for that, however well it is packed
    unpacker, total, place = zlib.decompressobj(), 0, start
    try:
        while not unpacker.eof and place < len(data):
            pending = data[place : place + _CHUNK]
            place += _CHUNK
            while pending and total <= most and not unpacker.eof:
                total += len(unpacker.decompress(pending, _CHUNK * 16))
                pending = unpacker.unconsumed_tail
            if total > most:
                return True
    except zlib.error:
        return False
    return False
