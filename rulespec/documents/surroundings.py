"""What stands around a line of a document: gaps, and the lines after it."""

from collections.abc import Sequence

from rulespec.documents.lines import Line
from rulespec.documents.numbering import Reading, find_mark, readings
from rulespec.documents.profile import Profile
from rulespec.documents.signs import rule_number

_LOOK_AHEAD = 60  # lines; far enough for the next item, near enough to keep reading linear


class Surroundings:
    """The lines of one part, those between that say nothing left in; a `place` counts them from 0."""

    def __init__(self, lines: Sequence[Line], profile: Profile) -> None:
        self.lines, self.profile = lines, profile

    def ahead(self, place: int) -> Sequence[Line]:
        """The next lines, as far as is looked."""
        return self.lines[place + 1 : place + 1 + _LOOK_AHEAD]

    def following(self, place: int) -> Line | None:
        """The next line that says something, if it is near."""
        return next((later for later in self.ahead(place) if not later.blank), None)

    def follows_gap(self, place: int) -> bool:
        """Whether nothing, or a line that says nothing, stands before the line."""
        return place == 0 or self.lines[place - 1].blank

    def follows_row(self, place: int) -> bool:
        """Whether the line stands right below a row of a table."""
        return place > 0 and bool(self.lines[place - 1].cells)

    def next_readings(self, place: int) -> list[Reading]:
        """What the next mark of an item can be, in the rule that the line is in."""
        for line in self.ahead(place):
            if line.heading or rule_number(line.text, self.profile.levels):
                return []
            mark = find_mark(line.text)
            found = readings(mark, self.profile.items) if mark else []
            if found:
                return found
        return []
