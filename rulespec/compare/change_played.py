"""Changes that rounds turn on: results, payments, acts, irregularities, jackpots, cards and rankings.

The two versions are walked against each other (`compare`), and proofs (`prove.smt`) answer for all amounts, options and
states of a hand at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, UNDECIDED
from rulespec.compare.change_drafts import Draft, from_entries
from rulespec.compare.change_rows import (
    ANSWERED,
    LEFT,
    answered_draft,
    area_of,
    says_of,
    showing,
    sides_of,
    written_draft,
)
from rulespec.compare.change_trials import first_apart
from rulespec.compare.compare import compare
from rulespec.compare.entries import Key
from rulespec.compare.proofs import subject_of as key_of
from rulespec.compare.versions import REFUSED, Versions, only_second_answers
from rulespec.errors import Inconclusive
from rulespec.model.comparison import Compared
from rulespec.model.finding import PROVED
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.prove.smt.afterwards import Wagers
from rulespec.prove.smt.as_written import read_with
from rulespec.prove.smt.equivalent import compared
from rulespec.prove.smt.kept import event_kept, offers_kept, wager_kept
from rulespec.prove.smt.pairs import pair_of

RANKED = ("settlement", "pay", "irregularity", "jackpot")  # areas whose answers are better or worse for the player
_WALKED = ("wager/", "irregularity/")  # subjects of which the walk tells cases
SPREAD = 2_000  # deals that are tried where two versions deal or rank otherwise


@dataclass
class Answers:
    """What proofs say of each subject: whether it is the same, and if not, whether all that was answered is kept."""

    same: dict[str, Verdict] = field(default_factory=dict)
    kept: dict[str, Verdict] = field(default_factory=dict)
    # By stage: whether the first version offers all that the second does.
    more: dict[str, Verdict] = field(default_factory=dict)


def played_changes(two: Versions, meant: set[Key]) -> list[Draft]:
    """The changes that rounds turn on."""
    try:
        rows = list(compare(two.both, two.accounts, show_agreed=False).divergences())
        answers = _asked(two, meant)
    except Inconclusive as error:
        otherwise = meant or _asked_in_another_order(two)
        return [_other_game(two, otherwise, str(error))] if otherwise else []  # else it is written in another order
    found: list[Draft] = []
    graver: set[str] = set()  # the subjects of which a row tells that something breaks, or may
    for row in rows:
        if area_of(row) in ANSWERED:
            key = key_of(two.both, row)
            draft = answered_draft(two, row, answers.same.get(key), answers.kept.get(key))
            found += [draft] if draft is not None else []
            graver |= {key} if draft is not None and draft.level in (BREAKING, UNDECIDED) else set()
        elif row.area == "decision" and (_rewrites(row, meant) or not _holds(answers, key_of(two.both, row))):
            found.append(_decision(two, row, answers))
    told = {key for row in rows if (key := key_of(two.both, row)) and area_of(row) != "wager"}
    # Rows that break nothing do not tell all, where not all that was answered is proved to be kept.
    told -= {key for key, one in answers.kept.items() if key.startswith(_WALKED) and one.status != HOLDS} - graver
    for key, verdict in answers.same.items():
        if verdict.status != HOLDS and key not in told:
            found += [one for one in _only_proved(two, key, verdict, answers) if _by_itself(one, meant, found)]
    return found


def _asked_in_another_order(two: Versions) -> set[Key]:
    """The tables on cards drawn, where hands are asked in another order, which no entry tells by itself."""
    before, after = (list(settler.rulebook.draws) for settler in two.both)
    return set() if before == after else {("draws", name) for name in before}


def _rewrites(row: Compared, meant: set[Key]) -> bool:
    """Whether the rules of a stage that a row is about were written anew."""
    return any(section == "play" and name in row.id.split("/") for section, name in meant)


def _holds(answers: Answers, key: str) -> bool:
    return key in answers.same and answers.same[key].status == HOLDS


def _by_itself(draft: Draft, meant: set[Key], found: Sequence[Draft]) -> bool:
    """Whether what a proof sees is a change of its own, and not what follows from another that is told.

    Rules that stand as they did come out otherwise where a definition, an option or a wager changed: of jackpots the
    prize tells it; a round that is refused is told of what refuses it.
    """
    if any(key in meant for key in draft.keys):
        return True
    if draft.area == "jackpot" and any(one.area == "jackpot" for one in found):
        return False
    return not any(text.startswith(REFUSED) for _, text in draft.results)


def _asked(two: Versions, meant: set[Key]) -> Answers:
    """The answers of proofs to what could differ.

    An irregularity whose own rules are the same, and that reads nothing that changed, does the same to a hand that both
    versions know: what else becomes of its wagers is told of the wagers.
    """
    context = two.same_context()
    play = not any(section == "play" for section, _ in meant)
    follow = ("follow", "") not in meant
    changed = two.changed_names(meant)
    known = Wagers()

    def touched(name: str) -> bool:
        settled_by = set().union(*(read_with(settler, name) for settler in two.both))
        own = any((section, one) in meant for section in ("valid", "stake", "settle", "pay") for one in settled_by)
        return own or not (context and play)

    def of_play(key: str) -> bool:
        kind, _, name = key.partition("/")
        # Which wagers there are is told by the walk, wager by wager.
        return kind not in ("irregularity", "follow", "wagers") and (kind != "wager" or touched(name))

    def of_events(key: str) -> bool:
        kind, _, name = key.partition("/")
        if kind == "follow":
            return not follow
        reads = changed is None or bool(changed & two.read_by_event(name))
        return kind == "irregularity" and (
            reads or (narrow and not two.leaves_lawful(name)) or not follow or ("events", name) in meant
        )

    answers = Answers()
    for verdict in compared(*two.both, of_play, known=known):
        answers.same[verdict.key] = verdict
    known.wide |= {wager.name for wager in two.after.spec.wagers if not touched(wager.name)}
    # Settled alike in lawful play, and perhaps not in every state that an irregularity leaves a hand in.
    asked = {
        key.partition("/")[2] for key, one in answers.same.items() if key.startswith("wager/") and one.status == HOLDS
    }
    narrow = bool(asked - known.wide)
    if changed == set() and follow:
        known.only = asked - known.wide
    for verdict in compared(*two.both, of_events, known=known):
        answers.same[verdict.key] = verdict
    pair = pair_of(*two.both, "kept")
    apart = frozenset(key.partition("/")[2] for key, one in answers.same.items() if one.status != HOLDS)
    for key, verdict in answers.same.items():
        kind, _, name = key.partition("/")
        if verdict.status == HOLDS:
            continue
        if kind == "decision":
            answers.kept[key] = offers_kept(pair, name)
            answers.more[key] = offers_kept(pair, name, backwards=True)
        elif kind == "wager":
            answers.kept[key] = wager_kept(pair, name)
        elif kind == "irregularity":
            answers.kept[key] = event_kept(pair, name, apart)
    return answers


def _decision(two: Versions, row: Compared, answers: Answers) -> Draft:
    """What a stage offers: less than it did, more, or something else."""
    key = key_of(two.both, row)
    same, kept, more = answers.same.get(key), answers.kept.get(key), answers.more.get(key)
    if same is not None and same.status == HOLDS:
        return written_draft(two, row, "reworded", COMPATIBLE)
    first, second = (_offered(says_of(side)) for side in sides_of(two, row))
    kind = "removed" if first and not second else "added" if second and not first else "changed"
    draft = written_draft(two, row, kind, COMPATIBLE)
    if kind == "added" and not _asks(kept):
        return draft
    if kind == "changed" and kept is not None and more is not None:
        kind = "narrowed" if more.status == HOLDS else "widened" if kept.status == HOLDS else "changed"
    if kind == "widened":
        return replace(draft, kind=kind, basis=PROVED)
    witness, shown = showing(two, row.witness, (), [kept])
    if shown is not None:
        return replace(draft, kind=kind, level=BREAKING, witness=witness, results=shown.results)
    if kept is not None and kept.status == FAILS and kept.witness:
        return replace(draft, kind=kind, level=BREAKING, **_offers(kept))
    if (tried := first_apart(two)) is not None:
        return replace(draft, kind=kind, level=BREAKING, witness=tried[0], results=tried[1].results)
    why = kept.reason if kept is not None and kept.reason else "no round was found that shows it"
    return replace(draft, kind=kind, level=UNDECIDED, why=why)


def _asks(kept: Verdict | None) -> bool:
    """Whether a stage asks for an act where it asked for none: a round that was whole is then unfinished."""
    return kept is not None and kept.status == FAILS and "offers nothing" in list(kept.results.values())[:1]


def _offered(says: str) -> str:
    return "" if says == "not offered" else says


def _offers(verdict: Verdict) -> dict[str, Any]:
    """The round of a proof on what a stage offers, and what it offers before and after."""
    rounds, results = list(verdict.witness.values()), list(verdict.results.values())
    return {"witness": rounds[0], "results": tuple(zip(("before", "after"), results, strict=False)), "basis": PROVED}


def _only_proved(two: Versions, key: str, verdict: Verdict, answers: Answers) -> Iterator[Draft]:
    """What only a proof sees, as a change of the entries that it is about."""
    kind, _, name = key.partition("/")
    area, entry = _entry_of(two, kind, name)
    kept = answers.kept.get(key)
    if kind == "decision":
        yield from _only_offered(two, key, entry, answers)
        return
    draft = replace(from_entries(two, entry, area, "changed", UNDECIDED), subject=key, basis=PROVED)
    witness, shown = showing(two, verdict.witness, verdict.wagers, [kept])
    if shown is not None:
        kind = {"player": "raised", "house": "lowered"}.get(shown.favours, "changed")
        kind = "changed" if area not in RANKED else LEFT.get(shown.left, kind)
        yield replace(draft, kind=kind, level=BREAKING, witness=witness, results=shown.results, favours=shown.favours)
    elif kept is not None and kept.status == HOLDS:
        filled = only_second_answers(two, verdict)
        same = "changed" if area == "wager" else "reworded"
        yield replace(draft, kind="added" if filled else same, level=COMPATIBLE)
    else:
        unknown = next((one.reason for one in (kept, verdict) if one is not None and one.reason), "")
        yield replace(draft, why=unknown or "no round was found that shows a difference")


def _only_offered(two: Versions, key: str, entry: Key, answers: Answers) -> Iterator[Draft]:
    kept, more = answers.kept[key], answers.more[key]
    draft = replace(from_entries(two, entry, "decision", "changed", COMPATIBLE), subject=key, basis=PROVED)
    if kept.status == FAILS:
        kind = "narrowed" if more.status == HOLDS else "changed"
        tried = None if kept.witness else first_apart(two)
        if kept.witness:
            yield replace(draft, kind=kind, level=BREAKING, **_offers(kept))
        elif tried is not None:
            yield replace(draft, kind=kind, level=BREAKING, witness=tried[0], results=tried[1].results)
        else:
            yield replace(draft, kind=kind, level=UNDECIDED, why=kept.reason)
    elif UNKNOWN in (kept.status, more.status):
        yield replace(draft, level=UNDECIDED, why=kept.reason or more.reason)
    elif more.status == FAILS:
        yield replace(draft, kind="widened", **_offers(more))
    else:
        yield replace(draft, kind="reworded")


def _entry_of(two: Versions, kind: str, name: str) -> tuple[str, Key]:
    """The area and the entry that the subject of a proof is about: the one that changed, where there are several."""
    meant = two.differing("meaning")
    if kind == "wager":
        sections = (("settlement", "settle"), ("pay", "pay"), ("stake", "stake"), ("stake", "valid"))
        for area, section in sections:
            if (section, name) in meant:
                return area, (section, name)
        every = {key for declared in two.declared for key in declared}
        return next(
            ((area, (section, name)) for area, section in sections if (section, name) in every),
            ("wager", ("wagers", name)),
        )
    if kind == "irregularity":
        return "irregularity", ("events", name)
    if kind == "decision":
        return "decision", ("play", name)
    if kind == "follow":
        return "settlement", ("follow", "")
    if kind == "prize":
        return "jackpot", ("pay", name)
    if kind == "prize_order":
        return "jackpot", ("prize_order", "")
    return "jackpot", ("jackpots", f"{name}.{kind}")


def _other_game(two: Versions, meant: set[Key], why: str) -> Draft:
    """Versions that deal or rank otherwise: no proof reads both, so that rounds of the first are tried."""
    key = next((key for key in sorted(meant) if key[0] in ("setup", "draws", "stages", "spec")), sorted(meant)[0])
    draft = from_entries(two, key, "ranking", "changed", UNDECIDED, why)
    if meant == {key} and two.before.game.same_facts(two.after.game):
        return replace(draft, level=COMPATIBLE, why="")  # it comes up more or less often, and is settled as it was
    found = first_apart(two, spread=SPREAD)
    if found is None:
        return draft
    round_, shown = found
    return replace(draft, level=BREAKING, witness=round_, results=shown.results, favours=shown.favours, why="")
