"""The profiles of the documents that the specs encode, as their `document:` entries carry them."""

from typing import Any

PERTH: dict[str, Any] = {
    "numbering": "decimal",
    "levels": 2,
    "items": ["(a)", "(i)"],
    "definitions": ["1.1"],
    "begins": "1. DEFINITIONS",
    "ends": "AMENDMENTS",
    "furniture": ["Layout*"],
    "tails": ["regardless of", "as follows", "at or near", "that is capable"],
}

PERTH_CROWN_HOLDEM: dict[str, Any] = {
    "numbering": "decimal",
    "levels": 2,
    "items": ["(a)", "(i.)", "(1)"],
    "definitions": ["1.1"],
    "begins": "1. DEFINITIONS",
    "ends": "AMENDMENTS",
    "furniture": ["Layout*", "2014 Rules of *"],
    "tails": ["regardless of", "as follows", "at or near", "that is capable"],
}

MELBOURNE: dict[str, Any] = {
    "numbering": "decimal",
    "levels": 3,
    "items": ["(a)", "(i)"],
    "definitions": ["1.1", "12.2.1"],
    "begins": "1. DEFINITIONS",
    "furniture": ["Diagram *"],
    "footnotes": "to_heading",
}

NSW: dict[str, Any] = {
    "numbering": "decimal",
    "levels": 4,
    "items": ["(a)", "i)"],
    "definitions": ["1.1"],
    "begins": "1. Definitions",
    "furniture": ["Diagram *"],
}

QUEENSLAND_PARTS: dict[str, dict[str, str]] = {
    "general": {"prefix": "general", "begins": "Part 1 Preliminary", "ends": "Schedule 1 Baccarat"},
    "sch11": {"prefix": "sch11", "begins": "Schedule 11 Texas hold'em *", "ends": "Schedule 11(a) Ultimate *"},
    "sch11(a)": {"prefix": "sch11(a)", "begins": "Schedule 11(a) Ultimate *", "ends": "Schedule 12 Three *"},
    "sch18": {"prefix": "sch18", "begins": "Schedule 18 Table jackpot *"},
}


def queensland(own: str, *others: str) -> dict[str, Any]:
    """The profile of one schedule, with the parts it refers to."""
    return {
        "numbering": "sections",
        "items": ["(1)", "(a) | a.", "(i)"],
        "own": own,
        "parts": [QUEENSLAND_PARTS[prefix] for prefix in (own, *others)],
        "definitions": ["2", "general:3", "general:4(4)", "general:6(3)", "sch18:2"],
        "furniture": ["Casino Gaming Rule", "Schedule 11 – *", "Diagram *", "section 9(4)", "section 3(2)"],
    }


QUEENSLAND_ULTIMATE = queensland("sch11(a)", "general", "sch18")
QUEENSLAND_BONUS = queensland("sch11", "general", "sch18")
