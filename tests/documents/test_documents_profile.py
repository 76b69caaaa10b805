"""A document's profile from plain data."""

import pytest

from rulespec.documents.numbering import Style, ordinal
from rulespec.documents.profile import Part, profile_from
from rulespec.load.library import Library


def test_the_least_profile_is_decimal_with_letters_and_romans():
    profile = profile_from({})
    assert (profile.numbering, profile.levels, profile.parts) == ("decimal", 2, (Part(),))
    assert profile.items == ((Style("(", "letter", ")"),), (Style("(", "roman", ")"),))


def test_items_are_written_as_the_document_writes_the_first_of_them():
    profile = profile_from({"items": ["(1)", "(a) | a.", "(i.)", "i)"]})
    assert profile.items[1] == (Style("(", "letter", ")"), Style("", "letter", "."))
    assert profile.items[2:] == ((Style("(", "roman", ".)"),), (Style("", "roman", ")"),))


@pytest.mark.parametrize("document", Library().documents())
def test_the_profiles_of_the_documents_are_sound(document):
    data = Library().document(document).profile
    assert profile_from(data) == profile_from(dict(data))


PARTS = [{"prefix": "x", "begins": "Part X"}]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "mapping"),
        ({"numbers": "decimal"}, "no key `numbers`"),
        ({"numbering": "roman"}, "`decimal` or `sections`, not `roman`"),
        ({"levels": 1}, "2 to 6, not `1`"),
        ({"levels": True}, "2 to 6"),
        ({"levels": "many"}, "not `many`"),
        ({"levels": 2, "numbering": "sections"}, "sections have one number"),
        ({"items": "(a)"}, "`items` is a list"),
        ({"items": ["(b)"]}, "`\\(b\\)` is not the first mark"),
        ({"items": ["(a) |"]}, "not the first mark"),
        ({"items": [1]}, "quote numbers"),
        ({"definitions": [1.1]}, "`1.1` is none"),
        ({"furniture": ["*"]}, "`furniture`"),
        ({"footnotes": "all"}, "`paragraph` or `to_heading`"),
        ({"tables": ""}, "`tables` is a piece of text"),
        ({"begins": 3}, "`begins` is a piece of text"),
        ({"begins": "A", "parts": PARTS}, "inside each of `parts`"),
        ({"parts": []}, "list of entries"),
        ({"parts": ["x"]}, "each of `parts`"),
        ({"parts": [{"prefix": "x"}]}, "needs a `prefix`"),
        ({"parts": [{"prefix": "x y", "begins": "A"}]}, "a space or a colon"),
        ({"parts": [{"prefix": "x", "starts": "A"}]}, "no key `starts`"),
        ({"parts": PARTS * 2}, "the same prefix"),
        ({"parts": [{"prefix": "x{n}", "begins": "Part X"}]}, "both or neither"),
        ({"own": "x"}, "no key `own`"),
    ],
)
def test_nonsense_is_refused_in_plain_words(data, words):
    with pytest.raises(ValueError, match=words):
        profile_from(data)


@pytest.mark.parametrize(
    ("alphabet", "value", "place"),
    [
        ("letter", "c", 3),
        ("letter", "aa", 27),
        ("letter", "ba", 2.01),
        ("letter", "b1", 2.01),
        ("letter", "abc", None),
        ("number", "2A", 2.01),
        ("capital", "C", 3),
        ("capital", "c", None),
        ("capital roman", "IV", 4),
        ("roman", "iv", 4),
        ("roman", "xxxix", 39),
        ("roman", "iiii", None),
        ("roman", "vx", None),
        ("roman", "12", None),
        ("number", "12", 12),
        ("number", "b", None),
        ("letter", "3", None),
    ],
)
def test_marks_have_their_place_in_a_list(alphabet, value, place):
    assert ordinal(alphabet, value) == place
