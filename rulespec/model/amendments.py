"""Declared amendments: what changes a document's amendment makes, who approved it, and when it takes effect."""

from dataclasses import dataclass

from rulespec.model.place import Place


@dataclass(frozen=True, slots=True)
class DeclaredChange:
    """One change that an amendment makes: its class, the spec and the subject, the case, and the answers before and
    after, all as the gate tells them."""

    class_id: str
    spec: str
    subject: str
    when: str
    before: str
    after: str
    place: Place

    @property
    def about(self) -> tuple[str, str, str]:
        """What it is about, whatever becomes of it."""
        return self.spec, self.subject, self.when

    @property
    def identity(self) -> tuple[str, str, str, str, str, str]:
        """All that it says, for whoever asks whether two declarations are one."""
        return self.class_id, self.spec, self.subject, self.when, self.before, self.after


@dataclass(frozen=True, slots=True)
class DeclaredAmendment:
    """An amendment as it is declared beside the specs. `effective` is an ISO date."""

    id: str
    instrument: str
    effective: str
    because: str
    approved: str
    changes: tuple[DeclaredChange, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class DeclaredExemption:
    """A finding that somebody lets stand: which, why, who approved it, and until which day (inclusive, ISO)."""

    rule: str
    spec: str
    subject: str
    fingerprint: str
    because: str
    approved: str
    until: str
    place: Place
