"""Cards as text."""

import pytest

from rulespec.domains.cards import DECK, CardError, card_text, cards_text, parse_cards


def test_every_card_reads_back() -> None:
    text = cards_text(DECK)
    assert parse_cards(text) == DECK
    assert text.startswith("2c 2d 2h 2s 3c")
    assert text.endswith("Ac Ad Ah As")
    assert [card_text(card) for card in DECK] == text.split()


def test_order_of_the_text_is_kept() -> None:
    assert cards_text(parse_cards("Ah 2c Td")) == "Ah 2c Td"
    assert parse_cards("") == ()
    assert parse_cards("  Ah   Kd ") == parse_cards("Ah Kd")


@pytest.mark.parametrize(
    ("text", "token", "says"),
    [
        ("Ah 10h", "10h", "write ten as `T`: `Th`"),
        ("ah", "ah", "write the rank as a capital: `Ah`"),
        ("td", "td", "write the rank as a capital: `Td`"),
        ("AH", "AH", "write the suit in lower case: `Ah`"),
        ("Ax", "Ax", "`x` is no suit, which is one of `cdhs`"),
        ("1h", "1h", "`1` is no rank, which is one of `23456789TJQKA`"),
        ("hA", "hA", "write the rank before the suit: `Ah`"),
        ("2c AhKd", "AhKd", "put a space between cards: `Ah Kd`"),
        ("Ah,Kd", "Ah,Kd", "separate cards by a space and nothing else: `Ah Kd`"),
        ("A", "A", "a card is one character for the rank and one for the suit, as in `Ah`"),
        ("Ahh", "Ahh", "a card is one character for the rank and one for the suit, as in `Ah`"),
        ("??", "??", "`?` is no rank, which is one of `23456789TJQKA`"),
        (",", ",", "a card is one character for the rank and one for the suit, as in `Ah`"),
        ("Ah Kd Ah", "Ah", "the card `Ah` is there twice"),
    ],
)
def test_a_fault_names_the_word_and_the_remedy(text: str, token: str, says: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert caught.value.token == token
    assert caught.value.message.endswith(says)
    assert str(caught.value) == caught.value.message
