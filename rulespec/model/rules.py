"""The rules by which specs, their documents' accounts and rounds are checked: what each is for, and how bad it is.

Those of `doc lint` stand with their functions (`documents.lint.rules`), the classes of changes with the gate
(`compare.change_classes`); `report.catalogue` lists all of them. A test holds this table against the program.
"""

from dataclasses import dataclass

ANALYSIS, LOADING, ACCOUNTS, EXEMPTIONS, AMENDMENTS = GROUPS = (
    "analysis",
    "loading",
    "accounts",
    "exemptions",
    "amendments",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a check: its stable id, the severity of what it finds, what it is for, and the group that it is of."""

    id: str
    severity: str
    purpose: str
    group: str


def _of(group: str, severity: str, **purposes: str) -> tuple[Rule, ...]:
    return tuple(Rule(name.replace("_", "-"), severity, purpose, group) for name, purpose in purposes.items())


RULES = (
    *_of(
        ANALYSIS,
        "error",
        gap="a case that no clause answers",
        conflict="a case that two clauses answer differently",
        no_act="a stage that leaves a hand in play nothing to do",
        dead="a rule whose condition holds in no case",
        not_narrower="an override as narrower limb that is not the narrower one",
        idle_override="an override that never decides anything",
        idle_interpretation="an interpretation of a gap or a conflict that is not there",
        invariant="an invariant that lawful play breaks",
        edition_overlap="days on which two editions of a spec are in force",
        edition_hole="days between two editions of a spec on which none is in force",
    ),
    *_of(
        ANALYSIS,
        "warning",
        unproved="what could be neither proved nor refuted",
        edition_undated="an edition of several from an unknown day, so that none is settled by it",
    ),
    *_of(
        ANALYSIS,
        "note",
        interpreted="a reading that holds for every round, since no clause is clear",
        left_out="what the document rules on and the spec does not encode",
        example="an edition that is an example, and no real one",
    ),
    *_of(
        LOADING,
        "error",
        yaml_syntax="a file that is no YAML",
        toml_syntax="a file of settings that is no TOML",
        yaml_feature="something of YAML that makes a rules file hard to trust",
        not_text="a file that is no UTF-8 text",
        unreadable_file="a file that cannot be read",
        empty_file="a file without content",
        several_documents="a file with more than one YAML document",
        too_deep="lists and blocks nested too deep",
        too_large="a file beyond the limit of size",
        repeated_key="a key that stands twice in one block",
        bad_key="a key that is no plain text",
        unknown_key="a key that may not stand there",
        missing_key="a key that must stand there",
        wrong_type="a value of another kind than asked for",
        not_one_of="a value that is none of those allowed",
        bad_form="a value in another form than asked for",
        condition="a condition or amount that cannot be read",
        unknown_name="a name that nothing declares",
        repeated_name="a name that is declared twice",
        reserved_name="a name that has a meaning of its own",
        unknown_spec="a spec that is not there",
        unknown_part="a shared part that is not there",
        unknown_path="an entry of a base or part that is not there",
        unknown_document="a document without an entry",
        undeclared_override="an entry that its base has too, without a word which stands",
        wrong_family="a name of another family",
        wrong_id="an id that is not that of the file's path",
        circular="a spec, definition or override that leads back to itself",
        repeated_row="a rule that stands twice",
        dangling_override="an override of a rule that is not there",
        no_vocabulary="a spec without a vocabulary in a folder above it",
        setup="cards, rankings or an experiment that do not fit together",
        to_fill_in="a value that a new spec leaves to be filled in",
        not_json="a line that is no JSON object",
        round="a round that cannot be settled",
        no_edition="a day on which no edition of a spec is in force, or nothing says which",
    ),
    *_of(
        ACCOUNTS,
        "error",
        uncovered="a clause that nothing accounts for",
        no_such_clause="a clause that the document does not have",
        bad_range="a run of clauses that is none",
        reason_unfit="a reason for not encoding that does not fit the clause",
        other_lock="a lock of another edition",
    ),
    *_of(
        ACCOUNTS,
        "warning",
        no_such_row="a table row that the document does not have",
        encoded_after_all="a clause listed as not encoded that is encoded",
    ),
    *_of(ACCOUNTS, "note", no_lock="a document without a lock, whose clauses are not known"),
    *_of(
        EXEMPTIONS,
        "error",
        exemption_expired="an exemption whose last day is past",
        exemption_unused="an exemption of a finding that is not there",
    ),
    *_of(EXEMPTIONS, "warning", exemption_expiring="an exemption that ends soon"),
    *_of(
        AMENDMENTS,
        "error",
        declared_not_made="a declared change that did not happen",
        declared_otherwise="a declared change that happened otherwise",
    ),
    *_of(AMENDMENTS, "warning", declaration_gone="a declaration of an earlier change that was taken away"),
)
BY_ID = {rule.id: rule for rule in RULES}
