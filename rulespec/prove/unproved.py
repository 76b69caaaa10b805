"""What could be neither proved nor refuted."""

from rulespec.engine.settle import Settler
from rulespec.model.finding import UNPROVED, Finding
from rulespec.model.place import Place


def unproved(settler: Settler, what: str, why: str, place: Place, clauses: tuple[str, ...]) -> Finding:
    """A finding that says what is left unproved, and why."""
    message = f"{what}: nothing is proved, since {why}"
    return Finding(
        UNPROVED, "warning", message, place, settler.spec.id, clauses, "the rest of the check holds", subject=what
    )
