"""The page of all classes of changes, made from their table: what `docs/changes.md` holds."""

from rulespec.compare.change_classes import AREAS, BY_ID, CLASSES, MIRRORS, OPPOSITE, ChangeClass

_HEAD = """\
# Classes of changes

What an amendment can do to a spec, as `rulespec gate` tells it. This page is made from the table that the program uses
(`rulespec/compare/change_classes.py`); a test holds the two together.

The **level** of a class is how grave such a change is where nothing more is known of it. What is known comes first: a
change that a round shows to break something is breaking, whatever its class, but for `[levels]` of the settings (the
gate then says so); one that is proved to come to the same is
compatible; what could be neither is undecided. The levels, gravest first:

| level | means |
|---|---|
| `breaking` | some round that could be settled is settled otherwise, or a permitted act is refused; a round shows it |
| `undecided` | neither a round nor a proof was found |
| `compatible` | every round that could be settled is settled alike; what had no answer may have one now |
| `editorial` | citations, titles, reasons, words: no round turns on them |

**Favours** is whom such a change favours: `mixed` depends on the case (the change itself says whom, where its round
does), `neutral` nobody. The **mirror** is the class of the same change undone.

"""


def change_page() -> str:
    """The page, as Markdown, with a table for each area."""
    return _HEAD + "\n".join(_area(area) for area in AREAS)


def _area(area: str) -> str:
    rows = [f"| {' | '.join(_cells(one))} |\n" for one in CLASSES if one.area == area]
    head = "| class | what it is | level | favours | mirror |\n|---|---|---|---|---|\n"
    return f"## {area.capitalize()}\n\n{head}{''.join(rows)}"


def _cells(one: ChangeClass) -> tuple[str, ...]:
    mirror = mirror_of(one)
    told = f"`{mirror.id}`" if mirror is not None else f"none: {one.waiver}"
    return f"`{one.id}`", one.purpose, f"`{one.level}`", one.direction, told


def mirror_of(one: ChangeClass) -> ChangeClass | None:
    """The class of the same change undone; None where there is none."""
    pairs = {**MIRRORS, **{second: first for first, second in MIRRORS.items()}}
    other = BY_ID.get(f"{one.area}-{pairs.get(one.kind, '')}")
    return other if other is not None and other.direction == OPPOSITE[one.direction] else None
