"""A histogram of whole differences, whatever their size.

The bins are 1, 2–4, 5–9, 10–19, 20–49, 50–99, 100–199 and so on, the same below zero, and 0: at
most 91 of them, known before the first difference is.
"""

from collections.abc import Iterator, Mapping

Bin = tuple[int, int]  # the least and the most difference, both in it


def bin_of(difference: int) -> Bin:
    """Return the bin that has the difference."""
    if difference < 0:
        least, most = bin_of(-difference)
        return -most, -least
    if difference == 0:
        return 0, 0
    power = 10 ** (len(str(difference)) - 1)
    first, end = next((a, b) for a, b in ((5, 10), (2, 5), (1, 2)) if difference >= a * power)
    return first * power, end * power - 1


def filled(counts: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield least, most and count of each bin from the lowest to the highest that has something.

    :param counts: counts by any difference that is in the bin.
    """
    if not counts:
        return
    by_least = {bin_of(difference)[0]: count for difference, count in counts.items()}
    least, last = min(by_least), max(by_least)
    while least <= last:
        _, most = bin_of(least)
        yield least, most, by_least.get(least, 0)
        least = most + 1
