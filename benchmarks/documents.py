"""A made-up rule of the size of the largest known document, and an edition of it with a few changes."""

from pathlib import Path

SCHEDULES = 18
SECTIONS = 30  # a schedule
ITEMS = 8  # a section; some 9,300 lines in all

PROFILE = """\
numbering: sections
items: ["(1)", "(a)", "(i)"]
parts:
- {prefix: "sch{n}", begins: "Schedule {n} *"}
divisions: ["Part {n} *"]
definitions: [Definitions*]
furniture: [Harbour Rule]
"""


def write(folder: Path) -> tuple[Path, Path, Path]:
    """The profile, the text and its next edition, as files in `folder`."""
    profile, old, new = folder / "profile.yaml", folder / "old.txt", folder / "new.txt"
    profile.write_text(PROFILE, encoding="utf-8")
    text = "".join(_schedule(number) for number in range(1, SCHEDULES + 1))
    old.write_text(text, encoding="utf-8")
    new.write_text(text.replace("item 3 of section 7 ", "the third item of section 7 "), encoding="utf-8")
    return profile, old, new


def _schedule(number: int) -> str:
    lines = [f"## Schedule {number} Game {number}", "", "### Part 1 Preliminary", ""]
    for section in range(1, SECTIONS + 1):
        lines += [f"#### {section} Section {section} of game {number}", "", "In this section—", ""]
        for item in range(1, ITEMS + 1):
            said = f"item {item} of section {section} of game {number} is paid"
            lines.append(f"- ({item}) If {said}, the dealer must see section {section}({item}) and pay it; and")
        lines += ["", "Harbour Rule", ""]
    return "\n".join(lines) + "\n\n"
