"""Which wagers the subject of a table, an effect or a pay table covers."""

from rulespec.model.spec import Spec


def subject_wagers(spec: Spec, subject: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The wagers that a subject (`main side`, a group, `all but GROUP`) covers, each with the clauses of its group."""
    groups = {group.name: group for group in spec.groups}
    words = subject.removeprefix("all but ").split()
    named: dict[str, tuple[str, ...]] = {}
    for word in words:
        members = groups[word].members if word in groups else (word,)
        for wager in members:
            named.setdefault(wager, groups[word].cites if word in groups else ())
    if subject.startswith("all but "):
        return tuple((wager.name, ()) for wager in spec.wagers if wager.name not in named)
    return tuple(named.items())
