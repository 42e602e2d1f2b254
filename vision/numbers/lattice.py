"""The probabilities that a look gives to other numbers than its best one.

Source: Graves et al., Connectionist Temporal Classification (2006): the probability of a text is
the sum over all ways to write it, step by step, with repeats and blanks.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.numbers.formats import without_look_alikes
from vision.numbers.recognition import Look, Steps

LEAST = 1e-6
# A digit, or none, that is less probable than this at its step makes no alternative.
WORTH_TRYING = 0.01
BLANK = 0
ANY = "?"


def log_probabilities(looks: Sequence[Look], value: str) -> NDArray[np.float64]:
    """Return the natural logarithm of the probability that each look shows exactly this number.

    A `?` in it stands for any character.
    """
    steps = _padded([look.steps for look in looks])
    characters = looks[0].number_format.characters
    if ANY in value:
        characters += " " + ANY  # a space: the column of anything else
        steps = np.concatenate((steps, 1.0 - steps[:, :, :1]), axis=2)
    states = np.zeros(2 * len(value) + 1, np.intp)
    states[1::2] = [characters.index(character) + 1 for character in value]
    may_skip = np.zeros(len(states), np.float64)
    may_skip[3::2] = states[3::2] != states[1:-2:2]
    ways = np.zeros((len(looks), len(states)))
    ways[:, :2] = steps[:, 0, states[:2]]
    for step in range(1, steps.shape[1]):
        ways = _next(ways, may_skip) * steps[:, step][:, states]
    ended: NDArray[np.float64] = np.log(np.maximum(ways[:, -2:].sum(axis=1), 1e-300))
    return ended


def _next(ways: NDArray[np.float64], may_skip: NDArray[np.float64]) -> NDArray[np.float64]:
    reached = ways.copy()
    reached[:, 1:] += ways[:, :-1]
    reached[:, 2:] += ways[:, :-2] * may_skip[2:]
    return reached


def _padded(all_steps: Sequence[Steps]) -> NDArray[np.float64]:
    """Stack looks of different lengths: behind its end a look shows nothing."""
    longest = max(len(steps) for steps in all_steps)
    padded = np.zeros((len(all_steps), longest, all_steps[0].shape[1]))
    padded[:, :, BLANK] = 1.0
    for row, steps in zip(padded, all_steps, strict=True):
        row[: len(steps)] = np.maximum(steps, LEAST)
    return padded


def numbers_in(looks: Iterable[Look], *, longest: int) -> set[str]:
    """Return the numbers that looks may show: the best of each, and those one change away.

    Zeros alone are none: they are a row of rings.

    :param longest: how many digits a number has at most.
    """
    return {
        value
        for look in looks
        for text in _texts_of(look.steps[:, :-1], look.number_format.characters)
        if look.number_format.takes(value := without_look_alikes(text), longest=longest)
        and value.strip("0")
    }


def _texts_of(steps: Steps, characters: str) -> set[str]:
    names = ["", *characters]
    best = steps.argmax(axis=1)
    kept = np.flatnonzero((best != BLANK) & (best != np.concatenate(([-1], best[:-1]))))
    read = [names[best[step]] for step in kept]
    found = {"".join(read)}
    for place, step in enumerate(kept):
        likely = np.flatnonzero(steps[step] >= WORTH_TRYING)
        found |= {"".join([*read[:place], names[new], *read[place + 1 :]]) for new in likely}
    return found
