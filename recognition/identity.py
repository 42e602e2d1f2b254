"""Whether two persons of an album are one runner: evidence summed as log odds.

The constants are derived or assumed; only the step of distance is measured (docs/vision.md, "Faces
by distance"). The face: strangers become e times as many with each 0.024 of distance. That is 0.03
of confidence where known persons are within 0.4, in a space of some hundred people; 0.036 in one of
1,000. At the bound (a confidence of 0.5) one face in a hundred is taken as a stranger's: the
provider's aim (`VISION_FALSE_MATCH`), which is of strangers, not of faces. The numbers: three links
of a number with a face in a hundred are taken as wrong. So two strangers rarely wear the same
number, and one runner rarely wears two.
"""

from collections.abc import Set
from dataclasses import dataclass
from math import exp, log

_KNOWN = 0.5  # the confidence at the bound
_AT_KNOWN = log(0.99 / 0.01)
_STEP = 0.03  # of confidence
_LINK = log(1 / 0.03)
_SAME = 0.99  # as sure as a known face


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for and against two persons being one.

    `face` is the provider's confidence that a face of one is the other; `numbers` and `others` are
    the sure numbers of the two; `together`: both faces are on one photo.
    """

    face: float
    numbers: Set[str]
    others: Set[str]
    together: bool = False

    @property
    def same_numbers(self) -> Set[str]:
        return self.numbers & self.others

    @property
    def is_contradicted(self) -> bool:
        """Whether both wear numbers, and none that is the same."""
        return bool(self.numbers and self.others and not self.same_numbers)

    @property
    def probability(self) -> float:
        """Return how probable it is that the two are one."""
        if self.together:
            return 0.0
        return 1 / (1 + exp(-(_face(self.face) + self._of_numbers())))

    @property
    def is_same(self) -> bool:
        """Whether the two are one; the face alone never decides it here."""
        return bool(self.same_numbers) and self.probability >= _SAME

    def _of_numbers(self) -> float:
        differing = len(self.numbers ^ self.others) if self.numbers and self.others else 0
        return (_LINK if self.same_numbers else 0) - _LINK * differing


def may_be_same(face: float) -> bool:
    """Return whether the same number would make such a face the same person."""
    number = frozenset({"1"})
    return Evidence(face=face, numbers=number, others=number).is_same


def _face(confidence: float) -> float:
    return _AT_KNOWN - (_KNOWN - min(confidence, _KNOWN)) / _STEP
