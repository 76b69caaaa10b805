"""The order of keys where it means nothing: of the sections of a spec, of the keys of a table, of those of a row.

The order of rows, of the entries of lists and of names is the author's and stays. A block with a key that is not
listed here stays as it is.
"""

from collections.abc import Sequence

from rulespec.load.layout.source import Entry, Group

SECTIONS = (
    *("spec", "part", "title", "renamed_from", "family", "domain", "document", "edition", "base", "parts"),
    *("deck", "ranking", "hands", "patterns", "experiment", "positions", "shoe"),
    *("terms", "stages", "groups", "define", "deeds", "draws"),
    *("wagers", "options", "invariants", "left_out", "valid", "play", "hand", "stake", "settle", "pay"),
    *("events", "follow", "prize_order", "jackpots"),
)
TABLE = (
    *("occurs", "choices", "by", "columns", "cite", "when", "open", "intent"),
    *("rows", "at_most", "up_to", "rules"),
)
ROW = ("when", "then", "pay", "amount", "stake", "at_least", "others", "cite", "overrides", "ground")


def has_free_order(keys: Sequence[str]) -> bool:
    """Whether a block with these keys means the same in any order of them."""
    return any(set(keys) <= set(order) for order in (SECTIONS, TABLE, ROW))


def put_in_order(root: Entry) -> None:
    """Puts the keys of a spec or a part of one in their order; what is neither stays as it is."""
    if isinstance(root.value, Group) and root.value.keyed and {"spec", "part"} & set(_keys(root.value)):
        _sort(root.value, SECTIONS)
        for section in root.value.entries:
            _tables(section)


def _tables(entry: Entry) -> None:
    value = entry.value
    if not isinstance(value, Group):
        return
    if value.keyed and "cite" in (keys := _keys(value)) and {"rules", "rows"} & set(keys):
        _sort(value, TABLE)
        for inner in value.entries:
            if inner.key is not None and inner.key.text == "rules" and isinstance(inner.value, Group):
                for row in inner.value.entries:
                    if isinstance(row.value, Group) and row.value.keyed:
                        _sort(row.value, ROW)
    elif value.keyed:
        for inner in value.entries:
            _tables(inner)


def _keys(group: Group) -> list[str]:
    return [entry.key.text for entry in group.entries if entry.key is not None]


def _sort(group: Group, order: Sequence[str]) -> None:
    keys = _keys(group)
    if not set(keys) <= set(order):
        return
    first, ranked = group.entries[0], sorted(group.entries, key=lambda entry: order.index(_keys_of(entry)))
    if ranked[0] is not first:
        # What stands above the first key is about the whole.
        ranked[0].lead, first.lead = first.lead + ranked[0].lead, []
    group.entries = ranked


def _keys_of(entry: Entry) -> str:
    return entry.key.text if entry.key is not None else ""
