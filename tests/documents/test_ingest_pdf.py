"""PDF read into the clause tree of its text: paragraphs joined, tables in cells, headers left out but listed."""

import re
import zlib
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from document_fixtures import refused

from rulespec.documents.clauses import read_clauses
from rulespec.documents.ingest import pdf, pdf_page
from rulespec.documents.profile import profile_from
from rulespec.documents.source import Source, read_source
from rulespec.documents.tree import walk

FIXTURES = Path(__file__).parent / "fixtures"
PROFILE = profile_from({"items": ["(a)", "(i)"], "definitions": ["1.1"]})


def clauses_of(text: str) -> list[tuple[str, str, str | None]]:
    texts = read_clauses(text, PROFILE)
    found = []
    for *_, clause in walk(texts.tree):
        said = texts.text(clause.id)
        found.append((clause.id, clause.kind, said.text if said else None))
    return found


def raw_text(name: str) -> str:
    with pypdfium2.PdfDocument(FIXTURES / name) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document).replace("\r", "")


OFFICE_MADE = ["regatta.pdf", "regatta-auto.pdf", "regatta-dense.pdf", "regatta-no-password.pdf"]


@pytest.mark.parametrize("name", OFFICE_MADE)
def test_the_clause_tree_is_that_of_the_text(name):
    expected = clauses_of(read_source(FIXTURES / "regatta.txt").text)
    assert len(expected) > 75
    assert clauses_of(read_source(FIXTURES / name).text) == expected


@pytest.mark.parametrize("name", OFFICE_MADE)
def test_no_word_is_lost(name):
    read = read_source(FIXTURES / name)
    kept = "\n".join([read.text, *(words for _, words in read.furniture)])

    def words(text: str) -> Counter[str]:
        text = re.sub(r"<sup>(\d+)</sup>", r" \1 ", text.replace("\u2011", "-").replace("•", " ").replace("*", ""))
        return Counter(re.findall(r"[\w”“’-]+", re.sub(r"-(?=\s)|(?<=\s)-", " ", text)))

    raw = re.sub(r"(?<=lies\.)1", " 1", raw_text(name))
    assert words(kept) == words(raw)


def test_headers_and_footers_are_listed_with_their_pages():
    read = read_source(FIXTURES / "regatta.pdf")
    pages = range(1, 6)
    assert read.furniture == tuple(
        each
        for page in pages
        for each in ((page, "Harbour Casino – Rules of Regatta"), (page, f"Edition 3 – page {page} of 5"))
    )


def test_a_paragraph_is_one_line_over_a_page_break_and_where_a_line_begins_with_a_mark():
    assert "\n(b) of the notice of the harbour board" in raw_text("regatta.pdf")  # what makes the fixture hard
    read = read_source(FIXTURES / "regatta.pdf")
    lines = read.text.split("\n")
    place = next(place for place, line in enumerate(lines) if line.startswith("2.3 "))
    assert "whose bet is more than the amount that" in lines[place]
    assert "in the paragraph (b) of the notice" in lines[place]
    assert lines[place + 2].startswith("<sup>1</sup> See the notice")
    assert (read.pages[place], read.pages[place + 2], read.pages[place + 4]) == (2, 2, 3)


# -- pages that are written as PDF, thing by thing


Thing = tuple[float, float, str]


def made(folder: Path, *pages: list[Thing | str], size: float = 10, box: str = "0 0 600 800", more: str = "") -> Path:
    """A PDF with words at places: (x, y, words), in bold where they stand between stars; a string is drawing."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>" for name in ("Helvetica", "Helvetica-Bold")]
    kids = []
    for page in pages:
        stream = "\n".join(thing if isinstance(thing, str) else shown(*thing, size) for thing in page)
        objects.append(f"<< /Length {len(stream.encode('latin-1'))} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] {more} /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F 3 0 R /B 4 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>"
    data, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(data.encode("latin-1")))
        data += f"{number} 0 obj\n{body}\nendobj\n"
    start = len(data.encode("latin-1"))
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(
        f"{place:010} 00000 n \n" for place in places
    )
    data += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    path = folder / "made.pdf"
    path.write_bytes(data.encode("latin-1"))
    return path


def shown(x: float, y: float, words: str, size: float) -> str:
    font = "B" if words.startswith("*") else "F"
    words = words.strip("*").replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({words}) Tj ET"


def lines_of(path: Path) -> list[str]:
    return [line for line in read_source(path).text.split("\n") if line]


LONG = "words that fill a line of this page from its left margin to its right one, so that it is full"
FULL = [(50, 500, LONG), (50, 100, LONG)]  # tells where the right margin is


def test_a_gap_behind_a_number_is_no_column(tmp_path):
    path = made(tmp_path, [(50, 700, "2.1"), (90, 700, "Boats float."), (50, 670, "(a)"), (90, 670, "big; and")])
    assert lines_of(path) == ["2.1 Boats float.", "(a) big; and"]


def test_gaps_above_each_other_are_columns_and_wrapped_cells_are_joined(tmp_path):
    rows = [("Sail", "Prize"), ("Jib", "3 to 2"), ("Main", "1 to 1"), ("Spinnaker, if it", "8 to 1")]
    things = [(x, 700 - 20 * n, words) for n, row in enumerate(rows) for x, words in zip((50, 200), row, strict=True)]
    path = made(tmp_path, [(50, 730, "2.1 Paid by:"), *things, (50, 628, "was hoisted"), (50, 590, "2.2 Once.")])
    expected = ["2.1 Paid by:", "Sail\tPrize", "Jib\t3 to 2", "Main\t1 to 1", "Spinnaker, if it was hoisted\t8 to 1"]
    assert lines_of(path) == [*expected, "2.2 Once."]


def test_rules_divide_a_table_whose_cells_wrap_and_merge(tmp_path):
    def rule(x0: float, y0: float, x1: float, y1: float) -> str:
        return f"{x0} {y0} m {x1} {y1} l S"

    level = [rule(40, y, 300, y) for y in (720, 700, 660, 640)]
    upright = [rule(40, 640, 40, 720), rule(300, 640, 300, 720), rule(170, 640, 170, 700)]
    words = [(50, 705, "All of the sails that there are"), (50, 687, "Main"), (50, 670, "sail"), (180, 678, "1 to 1")]
    path = made(tmp_path, [*level, *upright, *words, (50, 645, "Jib"), (180, 645, "3 to 2"), (50, 600, "2.1 Once.")])
    expected = ["All of the sails that there are\t", "Main sail\t1 to 1", "Jib\t3 to 2", "2.1 Once."]
    assert lines_of(path) == expected


def test_a_full_line_is_joined_and_one_that_had_room_is_not(tmp_path):
    path = made(
        tmp_path,
        [
            (50, 700, "2.1 " + LONG[:-5]),
            (50, 688, "(b) of it goes on."),
            (50, 676, "Short line"),
            (50, 664, "another"),
            *FULL,
        ],
    )
    lines = lines_of(path)
    assert lines[0] == f"2.1 {LONG[:-5]} (b) of it goes on."
    assert lines[1:3] == ["Short line", "another"]


def test_rules_without_full_stops_on_full_lines_stay_rules(tmp_path):
    things = [(50, 700 - 12 * n, f"2.{n} {LONG[:-4]}") for n in range(1, 6)]
    assert [line[:4] for line in lines_of(made(tmp_path, things))] == [f"2.{n} " for n in range(1, 6)]


def test_an_item_below_a_full_line_stays_an_item(tmp_path):
    path = made(
        tmp_path, [(50, 700, "(a)"), (70, 700, LONG[:-4] + ";"), (50, 688, "(b)"), (70, 688, "the other."), *FULL]
    )
    assert lines_of(path)[:2] == [f"(a) {LONG[:-4]};", "(b) the other."]


def test_bold_lines_are_headings_and_bold_words_stay_marked(tmp_path):
    path = made(tmp_path, [(50, 700, "*Sail Bets*"), (50, 670, "*Calm*"), (80, 670, "means nothing."), (50, 640, LONG)])
    assert lines_of(path) == ["**Sail Bets**", "**Calm** means nothing.", LONG]


def test_where_all_is_bold_bold_means_nothing(tmp_path):
    assert lines_of(made(tmp_path, [(50, 700, "*2.1 Boats float.*"), (50, 670, "*They do.*")])) == [
        "2.1 Boats float.",
        "They do.",
    ]


def test_two_columns_are_read_one_after_the_other(tmp_path):
    left = [(50, 700 - 12 * n, f"left line {n} of the first column") for n in range(12)]
    right = [(320, 700 - 12 * n, f"right line {n} of the second column") for n in range(12)]
    text = read_source(made(tmp_path, [*left, *right])).text
    assert text.index("left line 11") < text.index("right line 0")
    assert "\t" not in text


def test_a_turned_page_is_read_as_it_is_shown(tmp_path):
    words = ["BT /F 10 Tf 0 1 -1 0 100 50 Tm (2.1 Boats.) Tj ET", "BT /F 10 Tf 0 1 -1 0 130 50 Tm (2.2 Oars.) Tj ET"]
    assert lines_of(made(tmp_path, words, more="/Rotate 90")) == ["2.1 Boats.", "2.2 Oars."]


def test_words_at_an_angle_are_listed_not_read(tmp_path):
    path = made(tmp_path, [(50, 700, "2.1 Boats."), "BT /F 60 Tf 0.7 0.7 -0.7 0.7 100 200 Tm (DRAFT) Tj ET"])
    read = read_source(path)
    assert (read.text, read.furniture) == ("2.1 Boats.", ((1, "DRAFT"),))


def test_furniture_is_what_repeats_at_its_place_or_counts_the_pages(tmp_path):
    pages = [[(50, 780, "Rules"), (50, 700, f"{n}.1 Boats."), (300, 20, f"Page {n + 6}")] for n in range(1, 5)]
    read = read_source(made(tmp_path, *pages))
    assert [line for line in read.text.split("\n") if line] == [f"{n}.1 Boats." for n in range(1, 5)]
    assert read.furniture == tuple(each for n in range(1, 5) for each in ((n, "Rules"), (n, f"Page {n + 6}")))


def test_headings_that_count_with_the_pages_are_no_furniture(tmp_path):
    pages = [[(50, 780, f"Table {n}"), (50, 700, f"{n}.1 Boats."), (300, 20, str(n))] for n in range(1, 5)]
    read = read_source(made(tmp_path, *pages))
    assert [words for _, words in read.furniture] == ["1", "2", "3", "4"]
    assert read.text.count("Table") == read.text.count("Boats") == 4


def test_the_head_of_a_table_on_each_page_is_no_furniture(tmp_path):
    pages = [
        [(50, 780, "Sail"), (200, 780, "Prize"), (50, 760, f"Jib {n}{n}"), (200, 760, "x"), (50, 700, f"{n}.1 Boats.")]
        for n in range(1, 5)
    ]
    read = read_source(made(tmp_path, *pages))
    assert (read.furniture, read.text.count("Sail\tPrize")) == ((), 4)


def test_a_line_that_stands_elsewhere_or_on_one_page_alone_is_no_furniture(tmp_path):
    pages = [[(50, 780 - 40 * n, "Rules"), (50, 700 - 30 * n, f"{n}.1 Boats number {n * n}.")] for n in range(1, 5)]
    assert read_source(made(tmp_path, *pages)).furniture == ()
    assert read_source(made(tmp_path, pages[0])).furniture == ()


def test_a_footnote_is_marked_and_stands_behind_its_paragraph(tmp_path):
    raised = "BT /F 6 Tf 1 0 0 1 109 704 Tm (1) Tj ET"
    note = "BT /F 8 Tf 1 0 0 1 50 60 Tm (1 See the Act.) Tj ET"
    path = made(tmp_path, [(50, 700, "2.1 Boats flo."), raised, (50, 670, "2.2 Oars do not."), (50, 640, LONG), note])
    assert lines_of(path)[0] == "2.1 Boats flo.<sup>1</sup>"
    assert lines_of(path)[-1] == "<sup>1</sup> See the Act."


# -- what cannot be read


def test_a_password_is_asked_for_in_one_line():
    assert "needs a password" in refused(FIXTURES / "regatta-password.pdf")


def test_a_scan_has_no_text_layer(tmp_path):
    message = refused(made(tmp_path, ["40 40 m 200 200 l S"]))
    assert "no text layer" in message
    assert "OCR" in message


def test_a_bomb_is_refused_before_it_is_expanded(tmp_path):
    packed = zlib.compress(b"BT ET " * 10_000_000).decode("latin-1")
    twice = zlib.compress(zlib.compress(b"BT ET ")).decode("latin-1")
    for filters, stream in (("/FlateDecode", packed), ("[/FlateDecode /FlateDecode]", twice)):
        path = tmp_path / "bomb.pdf"
        body = (
            f"%PDF-1.4\n1 0 obj\n<< /Length {len(stream)} /Filter {filters} >>\nstream\n{stream}\nendstream\nendobj\n"
        )
        path.write_bytes((body + "%%EOF\n").encode("latin-1"))
        assert "packed data that expands to more than 5 MB" in refused(path)


def test_pages_and_characters_have_limits(monkeypatch):
    path = FIXTURES / "regatta.pdf"
    monkeypatch.setattr(pdf, "MOST_PAGES", 4)
    assert "has 5 pages, more than 4" in refused(path)
    monkeypatch.undo()
    monkeypatch.setattr(pdf, "MOST_CHARACTERS", 100)
    assert "more than 100 characters" in refused(path)
    monkeypatch.undo()
    monkeypatch.setattr(pdf_page, "MOST_PAGE_CHARACTERS", 100)
    assert "page 1 of the document" in refused(path)


def test_a_source_of_a_pdf_is_complete():
    read = read_source(FIXTURES / "regatta.pdf")
    assert isinstance(read, Source)
    assert read.kind == "pdf"
    assert not read.text.endswith("\n")
    assert read.notes == ()
