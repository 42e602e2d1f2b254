"""Albums in any state, as earlier settings and answers may have left them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from django.utils import timezone

from recognition.models import (
    AccountSpace,
    Album,
    Photo,
    PhotoNumber,
    PhotoPerson,
    PhotoState,
    Strategy,
    SuggestedPerson,
)
from recognition.numbers.judged_rows import judged_numbers
from recognition.numbers.judging import Knowledge, ReadNumber, check_reading
from recognition.numbers.normalising import rules_of
from recognition.numbers.suggestions import wearers_of
from recognition.tests.factories import AlbumFactory, PhotoFactory

PHOTOS = 8  # of an album
PERSONS = ("ann", "bob")
PHOTOGRAPHERS = (uuid4(), uuid4())
WORN = {"ann": "7", "bob": "12345"}
READ = ("7", "007", "12345", "M7", "x")


def any_photo(random: Random, album: Album, worn: Mapping[str, str], now: datetime) -> Photo:
    """Return a photo of the album in any state, as an earlier strategy may have left it.

    :param worn: where persons wear their own numbers, most photos are one burst, and were read.
    """
    if worn and random.random() < 0.8:
        return PhotoFactory.build(
            album=album,
            photographer_id=PHOTOGRAPHERS[0],
            shooting_date=now + timedelta(seconds=random.randrange(5)),
            state=PhotoState.PROCESSED,
            face_recognized=True,
            number_recognized=True,
        )
    moment = now + timedelta(minutes=random.choice([-5, 5]))
    tries = {
        "face_attempts": random.randrange(4),
        "faces_next_attempt_on": random.choice([None, moment]),
        "face_failure": random.choice(["", "It broke."]),
    }
    kinds: dict[PhotoState, dict[str, Any]] = {
        PhotoState.NEW: {"numbers_next_attempt_on": moment, **tries},
        PhotoState.FAILED: {"number_failure": "It broke.", "number_attempts": 8},
        PhotoState.AWAITING_CALLBACK: {
            "callback_due_on": moment,
            "numbers_next_attempt_on": moment,
            **tries,
        },
        PhotoState.AWAITING_TAGGING: {"tagging_task_id": uuid4(), **tries},
        PhotoState.PROCESSED: {"tagging_task_id": random.choice([None, None, uuid4()])},
        PhotoState.DELETED: {},
    }
    state = random.choice(list(kinds))
    return PhotoFactory.build(
        album=album,
        photographer_id=random.choice([None, *PHOTOGRAPHERS]),
        shooting_date=now + timedelta(seconds=random.randrange(12)),
        state=state,
        face_recognized=random.random() < 0.5,
        number_recognized=random.random() < 0.5,
        persons_corrected_on=random.choice([None, None, None, now]),
        numbers_corrected_on=random.choice([None, None, now]),
        **kinds[state],
    )


def results_of(
    random: Random, photos: Iterable[Photo], worn: Mapping[str, str]
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return persons, doubts and numbers of some photos: imported ones, or of an earlier strategy.

    :param worn: the number that a person wears on most photos, by the person.
    """
    persons, doubts, numbers = [], [], []
    for each in photos:
        there = persons_of(random, each)
        persons += there
        doubts += doubts_of(random, there) if random.random() < 0.05 else []
        found = numbers_of(random, each, there, worn)
        for number, wearer in zip(found, wearers_of(found, there), strict=True):
            number.worn_by = wearer
        numbers += [*found, *inferred_of(random, each, found)]
    return persons, doubts, numbers


def persons_of(random: Random, photo: Photo) -> list[PhotoPerson]:
    who = random.sample(PERSONS, random.choice([0, 1, 1, 2]))
    return [
        PhotoPerson(photo=photo, person_id=each, box=box_at(at, 0.2)) for at, each in enumerate(who)
    ]


def doubts_of(random: Random, persons: Iterable[PhotoPerson]) -> list[SuggestedPerson]:
    return [
        SuggestedPerson(
            photo=each.photo,
            album_id=each.photo.album_id,
            person_id=each.person_id,
            may_be=random.choice(["ann", "bob", "eve"]),
        )
        for each in persons
    ]


def box_at(place: int, top: float) -> dict[str, float]:
    return {"left": 0.1 + 0.3 * place, "top": top, "width": 0.1, "height": 0.1}


def numbers_of(
    random: Random, photo: Photo, persons: Sequence[PhotoPerson], worn: Mapping[str, str]
) -> list[PhotoNumber]:
    """Return numbers of a photo: judged by its album as it is, or in a way of earlier settings."""
    if random.random() < (0.05 if worn else 0.2):
        manual = {
            "value": "7",
            "source": "Manual",
            "rejection": random.choice(["", "NotInStartList"]),
        }
        return [PhotoNumber(photo=photo, album_id=photo.album_id, **manual)]
    rules, known = rules_of(photo.album, None), Knowledge(minimum=random.choice([0.5, 0.5, 0.8]))
    row = PhotoNumber(photo=photo, album_id=photo.album_id)
    return judged_numbers(
        [(row_at(row, each), check_reading(each, rules))
         for each in readings_of(random, persons, worn)], known, timezone.now()
    )  # fmt: skip


def readings_of(
    random: Random, persons: Sequence[PhotoPerson], worn: Mapping[str, str]
) -> list[ReadNumber]:
    """Return what was read: what the persons wear, or anything anywhere."""
    confidences = [0.3, 0.9, None] if worn else [0.3, 0.7, 0.9, None]
    if worn:
        seen = [(worn[each.person_id], box_at(at, 0.52)) for at, each in enumerate(persons)
                if random.random() < 0.5]  # fmt: skip
    else:
        boxes: list[Any] = [None, *(box_at(at, 0.52) for at in range(3))]
        texts = random.sample(READ, random.randrange(4))
        seen = [(text, random.choice(boxes)) for text in texts]
    return [
        ReadNumber(text=text, confidence=random.choice(confidences), box=box) for text, box in seen
    ]


def row_at(row: PhotoNumber, read: ReadNumber) -> PhotoNumber:
    return PhotoNumber(photo=row.photo, album_id=row.album_id, box=read.box)


def inferred_of(random: Random, photo: Photo, numbers: Iterable[PhotoNumber]) -> list[PhotoNumber]:
    """Return a number that was inferred once, from a photo that may be gone."""
    value = random.choice([*WORN.values(), "55"])
    if random.random() > 0.15 or any(each.value == value for each in numbers):
        return []
    evidence = {"photoId": str(uuid4()), "personId": "ann", "seconds": 2.0}
    known = {"value": value, "confidence": 0.8928, "evidence": evidence}
    return [PhotoNumber(photo=photo, album_id=photo.album_id, source="Inferred", **known)]


def any_album(random: Random, space: AccountSpace, now: datetime) -> Album:
    account, worn = random.choice([None, space.account]), random.choice([{}, WORN])
    album = AlbumFactory.create(
        strategy=random.choice([*Strategy, Strategy.NUMBER_THEN_MANUAL]),
        state=random.choice(["On", "On", "Off"]),
        face_account=account,
        face_space=space if account else None,
        minimum_confidence=random.choice([None, None, 0.8, 1]),
        start_number_capacity=5 if worn else random.choice([1, 4, 5]),
        infer_numbers=random.random() < 0.5,
    )
    photos = Photo.objects.bulk_create(any_photo(random, album, worn, now) for _ in range(PHOTOS))
    persons, doubts, numbers = results_of(random, photos, worn)
    PhotoPerson.objects.bulk_create(persons)
    SuggestedPerson.objects.bulk_create(doubts, ignore_conflicts=True)
    PhotoNumber.objects.bulk_create(numbers)
    return album
