"""The draft of an amendment that declares changes, as YAML to be completed by whoever approves it."""

from collections.abc import Sequence

from rulespec.compare.declarations import identity_of
from rulespec.load.layout.layout import lay_out
from rulespec.load.unfinished import TO_FILL
from rulespec.model.finding import Finding
from rulespec.report.scaffold import quoted

_HEAD = """\
# Drafted by `rulespec gate --write`. Say by what instrument, from when, why, and who approved it.
amendment: {name}
instrument: "{fill}"
effective: "{fill}"
because: "{fill}"
approved: "{fill}"
changes:
"""


def amendment_draft(name: str, changes: Sequence[Finding]) -> str:
    """The file of an amendment `jurisdiction/name` with these changes; what only a person can say is left open."""
    text = _HEAD.format(name=name, fill=TO_FILL) + "".join(map(_change, changes))
    laid_out, _ = lay_out(text, name)
    return laid_out or text


def _change(finding: Finding) -> str:
    class_id, spec, subject, when, before, after = identity_of(finding)
    lines = [f"- class: {class_id}", f"  spec: {spec}", f"  subject: {quoted(subject)}"]
    lines += [f"  {key}: {quoted(text)}" for key, text in (("when", when), ("from", before), ("to", after)) if text]
    return "\n".join(lines) + "\n"
