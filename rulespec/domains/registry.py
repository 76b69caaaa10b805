"""Which domains there are. A new one is a module and a line here."""

from collections.abc import Callable, Mapping
from importlib import import_module

from rulespec.domains.base import Game, SetupFault
from rulespec.errors import LoadError
from rulespec.load.nearest import nearest
from rulespec.model.finding import Finding
from rulespec.model.spec import Spec

# The module of each domain, imported when a spec first needs it. Each has `game(spec) -> Game`.
DOMAINS: Mapping[str, str] = {
    "community-poker": "rulespec.domains.community_poker",
    "finite-outcome": "rulespec.domains.finite_outcome",
}


def game_of(spec: Spec) -> Game:
    """The domain of a spec, set up for it. Raises `LoadError` where there is none or it does not fit."""
    module = DOMAINS.get(spec.domain)
    if module is None:
        hint = nearest(spec.domain, DOMAINS) or f"one of {', '.join(DOMAINS)}"
        raise _refused(spec, "domain", f"there is no domain `{spec.domain}`", hint)
    make: Callable[[Spec], Game] = import_module(module).game
    try:
        return make(spec)
    except SetupFault as fault:
        raise _refused(spec, fault.section, str(fault), fault.hint) from None


def _refused(spec: Spec, section: str, message: str, hint: str) -> LoadError:
    place = spec.setup.get("places", {}).get(section, spec.place)
    return LoadError(f"`{spec.id}`: {message}", [Finding("setup", "error", message, place, spec.id, (), hint)])
