"""Plays the number server's answers through recognition; its servers are PostgreSQL and Redis.

Recognition stores an answer, judges it, and judges it again when more of the album is known, as
its workers do. What it has accepted in the end is what the photo service has.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from unittest.mock import patch
from uuid import UUID, uuid4

from django.db import transaction

from recognition.commands.persons.reassigning import Reassigning
from recognition.commands.photos import rechecking
from recognition.commands.photos.callbacks import lock_photos, reports_in, use_reports
from recognition.commands.photos.rejudging import judge_due_photos
from recognition.models import (
    Album,
    Callback,
    NumberRequest,
    PersonReassignment,
    Photo,
    PhotoState,
    RecognitionType,
    Strategy,
    Tenant,
)
from recognition.numbers import rules_of
from tools.bench.albums.shots import Shot
from vision.boxes import Box
from vision.evaluate.runners import Delivered, DeliveredPerson
from vision.numbers.formats import NumberFormat
from vision.recognising import Answer

Answers = Mapping[str, Answer]
Shots = Mapping[str, Shot]
NO_SHOTS: Shots = {}


def play_album(
    answers: Answers,
    *,
    start_list: frozenset[str] | None,
    now: datetime,
    number_format: NumberFormat = NumberFormat.DIGITS,
    shots: Shots = NO_SHOTS,
) -> dict[str, Delivered]:
    """Deliver the photos of one album.

    :param shots: with them, numbers are inferred within bursts.
    """
    album = _new_album(number_format, infer_numbers=bool(shots))
    return _delivered(dict.fromkeys(answers, album), answers, start_list, now, shots)


def play_alone(
    answers: Answers,
    *,
    start_list: frozenset[str] | None,
    now: datetime,
    number_format: NumberFormat = NumberFormat.DIGITS,
) -> dict[str, Delivered]:
    """Deliver each photo in an album of its own, so that none knows of another."""
    albums = {name: _new_album(number_format) for name in answers}
    return _delivered(albums, answers, start_list, now)


def _delivered(
    albums: Mapping[str, Album],
    answers: Answers,
    start_list: frozenset[str] | None,
    now: datetime,
    shots: Shots = NO_SHOTS,
) -> dict[str, Delivered]:
    photos = {
        name: _report(_new_photo(albums[name], shots.get(name, Shot())), answer, start_list, now)
        for name, answer in answers.items()
    }
    moment = now
    # No competitor service is played: the list that answers were judged by is the one of now.
    with patch.object(rechecking, "rules_of_now", lambda album, _: rules_of(album, start_list)):
        while judge_due_photos(moment := moment + timedelta(seconds=1)) or _reassign(moment):
            pass
    return {name: _of(photo_id) for name, photo_id in photos.items()}


@transaction.atomic
def _reassign(now: datetime) -> bool:
    """Do the jobs of persons that evidence has made one; return whether there were any."""
    jobs = list(PersonReassignment.objects.order_by("created_on"))
    for job in jobs:
        while Reassigning().portion(job, now):
            pass
        job.delete()
    return bool(jobs)


def _new_album(number_format: NumberFormat, *, infer_numbers: bool = False) -> Album:
    return Album.objects.create(
        tenant=Tenant.objects.create(pk=uuid4()),
        strategy=Strategy.FACE_NUMBER,
        number_format=number_format.value,
        infer_numbers=infer_numbers,
    )


def _new_photo(album: Album, shot: Shot) -> Photo:
    return Photo.objects.create(
        pk=uuid4(),
        album=album,
        image_url="http://127.0.0.1:9/photo.jpg",
        photographer_id=shot.photographer_id,
        shooting_date=shot.shooting_date,
        state=PhotoState.AWAITING_CALLBACK,
    )


@transaction.atomic
def _report(photo: Photo, answer: Answer, start_list: frozenset[str] | None, now: datetime) -> UUID:
    """Use the answer about a photo; return its id."""
    request = NumberRequest.objects.create(photo=photo, type=RecognitionType.FACE_NUMBER)
    payload = {
        "name": str(photo.pk),
        "persons": answer.persons,
        "tags": answer.tags,
        "regions": answer.regions,
    }
    callback = Callback(request=request, payload=payload)
    reports = reports_in(callback)
    use_reports(
        callback, lock_photos(callback, reports), reports, rules_of(photo.album, start_list), now
    )
    return photo.pk


def _of(photo_id: UUID) -> Delivered:
    photo = Photo.objects.prefetch_related("numbers", "persons").get(pk=photo_id)
    return Delivered(
        numbers={
            number.value: 1.0 if number.confidence is None else number.confidence
            for number in photo.numbers.all()
            if not number.rejection
        },
        persons=[
            DeliveredPerson(
                person_id=person.person_id,
                confidence=1.0 if person.confidence is None else person.confidence,
                box=Box(**person.box),
            )
            for person in photo.persons.all()
            if person.box
        ],
        inferred=frozenset(number.value for number in photo.numbers.all() if number.is_inferred),
    )
