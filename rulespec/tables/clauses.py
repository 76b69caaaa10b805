"""What can be told from a clause's number alone."""

import re

from rulespec.load.prefixes import in_full

__all__ = ["distinct", "governing_rule", "in_full", "is_within", "rule_of"]

_LIMBS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])+$")


def rule_of(clause: str) -> str:
    """The rule that a clause is a limb of: `3.14` of `3.14(b)(i)`, `sch11(a):25` of `sch11(a):25(2)(c)`."""
    prefix, colon, number = clause.rpartition(":")
    return prefix + colon + (_LIMBS.sub("", number) or number)


def is_within(clause: str, outer: str) -> bool:
    """Whether `clause` is `outer` or stands inside it: `5.7.2(a)` and `5.7(a)` are within `5.7`, `5.71` is not."""
    return clause == outer or clause.startswith((f"{outer}(", f"{outer}[", f"{outer}."))


def governing_rule(clause: str, table_cites: tuple[str, ...]) -> str:
    """The rule whose limb a clause is: the clause that governs its table, where it stands inside it, else its own."""
    return next((outer for outer in table_cites if is_within(clause, outer)), rule_of(clause))


def distinct(clauses: "tuple[str, ...] | list[str]") -> tuple[str, ...]:
    """Each clause once, in order."""
    return tuple(dict.fromkeys(clauses))
