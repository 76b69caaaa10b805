"""DOCX read into the clause tree of its text: numbers computed, changes accepted, nothing lost without a word."""

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import docx
import pytest
from document_fixtures import refused
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from rulespec.documents.clauses import read_clauses
from rulespec.documents.ingest import docx_package
from rulespec.documents.profile import profile_from
from rulespec.documents.source import Source, read_source
from rulespec.documents.tree import walk
from rulespec.errors import LoadError

FIXTURES = Path(__file__).parent / "fixtures"
PROFILE = profile_from({"items": ["(a)", "(i)"], "definitions": ["1.1"]})
W = nsdecls("w")


def clauses_of(text: str) -> list[tuple[str, str, str | None]]:
    texts = read_clauses(text, PROFILE)
    found = []
    for *_, clause in walk(texts.tree):
        said = texts.text(clause.id)
        found.append((clause.id, clause.kind, said.text if said else None))
    return found


OFFICE_MADE = ["regatta.docx", "regatta-auto.docx", "regatta-auto-odt.docx"]
OWN = ["regatta-raw.docx", "regatta-auto-raw.docx", "regatta-tracked.docx"]


@pytest.mark.parametrize("name", OFFICE_MADE + OWN)
def test_the_clause_tree_is_that_of_the_text(name):
    expected = clauses_of(read_source(FIXTURES / "regatta.txt").text)
    assert len(expected) > 75
    assert clauses_of(read_source(FIXTURES / name).text) == expected


@pytest.mark.parametrize("name", OFFICE_MADE)
def test_headers_and_footers_are_furniture(name):
    read = read_source(FIXTURES / name)
    assert (0, "Harbour Casino – Rules of Regatta") in read.furniture
    assert "Harbour Casino –" not in read.text


def test_automatic_numbers_are_not_in_the_files_own_text():
    """What makes the test above one: python-docx shows no number of a clause."""
    words = "\n".join(line.text for line in docx.Document(FIXTURES / "regatta-auto.docx").paragraphs)
    assert "A Sail Bet shall" in words
    assert "2.2" not in words.replace("under rule 2.4", "")
    assert "(a) " not in words


def test_tracked_changes_are_accepted_and_that_is_said():
    read = read_source(FIXTURES / "regatta-tracked.docx")
    assert "struck out" not in read.text
    assert "Now and then" not in read.text
    assert "3.2 A Sail Bet is paid once." in read.text
    assert any(note.startswith("tracked changes were read as accepted: 1 insertions kept") for note in read.notes)


# -- small documents of one thing each


class Sheet:
    """A document that is written as XML, paragraph by paragraph."""

    def __init__(self, folder: Path) -> None:
        self.document, self.path = docx.Document(), folder / "sheet.docx"

    def add(self, xml: str) -> None:
        body = self.document.element.body
        body.insert(len(body) - 1, parse_xml(xml))  # before the properties of the section

    def say(self, words: str, properties: str = "", run: str = "") -> None:
        self.add(f"<w:p {W}><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>{words}</w:t></w:r></w:p>")

    def item(self, words: str, number: int, level: int | None = None) -> None:
        place = "" if level is None else f'<w:ilvl w:val="{level}"/>'
        self.say(words, f'<w:numPr>{place}<w:numId w:val="{number}"/></w:numPr>')

    def numbering(self, xml: str) -> None:
        self.document.part.numbering_part._element = parse_xml(f"<w:numbering {W}>{xml}</w:numbering>")

    def read(self) -> Source:
        self.document.save(self.path)
        return read_source(self.path)

    def lines(self) -> list[str]:
        return [line for line in self.read().text.split("\n") if line]


@pytest.fixture
def sheet(tmp_path):
    return Sheet(tmp_path)


def level(place: int, form: str, template: str, more: str = "", start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{place}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{template}"/></w:lvl>'
    )


def abstract(number: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{number}">{"".join(levels)}</w:abstractNum>'


def listed(number: int, of: int, more: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{of}"/>{more}</w:num>'


def starts(place: int, start: int) -> str:
    return f'<w:lvlOverride w:ilvl="{place}"><w:startOverride w:val="{start}"/></w:lvlOverride>'


def test_deeper_levels_start_again_under_a_new_number(sheet):
    sheet.numbering(
        abstract(1, level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"), level(2, "lowerLetter", "(%3)"))
        + listed(1, 1)
    )
    for place in (0, 1, 2, 2, 1, 2, 0, 1, 2):
        sheet.item("Boat", 1, place)
    expected = [
        "1. Boat",
        "1.1 Boat",
        "(a) Boat",
        "(b) Boat",
        "1.2 Boat",
        "(a) Boat",
        "2. Boat",
        "2.1 Boat",
        "(a) Boat",
    ]
    assert sheet.lines() == expected


def test_lists_of_one_kind_go_on_with_each_other_unless_they_say_where_they_start(sheet):
    sheet.numbering(
        abstract(1, level(0, "lowerRoman", "(%1)")) + listed(1, 1) + listed(2, 1) + listed(3, 1, starts(0, 4))
    )
    for number in (1, 1, 2, 3, 3, 1):
        sheet.item("Boat", number)
    assert sheet.lines() == [f"({mark}) Boat" for mark in ("i", "ii", "iii", "iv", "v", "vi")]


def test_a_level_may_start_elsewhere_never_again_or_only_below_a_certain_level(sheet):
    sheet.numbering(
        abstract(
            1,
            level(0, "decimal", "%1"),
            level(1, "decimal", "%1.%2", start=5),
            level(2, "decimal", "[%3]", '<w:lvlRestart w:val="0"/>'),
            level(3, "decimal", "{%4}", '<w:lvlRestart w:val="1"/>'),
        )
        + listed(1, 1)
    )
    for place in (0, 1, 2, 3, 1, 2, 3, 0, 1, 3):
        sheet.item("x", 1, place)
    expected = ["1", "1.5", "[1]", "{1}", "1.6", "[2]", "{2}", "2", "2.5", "{1}"]
    assert [line.removesuffix(" x").removeprefix("# ") for line in sheet.lines()] == expected


def test_numbers_of_other_forms(sheet):
    forms = ["upperLetter", "upperRoman", "decimalZero", "none", "chicago"]
    sheet.numbering(
        "".join(abstract(n, level(0, form, "%1)", start=28)) for n, form in enumerate(forms))
        + "".join(listed(n + 1, n) for n in range(len(forms)))
    )
    for number in range(1, 6):
        sheet.item("x", number)
    assert sheet.lines() == ["BB) x", "XXVIII) x", "28) x", ") x", "28) x"]
    assert sheet.read().notes == ("numbers of the forms chicago were read as digits",)


def test_legal_numbering_and_replaced_levels(sheet):
    replaced = f'<w:lvlOverride w:ilvl="0">{level(0, "decimal", "Part %1:")}</w:lvlOverride>'
    sheet.numbering(
        abstract(1, level(0, "upperRoman", "%1."), level(1, "decimal", "%1.%2", "<w:isLgl/>"))
        + listed(1, 1)
        + listed(2, 1, replaced)
    )
    for number, place in ((1, 0), (1, 1), (2, 0)):
        sheet.item("x", number, place)
    assert sheet.lines() == ["I. x", "1.1 x", "Part 2: x"]


def test_a_style_numbers_its_paragraphs_and_those_of_styles_based_on_it(sheet):
    styles = sheet.document.styles.element
    styles.append(
        parse_xml(
            f'<w:style {W} w:type="paragraph" w:styleId="Rule"><w:name w:val="Rule"/><w:pPr><w:numPr>'
            '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        )
    )
    styles.append(
        parse_xml(
            f'<w:style {W} w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Rule"/></w:style>'
        )
    )
    linked = level(1, "decimal", "%1.%2", '<w:pStyle w:val="Rule"/>')
    sheet.numbering(abstract(1, level(0, "decimal", "%1."), linked, level(2, "lowerLetter", "(%3)")) + listed(1, 1))
    sheet.say("one", '<w:pStyle w:val="Rule"/>')
    sheet.say("two", '<w:pStyle w:val="Sub"/>')
    sheet.say("three", '<w:pStyle w:val="Sub"/><w:numPr><w:ilvl w:val="2"/></w:numPr>')
    sheet.say("none", '<w:pStyle w:val="Sub"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    assert sheet.lines() == ["1.1 one", "1.2 two", "(a) three", "none"]


def test_damaged_numbering_is_no_numbering(sheet):
    sheet.numbering(
        '<w:num w:numId="1"><w:abstractNumId w:val="x"/></w:num>' + listed(2, 7) + abstract(3) + listed(3, 3)
    )
    for number in (1, 2, 3, 9):
        sheet.item("Boat", number)
    sheet.say("Boat", '<w:numPr><w:ilvl w:val="many"/><w:numId w:val="-3"/></w:numPr>')
    assert sheet.lines() == ["Boat"] * 5


def test_styles_in_a_circle_end(sheet):
    for one, other in (("A", "B"), ("B", "A")):
        sheet.document.styles.element.append(
            parse_xml(
                f'<w:style {W} w:type="paragraph" w:styleId="{one}"><w:name w:val="{one}"/>'
                f'<w:basedOn w:val="{other}"/></w:style>'
            )
        )
    sheet.say("Boat", '<w:pStyle w:val="A"/>')
    assert sheet.lines() == ["Boat"]


def test_bold_and_italic_words_stay_marked_and_stars_stay_stars(sheet):
    sheet.add(
        f"<w:p {W}><w:r><w:t>A </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>Sail </w:t></w:r>"
        '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Bet </w:t></w:r>'
        "<w:r><w:rPr><w:i/></w:rPr><w:t>wins</w:t></w:r><w:r><w:t>* here.</w:t></w:r></w:p>"
    )
    sheet.say("BETS", run="<w:b/>")
    sheet.say("(a) a whole rule in bold", run="<w:b/>")
    sheet.say("not bold", run='<w:b w:val="0"/>')
    assert sheet.lines() == ["A **Sail Bet** *wins*\\* here.", "**BETS**", "(a) a whole rule in bold", "not bold"]


def test_signs_that_print_nothing_and_signs_that_only_look_different(sheet):
    sheet.add(
        f"<w:p {W}><w:r><w:t>3.1</w:t><w:tab/><w:t>com\u00adpu</w:t><w:softHyphen/><w:t>ted\u00a0in twenty</w:t>"
        "<w:noBreakHyphen/><w:t>one\u2011days, see:</w:t><w:br/><w:t>(a)</w:t><w:tab/><w:t>boats</w:t></w:r></w:p>"
    )
    sheet.add(f'<w:p {W}><w:r><w:sym w:font="Symbol" w:char="F0AA"/><w:t xml:space="preserve"> wins</w:t></w:r></w:p>')
    assert sheet.lines() == ["3.1 computed in twenty-one-days, see:", "(a) boats", "♠ wins"]


def field(instruction: str, result: str) -> str:
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    return (
        f"{mark('begin')}<w:r><w:instrText>{instruction}</w:instrText></w:r>{mark('separate')}"
        f"<w:r><w:t>{result}</w:t></w:r>{mark('end')}"
    )


def test_fields_give_the_result_they_were_saved_with(sheet):
    inner = field("REF a", "2.2")
    sheet.add(
        f'<w:p {W}><w:r><w:t xml:space="preserve">See </w:t></w:r>{inner}'
        '<w:r><w:t xml:space="preserve"> and </w:t></w:r>'
        '<w:fldSimple w:instr=" REF b \\r "><w:r><w:t>2.3</w:t></w:r></w:fldSimple></w:p>'
    )
    read = sheet.read()
    assert read.text == "See 2.2 and 2.3"
    assert read.notes == ("2 cross-references were read as last saved and may be out of date",)


def test_a_field_without_end_does_not_swallow_the_document(sheet):
    sheet.add(f'<w:p {W}><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>lost</w:t></w:r></w:p>')
    sheet.say("2.1 Boats.")
    read = sheet.read()
    assert read.text == "2.1 Boats."
    assert read.notes == ("1 fields have no end; their paragraphs may lack words",)


def test_changes_of_paragraph_ends_rows_and_moves(sheet):
    by = 'w:id="1" w:author="A"'
    sheet.add(
        f"<w:p {W}><w:pPr><w:rPr><w:del {by}/></w:rPr></w:pPr><w:r><w:t>2.1 A boat </w:t></w:r></w:p>".replace(
            "<w:t>", '<w:t xml:space="preserve">'
        )
    )
    sheet.say("floats.")
    sheet.add(
        f"<w:p {W}><w:moveFrom {by}><w:r><w:t>gone</w:t></w:r></w:moveFrom>"
        f"<w:moveTo {by}><w:r><w:t>2.2 Here.</w:t></w:r>"
        "</w:moveTo></w:p>"
    )
    sheet.add(
        f"<w:tbl {W}><w:tr><w:trPr><w:del {by}/></w:trPr><w:tc><w:p/></w:tc></w:tr>"
        f"<w:tr>{cell('Jib')}{cell('1 to 1')}</w:tr></w:tbl>"
    )
    assert sheet.lines() == ["2.1 A boat floats.", "2.2 Here.", "Jib\t1 to 1"]
    assert sheet.read().notes[0].startswith("tracked changes were read as accepted")


def test_words_before_a_deleted_end_are_kept_where_nothing_follows(sheet):
    end = '<w:rPr><w:del w:id="1" w:author="A"/></w:rPr>'
    sheet.say("2.1 Boats.", end)
    sheet.add(f"<w:tbl {W}><w:tr>{cell('Jib')}{cell('1 to 1')}</w:tr></w:tbl>")
    sheet.say("2.2 Oars.", end)
    assert sheet.lines() == ["2.1 Boats.", "Jib\t1 to 1", "2.2 Oars."]


def test_a_deleted_paragraph_takes_no_number(sheet):
    by = 'w:id="1" w:author="A"'
    sheet.numbering(abstract(1, level(0, "lowerLetter", "(%1)")) + listed(1, 1))
    numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    sheet.item("one", 1, 0)
    sheet.add(
        f"<w:p {W}><w:pPr>{numbered}<w:rPr><w:del {by}/></w:rPr></w:pPr>"
        f"<w:del {by}><w:r><w:delText>no</w:delText></w:r></w:del></w:p>"
    )
    sheet.item("two", 1, 0)
    assert sheet.lines() == ["(a) one", "(b) two"]


def cell(words: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:tc>"


def test_merged_cells_repeat_nothing_and_keep_the_columns(sheet):
    rows = (
        cell("Sails", '<w:gridSpan w:val="2"/>') + cell("Prize"),
        cell("Jib", '<w:vMerge w:val="restart"/>') + cell("red") + cell("1 to 1"),
        cell("", "<w:vMerge/>") + cell("blue") + cell("2 to 1"),
        '<w:trPr><w:gridBefore w:val="2"/></w:trPr>' + cell("3 to 1"),
    )
    sheet.add(f"<w:tbl {W}>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>")
    assert sheet.lines() == ["Sails\t\tPrize", "Jib\tred\t1 to 1", "\tblue\t2 to 1", "\t\t3 to 1"]


def test_a_frame_around_text_is_no_table(sheet):
    sheet.add(f"<w:tbl {W}><w:tr><w:tc><w:p><w:r><w:t>2.1 Boats.</w:t></w:r></w:p></w:tc></w:tr></w:tbl>")
    assert sheet.lines() == ["2.1 Boats."]


def test_text_boxes_and_hidden_text_are_listed_not_read(sheet):
    sheet.add(
        f"<w:p {W}><w:r><w:t>2.1 Boats.</w:t></w:r><w:r><w:pict><w:txbxContent>"
        "<w:p><w:r><w:t>Anchor square</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>draft</w:t></w:r></w:p>"
    )
    read = sheet.read()
    assert read.text == "2.1 Boats."
    assert (0, "Anchor square") in read.furniture
    assert read.notes == ("1 stretches of hidden text were left out", "1 lines in text boxes were left out of the text")


def test_words_in_content_controls_and_links_are_read(sheet):
    sheet.add(
        f"<w:sdt {W}><w:sdtContent><w:p><w:hyperlink><w:r><w:t>2.1 </w:t></w:r></w:hyperlink><w:sdt><w:sdtContent><w:r>"
        "<w:t>Boats.</w:t></w:r></w:sdtContent></w:sdt></w:p></w:sdtContent></w:sdt>".replace(
            "<w:t>2.1 ", '<w:t xml:space="preserve">2.1 '
        )
    )
    assert sheet.lines() == ["2.1 Boats."]


def test_entries_of_a_table_of_contents_are_rows(sheet):
    sheet.document.styles.element.append(
        parse_xml(f'<w:style {W} w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>')
    )
    sheet.add(f"<w:p {W}><w:r><w:t>1.</w:t><w:tab/><w:t>WORDS</w:t><w:tab/><w:t>2</w:t></w:r></w:p>")
    sheet.say("2. BETS", '<w:pStyle w:val="TOC1"/>')
    assert sheet.lines() == ["1. WORDS\t2", "| 2. BETS |"]


# -- damage


def rewritten(folder: Path, change: dict[str, bytes], drop: str = "") -> Path:
    """The fixture with some of its parts changed or one dropped."""
    path = folder / "changed.docx"
    with zipfile.ZipFile(FIXTURES / "regatta.docx") as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            if part.filename != drop:
                new.writestr(part.filename, change.get(part.filename, old.read(part)))
    return path


@pytest.mark.parametrize("part", [b"", b"junk", b"<w:document", b'<?xml version="1.0"?><a/>', b"\0" * 50])
def test_a_damaged_main_part(tmp_path, part):
    assert "changed.docx" in refused(rewritten(tmp_path, {"word/document.xml": part}))


@pytest.mark.parametrize("name", ["word/styles.xml", "word/numbering.xml", "word/footnotes.xml", "[Content_Types].xml"])
def test_another_damaged_or_missing_part_never_ends_in_a_traceback(tmp_path, name):
    for path in (rewritten(tmp_path, {name: b"<junk"}), rewritten(tmp_path, {}, drop=name)):
        with suppress(LoadError):
            read_source(path)


def test_declared_entities_are_refused(tmp_path):
    bomb = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    body = f"<w:document {W}><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>".encode()
    assert "declares XML entities" in refused(rewritten(tmp_path, {"word/document.xml": bomb + body}))
    wide = (bomb.decode() + body.decode()).replace('"1.0"', '"1.0" encoding="utf-16"').encode("utf-16")
    assert "declares XML entities" in refused(rewritten(tmp_path, {"word/document.xml": wide}))


def test_a_zip_bomb_is_refused_before_it_is_expanded(tmp_path):
    path = rewritten(tmp_path, {"word/styles.xml": bytes(120_000_000)})
    assert path.stat().st_size < 1_000_000
    assert "expands to more than 100 MB" in refused(path)


def test_a_bomb_that_lies_about_its_size_is_refused(tmp_path):
    path = rewritten(tmp_path, {"word/styles.xml": b" " * 120_000_000})
    data = path.read_bytes()
    data = data.replace((120_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    path.write_bytes(data)
    refused(path)


def test_too_many_elements_and_parts_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(docx_package, "MOST_TAGS", 50)
    assert "more than 50 XML tags" in refused(FIXTURES / "regatta.docx")
    monkeypatch.undo()
    monkeypatch.setattr(docx_package, "MOST_PARTS", 3)
    assert "more than 3 parts" in refused(FIXTURES / "regatta.docx")


def test_tables_inside_tables_without_end_are_refused(tmp_path):
    deep = "<w:tbl><w:tr><w:tc>" * 5000 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 5000
    part = f"<w:document {W}><w:body>{deep}</w:body></w:document>".encode()
    refused(rewritten(tmp_path, {"word/document.xml": part}))


def test_a_zip_with_a_password_is_refused(tmp_path):
    data = bytearray((FIXTURES / "regatta.docx").read_bytes())
    place = 0
    while (place := data.find(b"PK\x01\x02", place)) >= 0:
        data[place + 8] |= 1
        place += 4
    path = tmp_path / "locked.docx"
    path.write_bytes(data)
    assert "needs a password" in refused(path)


def test_an_empty_document_is_refused(tmp_path):
    stream = io.BytesIO()
    docx.Document().save(stream)
    path = tmp_path / "empty.docx"
    path.write_bytes(stream.getvalue())
    assert "is empty" in refused(path)
