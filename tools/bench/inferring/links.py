"""How often the two links err on which an inferred number rests."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from vision.boxes import Box
from vision.evaluate.runners import Runners, labelled_face, runners_of
from vision.evaluate.scores import Score
from vision.labelled.album import LabelledAlbum
from vision.recognising import Answer

Answers = Mapping[str, Answer]
# The person whose face stands clearly above a number, of persons and the places of their faces.
WearerOf = Callable[[Mapping[str, float], Sequence[tuple[str, Mapping[str, float]]]], str | None]


def worn_rightly(album: LabelledAlbum, answers: Answers, wearer_of: WearerOf) -> Score:
    """Count numbers that were read and are on the photo: with a wearer, and with the right one."""
    runners = runners_of(album)
    owners = {value: runner for runner, values in runners.numbers.items() for value in values}
    right = linked = true = 0
    for photo, answer in answers.items():
        faces = [(person["id"], person["box"]) for person in answer.persons]
        seen = _runners_on(photo, answer, album, runners)
        values = {number.value for number in album.photos[photo].numbers}
        for tag in answer.tags:
            if tag["value"] in values:
                wearer = wearer_of(tag["box"], faces)
                true += 1
                linked += wearer is not None
                right += wearer is not None and seen.get(wearer) == owners[tag["value"]]
    return Score(right=right, accepted=linked, true=true)


def same_rightly(album: LabelledAlbum, answers: Answers) -> Score:
    """Count pairs of photos of a burst with one person, without doubt: and with one runner."""
    runners = runners_of(album)
    seen: dict[tuple[str, str], list[str]] = defaultdict(list)
    for photo, answer in answers.items():
        doubtful = {person["id"] for person in answer.persons if person.get("possible")}
        for person_id, runner in _runners_on(photo, answer, album, runners).items():
            if person_id not in doubtful:
                seen[album.burst_of(photo), person_id].append(runner)
    pairs = [pair for some in seen.values() for pair in combinations(some, 2)]
    return Score(right=sum(one == other for one, other in pairs), accepted=len(pairs))


def _runners_on(
    photo: str, answer: Answer, album: LabelledAlbum, runners: Runners
) -> dict[str, str]:
    """Return the runner of each person on a photo."""
    found: dict[str, str] = {}
    for person in answer.persons:
        box: dict[str, Any] = person["box"]
        face = labelled_face(Box(**box), album.photos[photo].faces)
        if face is not None and (photo, face.id) in runners.faces:
            found[person["id"]] = runners.faces[photo, face.id]
    return found
