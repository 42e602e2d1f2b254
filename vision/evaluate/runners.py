"""Runner found: how many pairs of a runner and a photo are delivered, and how many of them rightly.

A runner looks for photos by the start number, and by a selfie. So a pair is delivered where the
photo has a number of the runner, or the person that most of the runner's faces became: a selfie
leads to one person. A number that no runner of the album has is delivered wrongly too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.boxes import Box
from vision.evaluate.labels import Label
from vision.evaluate.report import tell, tell_scores
from vision.evaluate.scores import Score
from vision.labelled.album import LabelledAlbum, LabelledFace, LabelledNumber, LabelledPhoto

PRECISION = 0.99


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveredPerson:
    """A person that was delivered for a face."""

    person_id: str
    confidence: float
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """What was delivered for a photo: numbers with their confidences, and persons.

    `inferred` are those of the numbers that were read on another photo.
    """

    numbers: Mapping[str, float]
    persons: Sequence[DeliveredPerson] = ()
    inferred: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A runner and a photo."""

    runner: str
    photo: str


Pairs = Mapping[Pair, float]
Album = LabelledAlbum
Deliveries = Mapping[str, Delivered]


@dataclass(frozen=True, slots=True, kw_only=True)
class Runners:
    """The runners of an album: persons by name, or `#` and the number of one without a name.

    `numbers` are those of each runner, `faces` has the runner of each face of a photo, `pairs` all
    pairs, and `hidden` those of them where no number of the runner can be read on the photo.
    """

    numbers: Mapping[str, frozenset[str]]
    faces: Mapping[tuple[str, int], str]
    pairs: frozenset[Pair]
    hidden: frozenset[Pair]


def runners_of(album: Album) -> Runners:
    """Find the runners of an album by its persons, its numbers, and who wears which."""
    wearers = _wearers(album)
    numbers: dict[str, set[str]] = defaultdict(set)
    faces: dict[tuple[str, int], str] = {}
    pairs: dict[Pair, bool] = {}
    for name, photo in album.photos.items():
        for number in photo.numbers:
            runner = _runner(number, photo, wearers)
            if runner is None:
                continue
            numbers[runner].add(number.value)
            pair = Pair(runner=runner, photo=name)
            pairs[pair] = pairs.get(pair, False) or number.is_certain
            if number.wearer is not None:
                faces[name, number.wearer] = runner
        for face in photo.faces:
            if face.person:
                faces[name, face.id] = face.person
                pairs.setdefault(Pair(runner=face.person, photo=name), False)
    return Runners(
        numbers={runner: frozenset(values) for runner, values in numbers.items()},
        faces=faces,
        pairs=frozenset(pairs),
        hidden=frozenset(pair for pair, is_read in pairs.items() if not is_read),
    )


def _wearers(album: Album) -> dict[str, set[str]]:
    """Return for each number the names of those who wear it on some photo."""
    wearers: dict[str, set[str]] = defaultdict(set)
    for photo in album.photos.values():
        for number in photo.numbers:
            face = _face_of(number, photo)
            if face is not None and face.person:
                wearers[number.value].add(face.person)
    return wearers


def _runner(
    number: LabelledNumber, photo: LabelledPhoto, wearers: Mapping[str, set[str]]
) -> str | None:
    """Return who wears a number; None: that is not known, or a digit of it is not."""
    face = _face_of(number, photo)
    if face is not None and face.person:
        return face.person
    if "?" in number.value:
        return None
    known = wearers.get(number.value, set())
    if len(known) > 1:
        return None
    return next(iter(known), f"#{number.value}")


def _face_of(number: LabelledNumber, photo: LabelledPhoto) -> LabelledFace | None:
    return next((face for face in photo.faces if face.id == number.wearer), None)


def delivered_pairs(
    album: Album, runners: Runners, delivered: Deliveries, labels: Mapping[str, Label]
) -> dict[Pair, float]:
    """Return the pairs that are delivered, each with its best confidence.

    A number that is unsure on its photo is neither right nor wrong, unless it is right.
    """
    owners = {value: runner for runner, values in runners.numbers.items() for value in values}
    persons = _persons(album, runners, delivered)
    pairs: dict[Pair, float] = {}
    for photo, one in delivered.items():
        for value, confidence in one.numbers.items():
            pair = Pair(runner=owners.get(value, f"#{value}"), photo=photo)
            if pair in runners.pairs or not labels[photo].is_unsure(value):
                pairs[pair] = max(confidence, pairs.get(pair, 0.0))
        for person in one.persons:
            for runner in persons.get(person.person_id, ()):
                pair = Pair(runner=runner, photo=photo)
                pairs[pair] = max(person.confidence, pairs.get(pair, 0.0))
    return pairs


def _persons(album: Album, runners: Runners, delivered: Deliveries) -> dict[str, list[str]]:
    """Return the runners of each person: those whose faces most often became it."""
    became: dict[str, Counter[str]] = defaultdict(Counter)
    for photo, one in delivered.items():
        for person in one.persons:
            face = labelled_face(person.box, album.photos[photo].faces)
            runner = face and runners.faces.get((photo, face.id))
            if runner:
                became[runner][person.person_id] += 1
    persons: dict[str, list[str]] = defaultdict(list)
    for runner, counts in became.items():
        persons[counts.most_common(1)[0][0]].append(runner)
    return persons


def labelled_face(box: Box, faces: Iterable[LabelledFace]) -> LabelledFace | None:
    """Return the labelled face at a box: of those that overlap it, the one whose middle is next."""
    near = [face for face in faces if face.box.overlaps(box)]
    return min(near, key=lambda face: _apart(face.box, box), default=None)


def _apart(one: Box, other: Box) -> float:
    across = one.left + one.width / 2 - other.left - other.width / 2
    return across**2 + (one.top + one.height / 2 - other.top - other.height / 2) ** 2


def runner_scores(
    true: Iterable[Pair], pairs: Iterable[Pair], photos: Iterable[str]
) -> dict[str, Score]:
    """Return a score of pairs for each photo."""
    wanted, found = set(true), set(pairs)
    counts = [Counter(pair.photo for pair in some) for some in (found & wanted, found, wanted)]
    return {
        photo: Score(right=counts[0][photo], accepted=counts[1][photo], true=counts[2][photo])
        for photo in photos
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """The least confidence of a pair, and the score of the pairs that have it."""

    confidence: float
    score: Score


def best_at(precision: float, true: frozenset[Pair], pairs: Pairs) -> Bound | None:
    """Return the bound that finds most at such a precision at least; None: no bound has it."""
    right, best = 0, None
    ordered = sorted(pairs.items(), key=lambda one: -one[1])
    for count, (pair, confidence) in enumerate(ordered, 1):
        right += pair in true
        is_last = count == len(ordered) or ordered[count][1] < confidence
        if is_last and right >= precision * count:
            best = Bound(
                confidence=confidence, score=Score(right=right, accepted=count, true=len(true))
            )
    return best


def tell_runners(
    name: str,
    album: Album,
    delivered: Deliveries,
    labels: Mapping[str, Label],
    precision: float = PRECISION,
) -> None:
    """Print how many pairs are found: of all, in bursts, of hidden numbers, and at a precision."""
    album = LabelledAlbum(photos={photo: album.photos[photo] for photo in delivered})
    runners = runners_of(album)
    pairs = delivered_pairs(album, runners, delivered, labels)
    tell_scores(f"runner found, {name}", runner_scores(runners.pairs, pairs, delivered))
    for kind, some in (("numbers", _numbers_of(delivered)), ("faces", _faces_of(delivered))):
        alone = delivered_pairs(album, runners, some, labels)
        tell_scores(f"  by {kind} alone", runner_scores(runners.pairs, alone, delivered))
    sizes = Counter(album.burst_of(photo) for photo in album.photos)
    in_bursts = [pair for pair in runners.pairs if sizes[album.burst_of(pair.photo)] > 1]
    for kind, wanted in (("in bursts", in_bursts), ("number not legible", runners.hidden)):
        found = sum(pair in pairs for pair in wanted)
        tell(f"  {kind}: {found} of {len(wanted)} pairs found")
    best = best_at(precision, runners.pairs, pairs)
    if best is None:
        tell(f"  no confidence has a precision of {precision}")
    else:
        tell(
            f"  at a precision of {precision}: recall {best.score.recall:.3f},"
            f" at a confidence of {best.confidence:.2f}"
        )


def _numbers_of(delivered: Deliveries) -> dict[str, Delivered]:
    return {photo: replace(one, persons=()) for photo, one in delivered.items()}


def _faces_of(delivered: Deliveries) -> dict[str, Delivered]:
    return {
        photo: replace(one, numbers={}, inferred=frozenset()) for photo, one in delivered.items()
    }
