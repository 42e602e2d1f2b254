"""Albums in any state, as earlier settings and answers may have left them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from django.utils import timezone

from recognition.judged_rows import judged_numbers
from recognition.judging import Knowledge, ReadNumber, check_reading
from recognition.models import (
    AccountSpace,
    Album,
    Photo,
    PhotoNumber,
    PhotoPerson,
    PhotoState,
    Strategy,
)
from recognition.numbers import rules_of
from recognition.tests.factories import AlbumFactory, PhotoFactory

PHOTOS = 8  # of an album
PERSONS = ("ann", "bob")
READ = ("7", "007", "12345", "M7", "x")


def any_photo(random: Random, album: Album, now: datetime) -> Photo:
    """Return a photo of the album in any state, as an earlier strategy may have left it."""
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
        state=state,
        face_recognized=random.random() < 0.5,
        number_recognized=random.random() < 0.5,
        persons_corrected_on=random.choice([None, None, None, now]),
        numbers_corrected_on=random.choice([None, None, now]),
        **kinds[state],
    )


def results_of(random: Random, photos: Iterable[Photo]) -> tuple[list[Any], list[Any]]:
    """Return persons and numbers of some photos: imported ones, or of an earlier strategy."""
    persons = [
        PhotoPerson(photo=each, person_id=person_id)
        for each in photos
        for person_id in random.sample(PERSONS, random.choice([0, 0, 1, 2]))
    ]
    numbers = [number for each in photos for number in numbers_of(random, each)]
    return persons, numbers


def numbers_of(random: Random, photo: Photo) -> list[PhotoNumber]:
    """Return numbers of a photo: judged by its album as it is, or in a way of earlier settings."""
    if random.random() < 0.2:
        manual = {
            "value": "7",
            "source": "Manual",
            "rejection": random.choice(["", "NotInStartList"]),
        }
        return [PhotoNumber(photo=photo, album_id=photo.album_id, **manual)]
    rules, known = rules_of(photo.album, None), Knowledge(minimum=random.choice([0.5, 0.5, 0.8]))
    read = [
        ReadNumber(text=text, confidence=random.choice([0.3, 0.7, 0.9, None]), box=None)
        for text in random.sample(READ, random.randrange(4))
    ]
    row = PhotoNumber(photo=photo, album_id=photo.album_id)
    return judged_numbers(
        [(row, check_reading(each, rules)) for each in read], known, timezone.now()
    )


def any_album(random: Random, space: AccountSpace, now: datetime) -> Album:
    account = random.choice([None, space.account])
    album = AlbumFactory.create(
        strategy=random.choice([*Strategy, Strategy.NUMBER_THEN_MANUAL]),
        state=random.choice(["On", "On", "Off"]),
        face_account=account,
        face_space=space if account else None,
        minimum_confidence=random.choice([None, None, 0.8, 1]),
        start_number_capacity=random.choice([1, 4, 5]),
    )
    photos = Photo.objects.bulk_create(any_photo(random, album, now) for _ in range(PHOTOS))
    persons, numbers = results_of(random, photos)
    PhotoPerson.objects.bulk_create(persons)
    PhotoNumber.objects.bulk_create(numbers)
    return album
