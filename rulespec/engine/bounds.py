"""What the acts of a round say of an irregularity: a fact that it leaves out, or one that it cannot have."""

from collections.abc import Sequence
from typing import Any

from rulespec.domains.base import Fault
from rulespec.engine.fate import Hand
from rulespec.engine.happened import Happened
from rulespec.lang.evaluate import NEVER, PLAYERS, Truth
from rulespec.model.spec import Spec


def bounded(
    spec: Spec, event: Happened, name: str, bound: Truth, hands: Sequence[Hand], common: dict[str, Any]
) -> Fault | None:
    """What the acts say of a fact of an event: its value, where the round leaves it out, or a contradiction."""
    if name.removeprefix("event.") not in spec.vocabulary.events[event.name].facts:
        return None
    earlier = [_earlier(hand, event.stage) for hand in hands]
    for facts in earlier:
        facts[PLAYERS] = earlier
    of_hand = [place for place, hand in enumerate(hands) if hand.player.seat in event.seats]
    concerned = of_hand or range(len(hands))
    before = any(bound(earlier[place]) is True for place in concerned)
    ever = any(bound(hands[place].facts) is not False for place in concerned)
    given = common.get(name)
    if given is None:
        known = True if before else (None if ever else False)
        if known is not None:
            common[name] = known
        return None
    if (given is True and not ever) or (given is False and before):
        message = f"the event `{event.name}` says `{name.removeprefix('event.')}: {str(given).lower()}`"
        return Fault(f"{message}, and what the players did says otherwise", "events", "correct one of the two")
    return None


def _earlier(hand: Hand, stage: int) -> dict[str, Any]:
    """A hand's facts before a stage, as far as its acts tell."""
    facts = dict(hand.facts)
    for key, when in hand.facts.items():
        if key.startswith("placed_at(") and when is not NEVER and when >= stage:
            facts[f"placed({key.removeprefix('placed_at(')}"] = False
    acted = hand.facts.get("acted_first")
    facts["acted"] = acted is not None and acted < stage
    return facts
