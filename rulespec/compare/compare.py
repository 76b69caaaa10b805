"""Comparing specs: every area in turn, over the cases that all of them can come to."""

from collections.abc import Mapping, Sequence

from rulespec.compare.concepts import definition_rows, option_rows, ranking_rows, term_rows, valid_rows, wager_rows
from rulespec.compare.decisions import decision_rows
from rulespec.compare.irregularities import irregularity_rows
from rulespec.compare.jackpots import jackpot_rows
from rulespec.compare.joint import common_game
from rulespec.compare.pays import pay_rows
from rulespec.compare.proofs import SCOPE as PROVED_SCOPE
from rulespec.compare.proofs import with_proofs
from rulespec.compare.provisions import provision_rows
from rulespec.compare.settlement import settlement_rows
from rulespec.compare.stakes import stake_rows
from rulespec.engine.settle import Settler
from rulespec.errors import UsageError
from rulespec.model.comparison import AREAS, Compared, Comparison
from rulespec.model.document import Account
from rulespec.model.spec import Spec

SCOPE = (
    "Every deal and every lawful run of decisions of one hand at a time, under every value of the options with listed "
    "values that a rule reads; amounts that are not permitted are compared at every amount a clause names and between "
    "them, on a table with the other options as in the rounds shown. Of irregularities, every event by itself, to one "
    "hand or another, with all that some document's rules read of it, a decision that documents leave to different "
    "people being one; void, returned, retracted and invalid count as alike, since they leave no result. The rules of "
    "jackpots and the provisions are held against each other as they are written, not played. Read literally: no "
    "interpretation is applied but those listed as applying throughout."
)


def _same_twice(specs: Sequence[Spec]) -> str:
    """What is wrong where two specs have one id: it is one file, or a copy of it."""
    first, second = next((a, b) for place, a in enumerate(specs) for b in specs[:place] if a.id == b.id)
    if first.file == second.file:
        return "a spec is compared with itself"
    files = " and ".join(f"`{file}`" for file in sorted((first.file, second.file)))
    return f"{files} are both called `{first.id}`; give one of them another name, and its `spec:` the same"


def compare(
    settlers: Sequence[Settler],
    accounts: Mapping[str, Account] | None = None,
    prove: bool = False,
    show_agreed: bool = True,
    jobs: int = 1,
) -> Comparison:
    """What specs of one game say about each concept, and where they differ.

    `accounts` are what the documents say beside their tables, by spec id: without them no provisions are compared.
    With `prove`, what agrees in every case walked is asked of a proof too, which may see more. Without `show_agreed` no
    round is made for how a wager is settled or paid where all do it alike. With `jobs` more than 1 so many processes
    work on it.

    Raises `UsageError` for fewer than two specs, and `Inconclusive` where a deal does not mean the same to all.
    """
    if len(settlers) < 2:
        one = f", and `{settlers[0].spec.id}` is one" if settlers else ""
        raise UsageError(f"a comparison needs two specs or more{one}")
    if len({settler.spec.id for settler in settlers}) < len(settlers):
        raise UsageError(_same_twice([settler.spec for settler in settlers]))
    for settler in settlers:
        if not settler.spec.wagers:
            raise UsageError(f"`{settler.spec.id}` encodes nothing yet, so there is nothing to compare it by")
    common_game(settlers)
    rows = [
        *wager_rows(settlers),
        *decision_rows(settlers),
        *valid_rows(settlers),
        *stake_rows(settlers),
        *settlement_rows(settlers, show_agreed),
        *pay_rows(settlers, show_agreed),
        *irregularity_rows(settlers, jobs),
        *jackpot_rows(settlers),
        *option_rows(settlers),
        *definition_rows(settlers),
        *ranking_rows(settlers),
        *provision_rows(settlers, accounts or {}),
        *term_rows(settlers),
    ]
    if prove:
        rows = with_proofs(settlers, rows)
    scope = f"{SCOPE} {PROVED_SCOPE}" if prove else SCOPE
    readings = tuple(
        f"{settler.spec.id}: {reading.about}: {reading.result} [{', '.join(reading.cites)}]"
        for settler in settlers
        for reading in settler.spec.interpretations
    )
    specs, documents = zip(*((s.spec.id, s.spec.document) for s in settlers), strict=True)
    return Comparison(specs, tuple(sorted(rows, key=_order)), scope, readings, documents)


def _order(row: Compared) -> int:
    return AREAS.index(row.area)
