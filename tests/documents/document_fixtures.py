"""Small documents of our own, each with the numbering and the damage of one kind of converted document."""

from pathlib import Path
from textwrap import dedent

import pytest

from rulespec.documents.source import read_source
from rulespec.errors import LoadError


def page(text: str) -> str:
    return dedent(text).lstrip("\n")


def refused(path: Path) -> str:
    """What is said of a document that cannot be read: one line that names it."""
    with pytest.raises(LoadError) as error:
        read_source(path)
    message = str(error.value)
    assert "\n" not in message
    assert error.value.exit_status == 3
    return message


TWO_LEVELS = page("""
    A HARBOUR CASINO

    ## **1. WORDS**

    1.1 In this booklet:

    “**Anchor Bet**” means the first bet of a guest;

    “**Crew’s Hand**” means the five cards of the crew, made of:

    (a) the hatch cards, for a Tide Bet; or

    (b) the hatch and deck cards, for any other bet.

    "Calm" means neither won nor lost.

    ### **2. BETS**

    #### **Anchor Bet**

    - 2.1. An Anchor Bet stays where it lies.
    - 2.2 A Sail Bet shall:
      - (a) win if;
        - (i) the crew is aboard; and
        - (ii) the guest holds a sail;
      - (b) lose if;
        - (i) the guest went overboard;


    - (ii) the crew holds the better of the
    two sails;
    - (c) be calm if;
      - (i) nobody is aboard.

    2.3 Sail Bets are paid by this table:

    | <b>Sail Payouts</b> |               |
    |---------------------|---------------|
    | <b>Sail</b>         | <b>Payout</b> |
    | Jib                 | 3 to 2        |
    | Main<br/>sail       | 1 to 1        |

    **Tide Bet**

    - 2.4 A Tide Bet shall:
    - (a) win with a tide in Table 1; or
      - (b) lose:
        - (i) if the guest leaves; or
        - (ii) without a tide

    regardless of the moon.

    The harbour master is told of any change.

    - 2.5 A guest shall not -
    - (a) bring; or
      - (b) keep,
    at the quay -
      - (c) a sextant; or
      - (d) a compass.

    2.6 Tides are paid as follows:

    **Table 1 - Tides**

    | Tide | Prize |
    |--|--|
    | Spring | 10% of the shown sum |

    - 2.7 Rules 2.4 and
    2.5 also bind the crew.

    **CHANGES**

    | 2.1 | 7 |
""")
TWO_LEVELS_PROFILE = {
    "items": ["(a)", "(i)"],
    "definitions": ["1.1"],
    "tails": ["regardless of", "at the quay"],
    "ends": "CHANGES",
}

PLAIN_TITLES = page("""
    1. **WORDS**

    - 1.1 In this booklet:
     - "Oar" means a bet for a
    rower;

    2 BETS

    Oars

    - 2.1 An Oar shall:
     - (b) win if:
     - (i.) it is wet; then
     - (1) the rower is paid;
     - (2) the boat is paid;
     - (c) lose:
     - (i.) if it is dry.
     - regardless of the wind.

    Boats

    2.2 Boats are paid:

    Table 1 - Boats

    Boat\tPayout
    Punt\t2 to 1
     \tLevel 2
    3 of them\t9 to 1

    2.3 A boat needs an Oar.
""")
PLAIN_TITLES_PROFILE = {"items": ["(a)", "(i.)", "(1)"], "definitions": ["1.1"]}

THREE_LEVELS = page("""
    Version 4.0

    ## CONTENTS

    <b>1. WORDS</b>\t<b>1</b>
    <b>2. THE RACE</b>\t<b>2</b>

    ## 1. WORDS

    1.1. These meanings apply:

    **'Lap bet(s)'** means bets on a lap.

    **'Start'** means the first lap.

    - 1.2. Marshals decide.

    ## **2. THE RACE**

    ##### **2.1. The Start**

    2.1.1. A system must work as follows:

    - (a) one;
    - (b) two, where:
      - (i) it is wet; or
      - (ii) it is dry.
    - (c) three;
    - (d) four;
    - (e) five;
    - (f) six;
    - (g) seven;

    (h) eight is read, before the flag
    - (i) nine is called by the

    marshal alone;
    - (j) ten.

    ---

    <sup>1</sup> The Act of the sea says:

    4. *Of boats*

    - (1) A boat floats.
    - (a) always;

    Penalty: one oar.

    ### 2.1.2. Where it rains:

    (a) Will -

    (i) stop; and

    - (ii) wait.
    - (b) May go on.

    2.2. The prizes are:

    **Table 2        Prizes of a Race**

    Place\t\tPrize
    <b>First</b>\t<b>2 to 1*</b>
    ** Ties share.\t\t
    10.5 is no rule.

    **3. CLOSING**

    3.1. The race ends.

    DIAGRAM A
""")
THREE_LEVELS_PROFILE = {
    "levels": 3,
    "definitions": ["1.1"],
    "begins": "1. Words",
    "diagrams": ["Diagram *"],
    "footnotes": "to_heading",
}

FOUR_LEVELS = page("""
    Contents

    1. Draws\t2

    1. Draws

    - 1.1. A draw may be held, and the prizes are shown on
    a board.
    - 1.2. Its terms include:
    - 1.2.1. the place;
     - 1.2.2. the prize, and
     - 1.2.2.1. for a boat:
     - i) its name;
     - ii) its length.

    1.2.2.2. for an oar:

    - i) its wood.

    1.3. Paid by:

    Place\tOdds
    first – alone\t2 to 1

    Note: “second” is never paid.
""")
FOUR_LEVELS_PROFILE = {"levels": 4, "items": ["(a)", "i)"]}

SECTIONS = page("""
    <b>Part 1</b>\t<b>Opening</b> .....\t<b>27</b>
    1\tTitle.....\t27
    <b>Annex 1</b>\t<b>Skiffs</b> .....\t<b>30</b>

    ## Part 1\u00a0\u00a0\u00a0Opening

    ### 1 Title

    This is the *Boat Rule*.

    ### **2\u00a0\u00a0\u00a0Words**

    - (1) Words mean what they say.<sup>1</sup>
    - (2) In this section—

    *buoy* includes a float that is moored to the

    ---

    <sup>1</sup> See the other Act.

    sea floor.

    - (3) Others do not.

    ## **Annex 1    Skiffs**

    ### Part 1 Opening

    #### 1 Words for annex 1

    In this annex—

    ***calm*** see section 3(2).

    *skiff's crew means* those in the skiff that row—

    - (a) the bow; or

    (b) the stroke.

    ***tide***, of a day, means a tide.

    **2 Rowing**

    ## Boat Rule

    - (1) Ranks, lowest first, are—
        - bow
        - stroke.
    -\x20
    - (2) A rower who has a winning\x20\x20
    Annex 1 – Skiffs
    stroke may—
      - (a) go; or
      - (b) stay;

    **Part 2 Results****3 If the crew rests—results**

    All go home if it is—

    - a. late;\x20\x20
    and
    - b. dark.

    ## 4 How it ends

    - (1) It ends—
      - (d) soon; or
      - (e) later.
    (2) **Prizes**

    Crew\tPrize
    bow\t1 to 1
    stroke\tThe greater of \\$1 or

    \t2 to 1.

    Nobody is paid twice.

    ## Annex 2 Barges

    #### 1 Words

    A barge is long.
""")
SECTIONS_PROFILE = {
    "numbering": "sections",
    "items": ["(1)", "(a) | a.", "(i)"],
    "parts": [
        {"prefix": "general", "begins": "Part 1 Opening", "ends": "Annex 1 Skiffs"},
        {"prefix": "annex1", "begins": "Annex 1 Skiffs", "ends": "Annex 2 *"},
    ],
    "definitions": ["annex1:1", "general:2(2)"],
    "furniture": ["Boat Rule", "Annex 1 – *"],
}
