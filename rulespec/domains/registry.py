"""Which domains there are. A new one is a module and a line here."""

from collections.abc import Callable, Mapping
from importlib import import_module

from rulespec.domains.base import Game, SetupFault
from rulespec.domains.nothing import Nothing
from rulespec.errors import LoadError
from rulespec.load.nearest import nearest
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec

# The module of each domain, imported when a spec first needs it. Each has `game(spec) -> Game`.
DOMAINS: Mapping[str, str] = {
    "community-poker": "rulespec.domains.community_poker",
    "finite-outcome": "rulespec.domains.finite_outcome",
    "shoe": "rulespec.domains.shoe",
}

# The sections by which a spec sets its domain up.
SETUP: Mapping[str, tuple[str, ...]] = {
    "community-poker": ("deck", "ranking", "hands", "patterns"),
    "finite-outcome": ("experiment", "positions"),
    "shoe": ("shoe", "draws"),
}


def game_of(spec: Spec) -> Game:
    """The domain of a spec, set up for it. Raises `LoadError` where there is none or it does not fit.

    A spec that leaves out all of its document needs no set-up yet.
    """
    module = DOMAINS.get(spec.domain)
    if module is None:
        hint = nearest(spec.domain, DOMAINS) or f"one of {', '.join(DOMAINS)}"
        raise _refused(spec, SetupFault("domain", f"there is no domain `{spec.domain}`", hint))
    if not spec.wagers and not any(spec.setup.get(section) for section in SETUP[spec.domain]):
        return Nothing()
    make: Callable[[Spec], Game] = import_module(module).game
    try:
        return make(spec)
    except SetupFault as fault:
        raise _refused(spec, fault) from None


def _refused(spec: Spec, fault: SetupFault) -> LoadError:
    findings = [
        Finding("setup", "error", str(one), _place(spec, one.section), spec.id, (), one.hint)
        for one in (fault, *fault.more)
    ]
    return LoadError(f"`{spec.id}`: {fault}", findings)


def _place(spec: Spec, section: str) -> Place:
    """Where a part of the spec stands: the entry itself, or what it is part of."""
    places: Mapping[str, Place] = {**spec.places, **spec.setup.get("places", {})}
    while section and section not in places:
        section = section.rpartition(".")[0]
    return places.get(section, spec.place)
