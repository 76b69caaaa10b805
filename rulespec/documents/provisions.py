"""A provision in plain words."""

from rulespec.model.document import REASONS, NotEncoded, Provision
from rulespec.model.vocabulary import Concept, Vocabulary

_MODES = {"must": "must", "may": "may", "must_not": "must not"}


def provision_words(provision: Provision, vocabulary: Vocabulary) -> str:
    """A provision as a sentence: `the operator may close a table, when notice has been given (notice: 10 minutes)`."""
    who = _title(vocabulary.roles.get(provision.who), provision.who)
    act = _title(vocabulary.provisions.get(provision.act), provision.act)
    words = f"{who} {_MODES[provision.mode]} {act}"
    if provision.about:
        words += f": {_listed([_title(vocabulary.subjects.get(name), name) for name in provision.about])}"
    for word, names in (("when", provision.when), ("unless", provision.unless)):
        if names:
            words += f", {word} {_listed([_title(vocabulary.circumstances.get(name), name) for name in names])}"
    spans = [f"{key}: {span}" for key, span in (("notice", provision.notice), ("within", provision.within)) if span]
    return f"{words} ({', '.join(spans)})" if spans else words


def reason_words(entry: NotEncoded) -> str:
    """Why clauses are not encoded: `not encoded: a picture of the layout or the equipment`."""
    because = f" ({entry.because})" if entry.because else ""
    return f"not encoded: {REASONS[entry.reason]}{because}"


def _title(concept: Concept | None, name: str) -> str:
    return concept.title if concept else name.replace("_", " ")


def _listed(titles: list[str]) -> str:
    return " or ".join(titles)
