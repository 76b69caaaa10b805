"""Two sequences aligned: pairs of equal elements in the same order, in little more than linear time.

What begins and ends alike is paired first; between, the elements that stand once on each side are anchors (patience
diff: the longest run of them that is in order on both sides); between these, equal elements are paired as they come.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence

Pairs = list[tuple[int, int]]


def in_order(left: Sequence[Hashable], right: Sequence[Hashable]) -> Pairs:
    """Positions (in `left`, in `right`) of equal elements, increasing on both sides."""
    start, end = _alike(left, right)
    pairs = [(place, place) for place in range(start)]
    last_left, last_right = len(left) - end, len(right) - end
    stops = [*_anchors(left, right, start, last_left, last_right), (last_left, last_right)]
    here, there = start, start
    for stop_left, stop_right in stops:
        pairs += _greedy(left, right, range(here, stop_left), range(there, stop_right))
        if stop_left < last_left:
            pairs.append((stop_left, stop_right))
        here, there = stop_left + 1, stop_right + 1
    pairs += [(last_left + step, last_right + step) for step in range(end)]
    return pairs


def _alike(left: Sequence[Hashable], right: Sequence[Hashable]) -> tuple[int, int]:
    """How many elements are alike at the beginning, and at the end of the rest."""
    size = min(len(left), len(right))
    start = next((place for place in range(size) if left[place] != right[place]), size)
    rest = size - start
    end = next((step for step in range(rest) if left[-1 - step] != right[-1 - step]), rest)
    return start, end


def _anchors(
    left: Sequence[Hashable], right: Sequence[Hashable], start: int, last_left: int, last_right: int
) -> Iterator[tuple[int, int]]:
    """The longest run, in order on both sides, of elements that stand once on each."""
    counts, others = Counter(left[start:last_left]), Counter(right[start:last_right])
    places = {right[place]: place for place in range(start, last_right)}
    single = {key for key, count in counts.items() if count == 1 and others[key] == 1}
    yield from increasing([(place, places[left[place]]) for place in range(start, last_left) if left[place] in single])


def increasing(pairs: Pairs) -> Pairs:
    """The longest run of pairs that increases on the right too (they increase on the left)."""
    ends: list[int] = []  # by length of run: the least right end
    chosen: list[int] = []  # by length of run: which pair ends it
    before: list[int] = []
    for number, (_, right) in enumerate(pairs):
        length = bisect_left(ends, right)
        before.append(chosen[length - 1] if length else -1)
        ends[length : length + 1] = [right]
        chosen[length : length + 1] = [number]
    run: Pairs = []
    number = chosen[-1] if chosen else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _greedy(
    left: Sequence[Hashable], right: Sequence[Hashable], here: range, there: range
) -> Iterator[tuple[int, int]]:
    """Equal elements of a stretch, each with the first after the last pair."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place in there:
        places[right[place]].append(place)
    last = there.start
    for place in here:
        found = places.get(left[place], [])
        next_one = bisect_left(found, last)
        if next_one < len(found):
            yield place, found[next_one]
            last = found[next_one] + 1
