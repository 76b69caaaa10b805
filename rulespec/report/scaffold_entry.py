"""The beginning of a document's entry, and of the account of what it says beside wagers."""

from collections.abc import Sequence

from rulespec.load.unfinished import TO_FILL
from rulespec.report.scaffold import OPEN, quoted


def entry_text(
    document: str, title: str, jurisdiction: str, publisher: str, profiles: Sequence[str], first: str = ""
) -> str:
    """`document.yaml` of a document that has none yet. Empty texts are left to fill in."""
    named = {
        "title": title,
        "jurisdiction": jurisdiction,
        "publisher": publisher,
        "instrument": "",
    }
    lines = [first] if first else []
    lines += [
        "## The document that the spec encodes, in one edition. All keys are in docs/documents.md.",
        f"document: {document}",
        *(f"{key}: {quoted(text or TO_FILL)}" for key, text in named.items()),
        "effective: unknown  # or the day from which this edition holds, such as 2024-01-01",
        f"source: {document.rpartition('/')[2]}.txt  # in the folder of your texts; .md, .pdf and .docx do too",
        "",
        "## How it numbers its clauses. Try it with `rulespec doc parse FILE` until each clause has its own number.",
        "profile:",
    ]
    if profiles:
        lines.append(f"  # like: {OPEN}  # {', '.join(profiles)}; delete the keys below, which come over it")
    lines += [
        "  numbering: decimal  # rules are 3.14; or `sections`: rules are headings with a running number",
        "  levels: 2  # how many numbers the longest rule number has",
        '  items: ["(a)", "(i)"]  # what stands below a rule, outermost first',
        f"  # definitions: [{OPEN}]  # the clauses that define terms",
        f"  # begins: {OPEN}  # the line at which the rules begin",
        f"  # ends: {OPEN}  # the line before which they end",
        f"  # contents: {OPEN}  # the line at which the contents begin",
        f"  # furniture: [{OPEN}]  # running headers and footers; `*` stands for anything, `{{n}}` for a number",
    ]
    return "\n".join(lines) + "\n"


def account_text(first: str = "") -> str:
    """`provisions.yaml` of a document of which nothing is said yet."""
    lines = [first] if first else []
    lines += [
        "## What the document says beside wagers: duties (`must`), permissions (`may`) and prohibitions (`must_not`).",
        "## `[]` is an empty list: take it away with the first entry.",
        "## `who`, the act, `about`, `when` and `unless` are names of the vocabulary.",
        "provisions: []",
        f"# - {{who: {OPEN}, must: {OPEN}, cite: {OPEN}}}",
        "",
        "## The clauses that nobody encodes, each with its reason (docs/documents.md lists them): `pending` for later.",
        "not_encoded: []",
        f"# - {{reason: pending, clauses: [{OPEN}], because: {OPEN}}}",
    ]
    return "\n".join(lines) + "\n"
