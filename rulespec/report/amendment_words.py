"""The words of an amendment report: what to call a level, a kind, an effect. No word of it takes sides."""

from collections.abc import Mapping

from rulespec.compare.change_classes import AREAS, BREAKING, BY_ID, COMPATIBLE, DIRECTIONS, EDITORIAL, LEVELS, UNDECIDED
from rulespec.report.html_words import AREA_TITLES

# A level in the words of the page, and what these mean.
LEVEL_WORDS: Mapping[str, tuple[str, str]] = {
    BREAKING: (
        "changes a result",
        "Some round comes out otherwise than before, or is refused; the round that shows it is given.",
    ),
    UNDECIDED: (
        "not decided",
        "Whether any round comes out otherwise is not known. What is not known is said beside the change.",
    ),
    COMPATIBLE: (
        "keeps every result",
        "The rules are otherwise than before, and whatever they answered is answered alike.",
    ),
    EDITORIAL: ("wording only", "Words, numbers of clauses or dates; no rule of the encoding is otherwise."),
}
EFFECTS: Mapping[str, str] = {
    "player": "the player comes off better in the rounds concerned",
    "house": "the house comes off better in the rounds concerned",
    "mixed": "better for the one in some rounds and for the other in others, or it depends on the round",
    "neutral": "neither comes off better by the change itself",
}
NOT_KNOWN = "not known"  # the effect of what is not decided

# What the parts of a document's entry are called.
SUBJECTS: Mapping[str, str] = {
    "document/title": "Title of the document",
    "document/jurisdiction": "Jurisdiction",
    "document/publisher": "Publisher",
    "document/instrument": "Instrument",
    "document/effective": "Date in force",
    "not_encoded": "Clauses that are not encoded, and why",
}

_ANSWERED = {"settlement", "pay", "stake", "irregularity", "jackpot"}
_OF_ANSWERS: Mapping[str, str] = {
    "added": "answered now",
    "removed": "silent now",
    "widened": "answered twice now",
    "narrowed": "answered once now",
    "raised": "raised",
    "lowered": "lowered",
    "changed": "changed",
    "reworded": "other rules, same result",
}
_OF_ENTRIES: Mapping[str, str] = {
    "added": "new",
    "removed": "taken out",
    "widened": "wider",
    "narrowed": "narrower",
    "changed": "changed",
    "reworded": "reworded",
}
_TITLES: Mapping[str, str] = {
    **AREA_TITLES,
    "stake": "Amounts at risk",
    "citation": "Clauses cited",
    "interpretation": "Interpretations",
    "document": "Document",
    "spec": "Encoding as a whole",
}


def area_of(class_id: str) -> str:
    """The area of a class of changes: `settlement` of `settlement-raised`."""
    return class_id.rpartition("-")[0]


def area_title(area: str) -> str:
    """An area as a heading."""
    return _TITLES.get(area) or area.replace("_", " ").capitalize()


def area_place(area: str) -> int:
    """Where an area stands among all of them."""
    return AREAS.index(area) if area in AREAS else len(AREAS)


def kind_words(class_id: str) -> str:
    """What became of an answer or an entry, in a word or two."""
    area, _, kind = class_id.rpartition("-")
    words = _OF_ANSWERS if area in _ANSWERED else _OF_ENTRIES
    return words.get(kind) or kind.replace("_", " ")


def purpose(class_id: str) -> str:
    """What a class of changes is, in a sentence; "" for one that is not known."""
    return BY_ID[class_id].purpose if class_id in BY_ID else ""


def level_word(level: str) -> str:
    return LEVEL_WORDS[level][0] if level in LEVEL_WORDS else level


def effect(favours: str, level: str) -> str:
    """Whom a change favours, `not known` where nothing is known of what it does."""
    if level == UNDECIDED:
        return NOT_KNOWN
    return favours if favours in DIRECTIONS else "mixed"


def told_levels() -> tuple[str, ...]:
    """The levels of changes that stand in the schedule, gravest first."""
    return tuple(level for level in LEVELS if level != EDITORIAL)
