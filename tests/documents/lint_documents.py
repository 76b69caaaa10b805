"""Small documents of our own for the rules of the lint: for each rule ones that have its fault, and ones that have not.

The profiles are two: rules are numbered 2.1 below sections (`DECIMAL`), or sections 1, 2 in schedules (`SCHEDULES`).
"""

from dataclasses import dataclass, field
from typing import Any

from rulespec.model.document import Amendment, DocumentEntry
from rulespec.model.place import Place

DECIMAL: dict[str, Any] = {
    "items": ["(a)", "(i)", "(1)"],
    "definitions": ["1.1"],
    "begins": "1. WORDS",
    "contents": ["CONTENTS"],
    "amendments": ["CHANGES"],
    "diagrams": ["Diagram *"],
    "tails": ["as follows"],
}
SCHEDULES: dict[str, Any] = {
    "numbering": "sections",
    "items": ["(1)", "(a)", "(i)"],
    "parts": [{"prefix": "general", "begins": "Part 1 Opening"}, {"prefix": "sch{n}", "begins": "Schedule {n} *"}],
    "divisions": ["Part {n} *"],
    "definitions": ["Words*"],
    "diagrams": ["Diagram *"],
}


@dataclass(frozen=True)
class Bad:
    """A document with a fault: what its rule says, as (clause, words of the message), in order.

    `paged`: it has pages, of which each section is one. `entry`: what is known of it.
    """

    text: str
    says: list[tuple[str, str]]
    profile: dict[str, Any] = field(default_factory=lambda: DECIMAL)
    paged: bool = False
    entry: DocumentEntry | None = None


@dataclass(frozen=True)
class Good:
    """A document without the fault, though it comes near."""

    text: str
    profile: dict[str, Any] = field(default_factory=lambda: DECIMAL)
    paged: bool = False
    entry: DocumentEntry | None = None


def pages(text: str) -> tuple[int, ...]:
    """The page of each line of a document in which every section begins another page, after one for the contents."""
    found, page = [], 0
    for line in text.split("\n"):
        page += line.startswith("## ")
        found.append(max(page, 1))
    return tuple(found)


def words(*terms: str) -> str:
    """The first section of a document, which defines `terms`, each as `"Oar" means ...`."""
    defined = "\n\n".join(f"“**{name}**” {meaning}" for name, _, meaning in (term.partition(" = ") for term in terms))
    return f"## 1. WORDS\n\n1.1 In this booklet:\n\n{defined}\n\n"


def schedules(general: str, *others: str) -> str:
    """A document in sections: a general part, and schedules (one at least), each as the lines of its sections."""
    others = others or ("### 1 End\n\nNothing follows.",)
    parts = [f"## Part 1 Opening\n\n{general}"]
    parts += [f"## Schedule {number} Boats of kind {number}\n\n{text}" for number, text in enumerate(others, 1)]
    return "\n\n".join(parts) + "\n"


def variant(base: str, other: str) -> str:
    """A document in sections with a schedule 1 and its variant 1(a)."""
    opening = "## Part 1 Opening\n\n### 1 Title\n\nThis is a rule."
    return f"{opening}\n\n## Schedule 1 Skiffs\n\n{base}\n\n## Schedule 1(a) Short skiffs\n\n{other}\n"


TERMS = words("Oar = means a bet on a rower;", "Skiff = means a boat with one Oar.")
SECTION = "## 2. BETS\n\n"


def rules(*lines: str, terms: str = TERMS) -> str:
    """A document with a section of words and one of bets, whose lines are `lines`, a paragraph each."""
    return terms + SECTION + "\n\n".join(lines) + "\n"


LADDER = "2.1 The ranking of hands from highest to lowest is:\n\n"
RANKED = LADDER + "\n".join(
    f"- ({mark}) {hand};"
    for mark, hand in zip("abcdef", ["Crest", "Swell", "Wave", "Surge", "Ripple", "Calm"], strict=True)
)


def pay(*rows: str) -> str:
    """A rule with a table of odds, and a closing rule."""
    table = "\n".join(f"| {row} |" for row in rows)
    return f"2.2 Winning bets are paid:\n\n| Hand | Odds |\n|---|---|\n{table}\n\n2.3 All else loses.\n"


ENTRY_FILE = "document.yaml"


def history(*rows: str, cover: str = "", heads: str = "Rule | Act # | Date", bets: int = 5) -> str:
    """A document of rules 2.1 to 2.5 whose history has `rows`; `cover` stands before them all."""
    tables = "".join(f"| {row} |\n" for row in rows)
    said = rules(*(f"2.{n} A Skiff with {n} Oars wins." for n in range(1, bets + 1)))
    rule = "|".join("---" for _ in heads.split("|"))
    return (f"{cover}\n\n" if cover else "") + f"{said}\nCHANGES\n\n2. Bets\n\n| {heads} |\n|{rule}|\n{tables}"


def entry(*amendments: str, effective: str = "2021-06-01", instrument: str = "Act 9") -> DocumentEntry:
    """An entry with `amendments`, one a line from line 10 on: `2.1, 2.3 to 2.5 | Act 7 | 2020-02-01 | deleted`."""
    listed = []
    for line, words in enumerate(amendments, 10):
        clauses, by, day, *deleted = (word.strip() for word in words.split("|"))
        listed.append(Amendment(tuple(clauses.split(", ")), by, day, bool(deleted), Place(ENTRY_FILE, line, 3)))
    place = Place(ENTRY_FILE, 1, 1)
    return DocumentEntry("a/b", "B", "A", "A", instrument, effective, "b.txt", DECIMAL, (), place, tuple(listed))


ROWS = ("2.1; 2.3 to 2.5; | 7 | 1/2/2020", "2.9 deleted | 7 | 1/2/2020", "2.2 | 9 | 1/6/21")
LISTED = ("2.1, 2.3 to 2.5 | Act 7 | 2020-02-01", "2.9 | act/7 | 2020-02-01 | deleted", "2.2 | Act 9 | 2021-06-01")

BAD: dict[str, list[Bad]] = {
    "dangling-reference": [
        Bad(rules("2.1 Subject to Rules 2.2 and 12.2, an Oar wins.", "2.2 A Skiff wins."), [("2.1", "12.2, which")]),
        Bad(rules("2.1 An Oar is paid by Table 4."), [("2.1", "refers to Table 4")]),
        Bad(rules("2.1 A Skiff is drawn in Diagram 2."), [("2.1", "refers to Diagram 2")]),
        Bad(
            rules("2.1 A Skiff wins as set out in rule 2.2(c).", "2.2 It wins:\n\n- (a) soon; or\n- (b) late."),
            [("2.1", "2.2(c)")],
        ),
        Bad(
            schedules("### 1 Title\n\n- (1) A crew rests.\n- (2) Subsection (3) does not apply."),
            [("general:1(2)", "general:1(3)")],
            SCHEDULES,
        ),
    ],
    "reference-kind": [
        Bad(
            schedules("### 1 Rest\n\n- (1) A crew—\n  - (a) rests; or\n  - (b) rows, unless subsection (a) applies."),
            [("general:1(1)(b)", "refers to the paragraph general:1(1)(a)")],
            SCHEDULES,
        ),
        Bad(
            schedules(
                "### 1 Rest\n\nA crew rests.",
                "### Part 1 Start\n\n#### 1 Flags\n\nA flag is up.\n\n### Part 2 Finish\n\n"
                "#### 2 Bells\n\nA bell rings under part 2, section 1.",
            ),
            [("sch1:2", "sch1:1, which stands in part 1, not in part 2")],
            SCHEDULES,
        ),
    ],
    "reference-self": [
        Bad(
            rules("2.1 If it rains, rule 2.1 applies.", "2.2 A Skiff wins."),
            [("2.1", "`rule 2.1` refers to the clause")],
        ),
        Bad(
            schedules("### 1 Rest\n\n- (1) A crew rests.\n- (2) Subsection (2) applies if it rains."),
            [("general:1(2)", "`Subsection (2)`")],
            SCHEDULES,
        ),
    ],
    "reference-heading": [
        Bad(
            schedules(
                "### 1 Rest\n\nA crew rests.\n\n### 2 Rain\n\nA crew rows.\n\n"
                "### 3 Change to section 1 if unfair\n\nSection 2 does not apply if unfair."
            ),
            [("general:3", "the heading names general:1, and the text does not")],
            SCHEDULES,
        ),
    ],
    "reference-spelling": [
        Bad(
            rules("2.1 A Skiff is drawn in Diagram 2.1.", "Diagram 2(1) A skiff"),
            [("2.1", "`Diagram 2.1` is meant for Diagram 2(1)")],
        )
    ],
    "reference-word": [
        Bad(
            rules(
                *(f"2.{n} Subject to rule 2.1, a Skiff with {n} flags wins." for n in range(2, 13)),
                "2.13 Subject to clause 2.2, it loses.",
            ),
            [("2.13", "`clause 2.2`: elsewhere the document says `rule`, 11 times")],
        )
    ],
    "amendment-unknown": [
        Bad(
            rules("2.1 A Skiff wins.")
            + "\nCHANGES\n\n| Rule | Date |\n|---|---|\n| 2.1 | 1/2/2020 |\n| 2.7 | 1/2/2021 |\n",
            [("amendments", "names 2.7")],
        )
    ],
    "amendment-deleted": [
        Bad(
            rules("2.1 A Skiff wins.") + "\nCHANGES\n\n| Rule | Date |\n|---|---|\n| 2.1 deleted | 1/2/2020 |\n",
            [("amendments", "calls 2.1 deleted")],
        )
    ],
    "amendment-missing": [
        Bad(
            history(*ROWS),
            [("amendments", "the entry has not: 2.1, 2.3, 2.4, 2.5 amended by Act # 7 on 2020-02-01")],
            entry=entry(*LISTED[1:]),
        ),
        Bad(
            history(*ROWS),
            [("amendments", "the entry has not: 2.4 amended by Act # 7")],
            entry=entry("2.1, 2.3, 2.5 | Act 7 | 2020-02-01", *LISTED[1:]),
        ),
        Bad(
            history("2.1 | 2/3/1999", heads="Clause | Date amended"),
            [("amendments", "the entry has not: 2.1 amended on 1999-03-02")],
            entry=entry("2.2 | unknown | 1999-03-02"),
        ),
    ],
    "amendment-unlisted": [
        Bad(
            history(*ROWS[1:]),
            [("amendments", "has not: 2.1, 2.3, 2.4, 2.5 amended by Act 7 on 2020-02-01")],
            entry=entry(*LISTED),
        ),
        Bad(history(), [("amendments", "has not: 2.2 amended by Act 9")], entry=entry(LISTED[2])),
    ],
    "amendment-differs": [
        Bad(
            history(*ROWS),
            [
                (
                    "amendments",
                    "2.2: amended by Act 9 on 2021-06-02 in the entry, amended by Act # 9 on 2021-06-01 in",
                )
            ],
            entry=entry(*LISTED[:2], "2.2 | Act 9 | 2021-06-02"),
        ),
        Bad(
            history(*ROWS),
            [("amendments", "2.2: amended by Act 8 on 2021-06-01 in the entry")],
            entry=entry(*LISTED[:2], "2.2 | Act 8 | 2021-06-01"),
        ),
        Bad(
            history(*ROWS),
            [("amendments", "2.9: amended by act/7 on 2020-02-01 in the entry, deleted by Act # 7")],
            entry=entry(LISTED[0], LISTED[1].removesuffix("| deleted"), LISTED[2]),
        ),
    ],
    "amendment-cover": [
        Bad(
            history(*ROWS, cover="Last amended by Act/9 on 2 June 2021"),
            [
                (
                    "cover",
                    "the cover says last amended by Act/9 on 2021-06-02; by the history 2.2 is amended by Act # 9 on",
                )
            ],
        ),
        Bad(
            history(*ROWS, cover="Last amended by Act 8 on 1 June 2021"), [("cover", "amended by Act 8 on 2021-06-01")]
        ),
        Bad(
            rules("2.1 A Skiff wins.", terms="Last amended on 3 Sep. 2021\n\n" + TERMS),
            [("cover", "last amended on 2021-09-03; by the history 2.2 is amended by Act 9 on 2021-06-01")],
            entry=entry(*LISTED),
        ),
    ],
    "amendment-newer": [
        Bad(
            history(*ROWS),
            [("amendments", "in force from 2021-05-31, and the document was last amended by Act 9 on 2021-06-01")],
            entry=entry(*LISTED, effective="2021-05-31"),
        ),
        Bad(
            history(*ROWS),
            [("amendments", "the entry is made by Act 7, and the document was last amended by Act # 9")],
            entry=entry(instrument="Act 7"),
        ),
        Bad(
            history(*ROWS, cover="Last amended by Act/10 on 10 June 2022"),
            [("amendments", "in force from 2021-06-01, and the document was last amended by Act/10 on 2022-06-10")],
            entry=entry(),
        ),
    ],
    "numbering-late": [
        Bad(
            rules("2.1 A Skiff wins if:\n\n- (b) it is first; or\n- (c) it is alone."),
            [("2.1(b)", "the list starts at (b)")],
        ),
        Bad(
            rules("2.1 A Skiff wins if:\n\n- (a) it is:\n  - (ii) first; or\n  - (iii) alone; or\n- (b) it rains."),
            [("2.1(a)(ii)", "starts at (ii)")],
        ),
        Bad(
            schedules("### 1 Rest\n\n- (3) A crew rests.\n- (4) A crew rows."),
            [("general:1(3)", "starts at (3)")],
            SCHEDULES,
        ),
        Bad(rules("2.2 A Skiff wins.", "2.3 An Oar loses."), [("2.2", "starts at 2.2")]),
    ],
    "numbering-skips": [
        Bad(
            rules("2.1 A Skiff wins if:\n\n- (a) it is first; or\n- (b) last; or\n- (d) it is alone."),
            [("2.1(d)", "(d) follows (b)")],
        ),
        Bad(rules("2.1 A Skiff wins.", "2.2 It loses.", "2.4 An Oar loses."), [("2.4", "2.4 follows 2.2")]),
        Bad(rules("2.1 A Skiff wins.") + "\n## 4. END\n\n4.1 It ends.\n", [("4", "4 follows 2")]),
        Bad(
            schedules("### 1 Rest\n\nA crew rests.\n\n### 3 Row\n\nA crew rows."),
            [("general:3", "3 follows 1")],
            SCHEDULES,
        ),
        Bad(
            schedules("### 1 Rest\n\n- (1) A crew rests.\n- (2) It rows.\n- (4) It sings."),
            [("general:1(4)", "(4) follows (2)")],
            SCHEDULES,
        ),
    ],
    "numbering-repeats": [
        Bad(
            rules("2.1 A Skiff wins if:\n\n- (a) it is first; or\n- (b) last; or\n- (b) it is alone."),
            [("2.1(b)#2", "(b) stands twice")],
        ),
        Bad(
            schedules("### 1 Rest\n\n- (1) A crew rests.\n- (2) It rows.\n- (2) It sings."),
            [("general:1(2)#2", "(2) stands twice")],
            SCHEDULES,
        ),
    ],
    "numbering-restarts": [
        Bad(
            schedules(
                "### 1 Rest\n\n- (1) A crew—\n  - (a) rests; or\n  - (b) rows; or\n  - (c) sings.\n\n"
                "The crew may choose—\n\n- (a) to eat; or\n- (b) to drink."
            ),
            [("general:1(1)(a)#2", "(a) follows (c) in the same clause")],
            SCHEDULES,
        )
    ],
    "numbering-misprint": [
        Bad(
            schedules("### 1 Rest\n\n- (l) A crew rests.\n- (2) It rows."),
            [("general:1(1)", "printed (l), and read as (1)")],
            SCHEDULES,
        )
    ],
    "list-missing": [
        Bad(
            rules("2.1 The pool is filled as follows:", "2.2 A Skiff wins."),
            [("2.1", "nothing follows `The pool is filled as follows:`")],
        ),
        Bad(
            rules("2.1 The pool has:\n\n- (a) a seed; and\n- (b) the bets;\n\nas follows:", "2.2 A Skiff wins."),
            [("2.1", "nothing follows `as follows:`")],
        ),
        Bad(
            schedules("### 1 Rest\n\n- (1) A crew may rest if—\n- (2) it rains; and\n- (3) the wind drops."),
            [("general:1(1)", "may rest if—")],
            SCHEDULES,
        ),
    ],
    "list-unjoined": [
        Bad(
            rules("2.1 A Skiff shall lose if;\n\n- (a) it sinks;\n- (b) it is last."),
            [("2.1", "`A Skiff shall lose if;` (a), (b)")],
        ),
        Bad(
            rules("2.1 A Skiff wins where the:\n\n- (a) Crew sings.\n- (b) Flag is up."),
            [("2.1", "(a), (b): nothing says")],
        ),
    ],
    "diagram-lost": [
        Bad(
            "## CONTENTS\n\n1. WORDS\t1\n2. BETS\t2\nDiagram 7 A skiff\t3\n\n"
            + rules("2.1 A Skiff is drawn in Diagram 7."),
            [("2.1", "the contents list Diagram 7")],
        )
    ],
    "diagram-caption": [
        Bad(
            rules("2.1 A Skiff is drawn in Diagram 1.", "2.2 An Oar wins.", "Diagram 1 A skiff", "rule 2.2"),
            [("Diagram 1", "names `rule 2.2`, which is not about it")],
        )
    ],
    "term-unused": [
        Bad(
            rules("2.1 A Skiff wins.", terms=words("Skiff = means a boat;", "Quiet Oar = means a bet.")),
            [("1.1 Quiet Oar", "`Quiet Oar` is defined and never used")],
        ),
        Bad(
            rules("2.1 A Skiff wins 4 times.", terms=words("Skiff = means a boat;", "Four of a Kind = means a hand.")),
            [("1.1 Four of a Kind", "never used")],
        ),
        Bad(
            schedules(
                "### 1 Title\n\nA tide turns.",
                "### 1 Words\n\nIn this schedule—\n\n***tide*** means water.\n\n### 2 Rest\n\nA crew rests.",
            ),
            [("sch1:1 tide", "never used")],
            SCHEDULES,
        ),
    ],
    "term-undefined": [
        Bad(
            rules(
                "2.1 The Harbour Pilot and the Harbour Pilot agree.", "2.2 Only the Harbour Pilot whistles for a Skiff."
            ),
            [("2.1", "`Harbour Pilot` is used as a term 3 times")],
        ),
        Bad(
            rules(*(f"2.{n} A Skiff obeys the Harbour Pilot and an Outer Harbour Pilot." for n in range(1, 4))),
            [("2.1", "`Harbour Pilot` is used as a term 6 times")],
        ),
    ],
    "term-twice": [
        Bad(
            rules("2.1 A Skiff wins.", terms=words("Skiff = means a boat;", "Skiff = means a raft.")),
            [("1.1 Skiff#2", "the other definition is 1.1 Skiff")],
        ),
        Bad(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***tide*** means water.\n\n"
                "### 2 Words again\n\nIn this section—\n\n***tide*** means time.\n\n### 3 Rest\n\nA tide rests."
            ),
            [("general:2 tide", "the other definition is general:1 tide")],
            SCHEDULES,
        ),
    ],
    "term-redefined": [
        Bad(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***low tide*** means water.",
                "### 1 Words\n\nIn this schedule—\n\n***low-tide*** means time.\n\n### 2 Rest\n\nA low-tide rests.",
            ),
            [("sch1:1 low-tide", "also defined for the whole document, in general:1 low tide")],
            SCHEDULES,
        )
    ],
    "term-alike": [
        Bad(
            rules(
                "2.1 A Skiff and a Raft win.",
                terms=words("Skiff = means a boat of the harbour;", "Raft = means a boat of the harbour."),
            ),
            [("1.1 Raft", "`Raft` and `Skiff` are defined in the same words")],
        )
    ],
    "term-pointer": [
        Bad(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***spring tide*** see section 2.\n\n"
                "### 2 Rest\n\nA crew rests.\n\n### 3 Tides\n\nA spring tide is high."
            ),
            [("general:1 spring tide", "general:2 does not speak of `spring tide`")],
            SCHEDULES,
        )
    ],
    "term-two-names": [
        Bad(
            rules("2.1 A crew shares the Community Oars.", terms=words("Communal Oars = means all oars.")),
            [("2.1", "`Community Oars` is not defined; `Communal Oars` is")],
        )
    ],
    "term-spelling": [
        Bad(
            rules(
                "2.1 A Stand-off and a standoff differ.",
                "2.2 A standoff ends.",
                terms=words("Stand-off = means a rest."),
            ),
            [("2.1", "is written `standoff`, 2 times")],
        ),
        Bad(
            rules("2.1 The Crew's Boat and the Crews Boat win.", terms=words("Crew's Boat = means a skiff.")),
            [("2.1", "`Crew's Boat`, defined in 1.1, is written `crews boat`, once")],
        ),
        Bad(
            rules("2.1 The Oar Plus Bet and the Oars Plus Bet win.", terms=words("Oar Plus Bet = means a bet.")),
            [("2.1", "is written `oars plus bet`, once")],
        ),
        Bad(
            rules("2.1 All 5 Odd Oars lose.", terms=words("Five Odd Oars = means a bet.")),
            [("2.1", "is written `5 odd oars`, once")],
        ),
    ],
    "contents-title": [
        Bad(
            "## CONTENTS\n\n1. WORDS\t1\n2. BET AND SAIL\t2\n\n" + rules("2.1 A Skiff wins."),
            [("2", "the contents call 2 `BET AND SAIL`, its heading `BETS`")],
        ),
        Bad(
            "## CONTENTS\n\n1. WOR\t1\n2. BETS\t2\n\n" + rules("2.1 A Skiff wins."),
            [("1", "the contents cut short the title of 1")],
        ),
    ],
    "contents-unknown": [
        Bad(
            "## CONTENTS\n\n1. WORDS\t1\n2. BETS\t2\n3. SAILS\t3\n\n" + rules("2.1 A Skiff wins."),
            [("contents", "list 3 `SAILS`")],
        )
    ],
    "contents-omits": [
        Bad("## CONTENTS\n\n1. WORDS\t1\n\n" + rules("2.1 A Skiff wins."), [("2", "the contents leave out 2 `BETS`")])
    ],
    "contents-page": [
        Bad(
            "## CONTENTS\n\n1. WORDS\t1\n2. BETS\t5\n3. END\t3\n4. TAIL\t4\n\n"
            + rules("2.1 A Skiff wins.")
            + "\n## 3. END\n\n3.1 It ends.\n\n## 4. TAIL\n\n4.1 It is over.\n",
            [("2", "the contents put 2 on page 5, it is on page 2")],
            paged=True,
        )
    ],
    "row-repeated": [
        Bad(
            rules(pay("Jib | 2 to 1", "Main | 3 to 1", "jib | 4 to 1")),
            [("2.2[jib_4_to_1]", "stands twice: 2 to 1 and 4 to 1")],
        )
    ],
    "pay-order": [
        Bad(
            rules(pay("Royal Flush | 50 to 1", "Full House | 3 to 1", "Flush | 4 to 1", "Straight | 1 to 1")),
            [("2.2[full_house]", "`Full House` pays 3 to 1, less than `Flush`")],
        ),
        Bad(
            rules(pay("Straight | 1 to 1", "Flush | 4 to 1", "Full House | 7 to 2", "Royal Flush | 50 to 1")),
            [("2.2[full_house]", "a lower hand, which pays 4 to 1")],
        ),
        Bad(
            rules(RANKED, pay("Swell | 9 to 1", "Surge | 5 to 1", "Wave | 4 to 1")),
            [("2.2[wave]", "`Wave` pays 4 to 1, less than `Surge`, a lower hand")],
        ),
    ],
    "definitions-none": [
        Bad(rules("2.1 A Skiff wins."), [("1", "9.9 is said to define terms")], {"definitions": ["9.9"]}),
        Bad("## 1. WORDS\n\n1.1 In these rules:\n\nSkiff means a boat.\n", [("1.1", "none was found in it")]),
        Bad(
            "## Part 1 Opening\n\n### 1 Words of it\n\nA skiff is a boat.\n\n## Schedule 1 Skiffs\n\n### 1 Skiffs\n",
            [("general:1", "none was found in it")],
            SCHEDULES,
        ),
    ],
    "numbering-foreign": [
        Bad(
            rules("2.1 A Skiff wins.", "- 3.2 An Oar wins.", "- 3.3 A Jib wins."),
            [("3.2", "3.2 to 3.3 stand in section 2")],
        ),
    ],
    "number-as-words": [
        Bad(rules("2.1 A Skiff wins and is kept by the\n9.7 Harbour."), [("2.1", "`9.7 Harbour` begins like a rule")]),
    ],
    "list-as-words": [
        Bad(
            rules("2.1 A Skiff wins if:\na) it is first; or\nb) it is alone."), [("2.1", "`a)`, `b)` is read as words")]
        ),
        Bad(rules("2.1 A Skiff wins if:\n\n1. it is first; or\n\n2. it is alone."), [("2.1", "`1.`, `2.`")]),
    ],
    "table-damaged": [
        Bad(rules(pay("Jib | 2 to 1 prize)", "Main | 3 to 1")), [("2.2[jib]", "`2 to 1 prize)`")]),
        Bad(rules(pay("Jib | 2 to 1 (even", "Main | 3 to 1")), [("2.2[jib]", "`2 to 1 (even`")]),
    ],
    "text-unnumbered": [
        Bad(
            rules("2.1 A Skiff wins if:\n\n- (a) it is first; or\n- (b) it is alone.\n\nThe harbour is told of it."),
            [("2.1", "follows 2.1(b); read as 2.1")],
        ),
    ],
    "text-loose": [
        Bad(
            rules("2.1 A Skiff wins.\n\n### Oars\n\nOars are kept dry.", "2.2 An Oar wins."),
            [("2 Oars", "words without a number stand below `Oars`")],
        ),
    ],
    "ranking-gap": [
        Bad(
            rules(RANKED, pay("Swell | 9 to 1", "Surge | 5 to 1", "Wave | 4 to 1", "Full House | 1 to 1")),
            [("2.1", "leaves out `full house`, which a table of 2.2 has")],
        )
    ],
}

JOINED = rules("2.1 A Skiff wins if:\n\n- (a) it is first; or\n- (b) it is alone.", "2.2 An Oar wins under rule 2.1.")

GOOD: dict[str, list[Good]] = {
    "dangling-reference": [
        Good(rules("2.1 Subject to rule 2.2 an Oar wins.", "2.2 A Skiff wins.")),
        Good(rules("2.1 An Oar is lawful under section 99 of the Boats Act 1990.")),
        Good(rules("2.1 A Skiff is drawn in Diagram 2.", "Diagram 2(1) A bow", "Diagram 2(2) A stern")),
        Good(
            "## CONTENTS\n\n1. WORDS\t1\n2. BETS\t2\nDiagram 7 A skiff\t3\n\n"
            + rules("2.1 A Skiff is drawn in Diagram 7.")
        ),
    ],
    "reference-kind": [
        Good(
            schedules("### 1 Rest\n\n- (1) A crew—\n  - (a) rests; or\n  - (b) rows, unless paragraph (a) applies."),
            SCHEDULES,
        )
    ],
    "reference-self": [
        Good(rules("2.1 Under this rule, a Skiff wins.", "2.2 Despite rule 2.1, an Oar loses.")),
        Good(
            schedules("### 1 Rest\n\n- (1) A crew rests.\n- (2) It rows.\n\n  Example for subsection (2)—\n  It rows."),
            SCHEDULES,
        ),
        Good(rules("2.1 A Skiff wins.", "2.2 Rules 2.1 to 2.3 are posted.", "2.3 An Oar loses.")),
    ],
    "reference-heading": [
        Good(
            schedules(
                "### 1 Words for sch 1\n\nA crew rests.\n\n"
                "### 2 Change to section 1 if unfair\n\nSection 1 does not apply."
            ),
            SCHEDULES,
        )
    ],
    "reference-spelling": [Good(rules("2.1 A Skiff is drawn in Diagram 2(1).", "Diagram 2(1) A skiff"))],
    "reference-word": [
        Good(rules("2.1 A Skiff wins under rule 2.2.", "2.2 It loses under clause 2.1.")),
        Good(
            rules(*(f"2.{n} Subject to {'rule' if n % 2 else 'clause'} 2.1, {n} flags win." for n in range(2, 30))),
        ),
    ],
    "amendment-unknown": [
        Good(
            rules("2.1 A Skiff wins.")
            + "\nCHANGES\n\n| Rule | Date |\n|---|---|\n| 2.1 | 1/2/2020 |\n| 2.7 deleted | 1/2/2021 |\n"
        )
    ],
    "amendment-deleted": [
        Good(
            rules("2.1 A Skiff wins.")
            + "\nCHANGES\n\n| Rule | Date |\n|---|---|\n| 2.1 | 1/2/2020 |\n| 2.7 deleted | 1/2/2021 |\n"
        )
    ],
    "amendment-missing": [
        Good(history(*ROWS), entry=entry(*LISTED)),
        Good(history(*ROWS), entry=entry("2.5, 2.4, 2.3, 2.1 | ACT 7 | 2020-02-01", *LISTED[1:])),
        Good(history(*ROWS), entry=entry()),
        Good(history(*ROWS)),
        Good(history("2.1 | 2/3/1999", heads="Rule | Date"), entry=entry("2.1 | Act 3 | 1999-03-02")),
        Good(history("2.1 | Act No. 3 | soon"), entry=entry("2.1 | unknown | 1999-03-02")),
    ],
    "amendment-unlisted": [
        Good(history(*ROWS), entry=entry(*LISTED)),
        Good(rules("2.1 A Skiff wins."), entry=entry(*LISTED)),
        Good(rules("2.1 A Skiff wins.") + "\nCHANGES\n\nThere were many.\n", entry=entry(*LISTED)),
    ],
    "amendment-differs": [
        Good(history(*ROWS), entry=entry(*LISTED)),
        Good(
            history("2.1 | 7 | 1/2/2020", "2.1 | 9 | 1/6/21"),
            entry=entry("2.1 | Act 9 | 2021-06-01", "2.1 | Act 7 | 2020-02-01"),
        ),
        Good(history("2.1 | 7 | 1/2/2020"), entry=entry("2.1 | Act 9 | 2021-06-01")),
    ],
    "amendment-cover": [
        Good(history(*ROWS, cover="Last amended by Act/9 on 1 June 2021")),
        Good(history(*ROWS, cover="Last amended on 1st June, 2021")),
        Good(history(*ROWS, cover="Made by Act/2 on 1 June 2011")),
        Good(rules("2.1 A Skiff wins.", terms="Last amended by Act/9 on 1 June 2021\n\n" + TERMS)),
    ],
    "amendment-newer": [
        Good(history(*ROWS), entry=entry(*LISTED)),
        Good(history(*ROWS), entry=entry(*LISTED, effective="2022-01-01", instrument="Reprint 2")),
        Good(history(*ROWS), entry=entry(*LISTED, effective="unknown")),
        Good(history(*ROWS)),
    ],
    "numbering-late": [Good(JOINED), Good(schedules("### 1 Rest\n\n- (1) A crew rests.\n- (2) It rows."), SCHEDULES)],
    "numbering-skips": [
        Good(JOINED),
        Good(
            schedules(
                "### Part 1 Start\n\n### 1 Rest\n\nIt rests.",
                "### Part 1 A\n\n#### 1 B\n\nC rests.\n\n### Part 2 D\n\n#### 2 E\n\nF rests.",
            ),
            SCHEDULES,
        ),
    ],
    "numbering-repeats": [Good(JOINED)],
    "numbering-restarts": [Good(JOINED)],
    "numbering-misprint": [Good(schedules("### 1 Rest\n\n- (1) A crew rests.\n- (2) It rows."), SCHEDULES)],
    "list-missing": [
        Good(JOINED),
        Good(rules("2.1 Bets are paid as follows:\n\n| Hand | Odds |\n|---|---|\n| Jib | 2 to 1 |")),
        Good(
            rules(
                "2.1 Bets are paid as follows:", "**Table 1 - Sails**", "| Hand | Odds |\n|---|---|\n| Jib | 2 to 1 |"
            )
        ),
    ],
    "list-unjoined": [
        Good(JOINED),
        Good(rules("2.1 A Skiff wins if any of these is so, that is if:\n\n- (a) it is first;\n- (b) it is alone.")),
        Good(rules("2.1 A Skiff wins if:\n\n- (a) it is first;\n- (b) it is last; or\n- (c) it is alone.")),
        Good(rules("2.1 A Skiff shall:\n\n- (a) win if it is first;\n- (b) lose if it is last.")),
    ],
    "diagram-lost": [Good(rules("2.1 A Skiff is drawn in Diagram 7.", "Diagram 7 A skiff"))],
    "diagram-caption": [
        Good(rules("2.1 A Skiff is drawn in Diagram 1.", "2.2 An Oar wins.", "Diagram 1 A skiff", "rule 2.1"))
    ],
    "term-unused": [
        Good(rules("2.1 The skiffs win.", terms=words("Skiff = means a boat."))),
        Good(
            variant("### 1 Words\n\nIn this schedule—\n\n***tide*** means water.", "### 1 Rest\n\nA tide rests."),
            SCHEDULES,
        ),
        Good(
            variant("### 1 Rest\n\nA tide rests.", "### 1 Words\n\nIn this schedule—\n\n***tide*** means time."),
            SCHEDULES,
        ),
        Good(rules("2.1 A standoff ends.", terms=words("Stand Off = means a rest."))),
        Good(rules("2.1 A hand of 5 odd cards loses.", terms=words("Five Odd Cards = means a hand."))),
        Good(rules("2.1 The worth counts.", terms=words("Worth of a Coin = means its weight."))),
        Good(rules("2.1 The last card wins.", terms=words("River or Last Card = means a card."))),
        Good(
            schedules("### 1 Words\n\nIn this rule—\n\n***tide*** means water.", "### 1 Rest\n\nA tide rests."),
            SCHEDULES,
        ),
    ],
    "term-undefined": [
        Good(rules("2.1 Each Skiff meets a Skiff.", "2.2 The Harbour Pilot whistles twice.")),
        Good(rules("2.1 Under the Harbour Act, the Harbour Act and the Harbour Act, a Skiff wins.")),
        Good(
            rules(
                "2.1 Harbour Pilot: the one who whistles.",
                "2.2 The Harbour Pilot, a Harbour Pilot or any Harbour Pilot.",
            )
        ),
    ],
    "term-twice": [
        Good(rules("2.1 A Skiff wins.")),
        Good(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***tide*** see section 2.\n\n"
                "### 2 Words of tides\n\nIn this section—\n\n***tide*** means time."
            ),
            SCHEDULES,
        ),
    ],
    "term-redefined": [
        Good(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***Act*** means a law.",
                "### 1 Words\n\nIn this schedule—\n\n***act*** means to row.\n\n### 2 Rest\n\nIt may act.",
            ),
            SCHEDULES,
        )
    ],
    "term-alike": [
        Good(
            rules(
                "2.1 A low (1-18) or high (19-36) wins.",
                terms=words("low (1-18) = means a bet on one of them;", "high (19-36) = means a bet on one of them."),
            )
        ),
        Good(rules("2.1 A Skiff and a Raft win.", terms=words("Skiff = means a boat;", "Raft = means a plank."))),
    ],
    "term-pointer": [
        Good(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***spring tide*** see section 2.\n\n"
                "### 2 Tides\n\nThe spring and the neap tide differ."
            ),
            SCHEDULES,
        )
    ],
    "term-two-names": [
        Good(rules("2.1 A crew shares the Communal Oars.", terms=words("Communal Oars = means all oars.")))
    ],
    "term-spelling": [
        Good(rules("2.1 Stand-offs and each Stand-off end.", terms=words("Stand-off = means a rest."))),
        Good(
            variant(
                "### 1 Rest\n\nA standoff rests.", "### 1 Words\n\nIn this schedule—\n\n***stand off*** means rest."
            ),
            SCHEDULES,
        ),
        Good(rules("2.1 Rounds of play follow a round of play.", terms=words("Round of play = means a race."))),
        Good(rules("2.1 Five odd oars or 5 odd oars.", terms=words("Five Odd Oars = means a bet."))),
        Good(
            schedules(
                "### 1 Words\n\nIn this rule—\n\n***stand-off*** means a rest.",
                "### 1 Words\n\nIn this schedule—\n\n***stand off*** means a stop.\n\n### 2 Rest\n\nA stand off ends.",
            ),
            SCHEDULES,
        ),
    ],
    "contents-title": [Good("## CONTENTS\n\n1. Words\t1\n2. BETS ...... 2\n\n" + rules("2.1 A Skiff wins."))],
    "contents-unknown": [Good("## CONTENTS\n\n1. WORDS\t1\n2. BETS\t2\n\n" + rules("2.1 A Skiff wins."))],
    "contents-omits": [
        Good("## CONTENTS\n\n1. WORDS\t1\n2. BETS\t2\n\n" + rules("2.1 A Skiff wins.")),
        Good(rules("2.1 A Skiff wins.")),
    ],
    "contents-page": [
        Good(
            "## CONTENTS\n\n1. WORDS\t1\n2. BETS\t2\n\n" + rules("2.1 A Skiff wins."),
            paged=True,
        ),
        Good("## CONTENTS\n\n1. WORDS\t1\n2. BETS\t9\n\n" + rules("2.1 A Skiff wins.")),
    ],
    "row-repeated": [Good(rules(pay("Jib | 2 to 1", "Main | 3 to 1", "jib | 2 to 1")))],
    "pay-order": [
        Good(rules(pay("Royal Flush | 50 to 1", "Full House | 4 to 1", "Flush | 4 to 1", "Straight | 1 to 1"))),
        Good(rules(pay("Royal Flush | 100%", "Full House | $500", "Flush | $100", "Straight | $40"))),
        Good(rules(pay("Jib | 1 to 1", "Main | 9 to 1", "Spinnaker | 2 to 1", "Boom | 3 to 1"))),
        Good(rules(RANKED, pay("Wave | 4 to 1", "Swell | 9 to 1", "Surge | 3 to 1"))),
    ],
    "definitions-none": [
        Good("## 1. WORDS\n\n1.1 In these rules:\n\n'Skiff' means a boat.\n"),
        Good("## 1. WORDS\n\n1.1 In these rules:\n\n__Skiff__ means a boat.\n"),
        Good("## 1. WORDS\n\n1.1 In these rules:\n\n<b>Skiff</b> means a boat.\n"),
    ],
    "numbering-foreign": [Good(rules("2.1 A Skiff wins.", "2.1A A Jib wins.", "- 2.1.1 A Main wins."))],
    "number-as-words": [Good(rules("2.1 A Skiff wins under rule\n2.2 and is kept.", "2.2 An Oar wins at 9.7 Knots."))],
    "list-as-words": [
        Good(rules("2.1 A Skiff wins if:\n(a) it is first; or\n(b) it is alone.")),
        Good(rules("2.1 A Skiff is: a) boat.", "2.2 A Skiff wins under 2.1; (a) and (c) are void.")),
    ],
    "table-damaged": [Good(rules(pay("Jib (a sail) | 2 to 1 (even)", "Main | 3 to 1")))],
    "text-unnumbered": [
        Good(rules("2.1 A Skiff wins if:\n\n- (a) it is first; or\n- (b) it is alone.\n\nas follows:")),
        Good(rules("2.1 A Skiff wins.\n\nThe harbour is told of it.")),
    ],
    "text-loose": [Good(rules("2.1 A Skiff wins.\n\n### Oars\n\n- 2.2 Oars are kept dry."))],
    "ranking-gap": [
        Good(rules(RANKED, pay("Swell | 9 to 1", "Surge | 5 to 1", "Wave | 4 to 1"))),
        Good(rules("2.1 A Skiff wins.", pay("Flush | 9 to 1", "Straight | 5 to 1", "Pair | 4 to 1"))),
    ],
}
