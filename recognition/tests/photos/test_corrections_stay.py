"""What staff corrected stays, whatever comes afterwards or at the same moment."""

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once
from recognition.jobs.reprocessing import reconsider_photos
from recognition.models import Album, JobMode, Photo, Strategy
from recognition.processing.callbacks import apply_callback
from recognition.processing.processing import _save_persons
from recognition.processing.reported import (
    FinishTaggingCommand,
    PhotoNotWaiting,
    ReopenTaggingCommand,
    finish_tagging,
    reopen_tagging,
)
from recognition.providers.faces import RecognisedPerson
from recognition.rejudging.rejudging import judge_due_photos, plan_judging_again
from recognition.tests.calls import judging
from recognition.tests.calls.judging import album_of, judge_again, read, report, sent, tag
from recognition.tests.factories import AccountSpaceFactory, CallbackFactory, PhotoFactory

ROUNDS = 4
Later = Callable[[Photo], object]


def correct(photo: Photo) -> None:
    """Correct both: there is no number, and of the persons only Anna is there."""
    judging.correct(photo)
    judging.leave(photo, *(each.person_id for each in photo.persons.filter(person_id="anna")))


def reread(photo: Photo) -> None:
    report(photo, tag("9"), tag("8", 0.1), persons=("anna", "bob"))


def recognise(photo: Photo) -> None:
    bob = RecognisedPerson(person_id="bob", confidence=0.9, box=None)
    _save_persons(photo, [bob], timezone.now())


def tag_late(photo: Photo) -> None:
    finish_tagging(
        FinishTaggingCommand(photo_id=photo.pk, task_id=uuid4(), numbers=["9"], now=timezone.now())
    )


def reopen(photo: Photo) -> None:
    with pytest.raises(PhotoNotWaiting):
        reopen_tagging(ReopenTaggingCommand(photo_id=photo.pk, task_id=uuid4()))


def lower_threshold(photo: Photo) -> None:
    Album.objects.filter(pk=photo.album_id).update(minimum_confidence=0.0)
    plan_judging_again([photo.pk], timezone.now())
    judge_again()


def change_strategy(photo: Photo) -> None:
    strategy = random.choice(list(Strategy))
    Album.objects.filter(pk=photo.album_id).update(strategy=strategy)
    reconsider_photos([photo.pk], JobMode.CHANGED, timezone.now())


def reprocess(photo: Photo, mode: JobMode) -> None:
    reconsider_photos([photo.pk], mode, timezone.now())


LATER: list[Later] = [
    reread,
    recognise,
    tag_late,
    reopen,
    lower_threshold,
    change_strategy,
    *(partial(reprocess, mode=mode) for mode in JobMode if mode is not JobMode.OVERWRITE),
]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(10))
def test_corrections_stay_in_every_order_of_what_follows(seed: int) -> None:
    random.seed(seed)
    space = AccountSpaceFactory.create()
    album = album_of(face_space=space)
    photo = read(album, tag("7"), tag("9", 0.2), persons=("anna", "bob"))
    correct(photo)
    numbers_sent = sent(photo)

    for each in random.choices(LATER, k=8):
        each(photo)

    photo.refresh_from_db()
    assert not photo.numbers.filter(rejection="").exists()
    assert [each.person_id for each in photo.persons.all()] == ["anna"]
    assert (photo.state, photo.tagging_task_id) == ("Processed", None)
    assert sent(photo) == numbers_sent


@pytest.mark.django_db
def test_corrections_are_overwritten_where_that_is_asked_for() -> None:
    photo = read(album_of(), tag("7"), persons=("anna", "bob"))
    correct(photo)

    reprocess(photo, JobMode.OVERWRITE)
    reread(photo)

    assert sent(photo) == [["7"], [], ["9"]]
    assert photo.persons.count() == 2


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("other", ["callback", "judging", "tagging", "job"])
def test_a_correction_at_the_same_moment_wins(other: str) -> None:
    for _ in range(ROUNDS):
        task_id = uuid4()
        photo = PhotoFactory.create(
            album=album_of(), state="AwaitingCallback", tagging_task_id=task_id
        )
        photo.numbers.create(value="5", rejection="LowConfidence", source="Provider", evidence=WEAK)
        callback = CallbackFactory.create(
            request__photo=photo, payload={"persons": [], "tags": [tag("9")]}
        )
        now = timezone.now() + timedelta(seconds=1)
        rivals: dict[str, Callable[[], object]] = {
            "callback": partial(apply_callback, callback.pk, now),
            "judging": partial(judge_due_photos, now),
            "tagging": partial(
                finish_tagging,
                FinishTaggingCommand(photo_id=photo.pk, task_id=task_id, numbers=["9"], now=now),
            ),
            "job": partial(reconsider_photos, [photo.pk], JobMode.FORCE, now),
        }
        plan_judging_again([photo.pk], timezone.now())

        at_once(partial(judging.correct, photo, "77", now=now), rivals[other])

        photo.refresh_from_db()
        assert [each.value for each in photo.numbers.filter(rejection="")] == ["77"]
        assert photo.tagging_task_id is None
        assert sent(photo)[-1] == ["77"]
        assert photo.number_recognized


WEAK: dict[str, Any] = {
    "readAs": "5",
    "value": "5",
    "rejection": None,
    "confidence": 0.6,
    "alternatives": [],
    "listed": False,
    "minimum": 0.9,
}
