"""Counts inferred numbers by whether their runners can be told apart from others."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tools.bench.albums.inferred import hidden_numbers
from tools.bench.bibs.bursts import Frame
from vision.evaluate.runners import Delivered, labelled_face, runners_of
from vision.evaluate.scores import Score
from vision.labelled.album import LabelledAlbum


class Likeness(StrEnum):
    """What a runner is to the face recogniser."""

    APART = "told apart"
    ALIKE = "alike"  # drawn so
    MIXED = "taken for one"  # the recogniser has one person for faces of two runners


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """An inferred number: whose it is, how sure, and whether it is on the photo."""

    likeness: Likeness
    confidence: float
    is_right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Inferences:
    """What was inferred in an album, and how many hidden numbers there are of each likeness."""

    inferred: Collection[Inference]
    hidden: Mapping[Likeness, int]

    def score(self, *of: Likeness) -> Score:
        found = [one for one in self.inferred if one.likeness in of]
        return Score(
            right=sum(one.is_right for one in found),
            accepted=len(found),
            true=sum(self.hidden.get(likeness, 0) for likeness in of),
        )


def alike_in(frames: Collection[Frame]) -> frozenset[str]:
    """Return the numbers of runners that another one resembles on purpose."""
    by_look: dict[int, set[str]] = defaultdict(set)
    for frame in frames:
        for one in frame.runners:
            by_look[one.runner.look].add(one.runner.number)
    return frozenset().union(*(numbers for numbers in by_look.values() if len(numbers) > 1))


def inferences(
    album: LabelledAlbum, delivered: Mapping[str, Delivered], alike: Collection[str]
) -> Inferences:
    """Count what was inferred, and the hidden numbers that another photo of their burst has.

    :param alike: numbers of runners who resemble another one on purpose.
    """
    mixed = _mixed(album, delivered)

    def likeness(value: str) -> Likeness:
        if value in alike:
            return Likeness.ALIKE
        return Likeness.MIXED if value in mixed else Likeness.APART

    hidden: dict[Likeness, int] = defaultdict(int)
    for values in hidden_numbers(album).values():
        for value in values:
            hidden[likeness(value)] += 1
    return Inferences(
        inferred=[
            Inference(
                likeness=likeness(value),
                confidence=one.numbers[value],
                is_right=value in {number.value for number in album.photos[photo].numbers},
            )
            for photo, one in delivered.items()
            for value in one.inferred
        ],
        hidden=hidden,
    )


def _mixed(album: LabelledAlbum, delivered: Mapping[str, Delivered]) -> frozenset[str]:
    """Return the numbers of runners of whom one person has faces, and of another runner too."""
    runners = runners_of(album)
    by_person: dict[str, set[str]] = defaultdict(set)
    for photo, one in delivered.items():
        for person in one.persons:
            face = labelled_face(person.box, album.photos[photo].faces)
            if face is not None and (photo, face.id) in runners.faces:
                by_person[person.person_id].add(runners.faces[photo, face.id])
    mixed = {runner for some in by_person.values() if len(some) > 1 for runner in some}
    return frozenset().union(*(runners.numbers[runner] for runner in mixed))
