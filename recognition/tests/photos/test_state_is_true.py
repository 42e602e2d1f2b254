"""Whatever happens to a photo, in whatever order, its state says what it waits for."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from foundation.records.audit import Actor
from recognition.albums.commands import (
    ChangeAlbumRecognitionStateCommand,
    change_album_recognition_settings,
    change_album_recognition_state,
)
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import JobMode, NumberRequest, Photo, RecognitionState, Strategy
from recognition.numbers import judging_again as start_lists
from recognition.numbers.start_lists import NotAtHand
from recognition.processing import processing as asking
from recognition.processing import storing
from recognition.processing.callbacks import apply_callback
from recognition.processing.correcting import CorrectPhotoNumbersCommand, correct_photo_numbers
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.reported import (
    FinishTaggingCommand,
    RejectTaggingCommand,
    WithdrawTaggingCommand,
    finish_tagging,
    reject_tagging,
    withdraw_tagging,
)
from recognition.processing.storing import StoreCallbackCommand, claim_due_callbacks, store_callback
from recognition.providers.faces import RecognisedPerson
from recognition.providers.failures import Busy, FinalFailure, Postponed, ProcessingFailure
from recognition.records.recognition_off import why_off
from recognition.records.strategies import needs_anything, needs_number_provider
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.processes import process_photos_at, run_jobs
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db

SEQUENCES, EVENTS = 20, 24


class World:
    """A photo, the services around it as they happen to be, and a clock."""

    def __init__(self, random: Random) -> None:
        self.random, self.now = random, timezone.now()
        self.space = AccountSpaceFactory.create()
        self.album = AlbumFactory.create(strategy=random.choice(list(Strategy)))
        self.photo = PhotoFactory.create(album=self.album)
        self.reprocess(JobMode.AGAIN)

    def may_fail(self, *_: Any) -> None:
        """Do nothing, or what a service that cannot answer does."""
        wait = timedelta(minutes=1)
        failures = (
            None,
            None,
            ProcessingFailure("It broke."),
            FinalFailure("It is no picture."),
            Busy("It is busy.", retry_after=wait),
            Postponed("It is paused.", wait),
        )
        failure = self.random.choice(failures)
        if failure is not None:
            raise failure

    def accepts(self, *_: Any) -> str:
        self.may_fail()
        return "r1"

    def finds(self, *_: Any) -> list[RecognisedPerson]:
        self.may_fail()
        return [RecognisedPerson(person_id="p1", confidence=None, box=None)]

    def knows_list(self, *_: Any) -> None:
        if self.random.random() < 0.4:
            raise NotAtHand

    def process(self) -> None:
        self.now += self.random.choice([timedelta(minutes=1), timedelta(minutes=40)])
        process_photos_at(self.now)

    def call_back(self) -> None:
        request = self.random.choice([*NumberRequest.objects.all(), None])
        if request is None:
            return
        error = {"code": "x", "detail": "It cannot.", "retriable": self.random.random() < 0.5}
        found: dict[str, Any] = self.random.choice(
            [
                {"tags": [{"value": "101"}], "persons": [{"id": "p2"}]},
                {"tags": [{"value": "A!"}], "persons": []},
                {"tags": [], "persons": [], "error": error},
            ]
        )
        payload = {"name": str(self.photo.pk), "nonce": self.random.random(), **found}
        store_callback(StoreCallbackCommand(request_id=request.pk, payload=payload, now=self.now))

    def apply(self) -> None:
        self.now += timedelta(minutes=1)
        for claimed in claim_due_callbacks(self.now, 10):
            apply_callback(claimed.pk, self.now)

    def tag(self) -> None:
        task = self.read().tagging_task_id
        if task is None:
            return
        of: dict[str, Any] = {"photo_id": self.photo.pk, "now": self.now}
        self.random.choice(
            [
                lambda: finish_tagging(FinishTaggingCommand(task_id=task, numbers=["7"], **of)),
                lambda: reject_tagging(RejectTaggingCommand(task_id=task, **of)),
                lambda: withdraw_tagging(WithdrawTaggingCommand(reason="No.", **of)),
            ]
        )()

    def correct(self) -> None:
        if self.read().state != "Deleted":
            of: dict[str, Any] = {"photo_id": self.photo.pk, "now": self.now}
            correct_photo_numbers(CorrectPhotoNumbersCommand(values=["8"], **of))

    def reprocess(self, mode: JobMode) -> None:
        reprocess_photos(
            ReprocessPhotosCommand(
                photo_ids=[self.photo.pk], now=self.now, by=Actor("meg"), mode=mode
            )
        )

    def change_strategy(self) -> None:
        strategy = self.random.choice(list(Strategy))
        space = self.random.choice([None, self.space])
        change_album_recognition_settings(settings_of(self.album.pk, strategy, space))
        run_jobs()

    def switch(self) -> None:
        change_album_recognition_state(
            ChangeAlbumRecognitionStateCommand(
                album_id=self.album.pk,
                state=self.random.choice(list(RecognitionState)),
                now=self.now,
            )
        )
        run_jobs()

    def delete(self) -> None:
        if self.random.random() < 0.2:
            delete_photo(DeletePhotoCommand(photo_id=self.photo.pk, album_id=self.album.pk))

    def read(self) -> Photo:
        return Photo.objects.with_album().get(pk=self.photo.pk)

    def events(self) -> list[Callable[[], None]]:
        often = [self.process, self.call_back, self.apply, self.tag]
        again = [partial(self.reprocess, mode) for mode in (JobMode.AGAIN, JobMode.FORCE)]
        return [*often, *often, *again, self.correct, self.change_strategy, self.switch,
                self.delete]  # fmt: skip


def what_is_false(photo: Photo, before: str) -> list[str]:
    """Return what the photo's state says although it is not so."""
    is_planned = photo.faces_next_attempt_on or photo.numbers_next_attempt_on
    is_awaited = photo.callback_due_on is not None and needs_number_provider(photo)
    may_be = {
        "New": bool(is_planned or why_off(photo.album)) and before != "Failed",
        "AwaitingCallback": is_awaited and photo.numbers_next_attempt_on is not None,
        "AwaitingTagging": photo.tagging_task_id is not None,
        "Processed": not needs_anything(photo),
        "Failed": bool(photo.reason_description),
        "Deleted": not is_planned and photo.tagging_task_id is None,
    }
    asserted = {
        "what the state says": may_be[photo.state],
        "awaited only in its state": is_awaited == (photo.state == "AwaitingCallback"),
        "no time of a callback otherwise": is_awaited == (photo.callback_due_on is not None),
        "needs something": needs_anything(photo) or photo.state in ("Processed", "Deleted"),
        "deleted for ever": before != "Deleted" or photo.state == "Deleted",
    }
    return [what for what, is_true in asserted.items() if not is_true]


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_the_state_is_true_after_each_of_many_events(seed, settings, monkeypatch):
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    settings.PROCESSING_MAX_ATTEMPTS = 3
    world = World(Random(seed))
    monkeypatch.setattr(asking, "request_recognition", world.accepts)
    monkeypatch.setattr(asking, "_ask_face_provider", world.finds)
    monkeypatch.setattr(storing, "list_at_hand", world.knows_list)
    monkeypatch.setattr(start_lists, "start_list_of", world.may_fail)
    happened = []

    for _ in range(EVENTS):
        before = world.read().state
        event = world.random.choice(world.events())
        happened.append(getattr(event, "__name__", "reprocess"))
        event()

        assert what_is_false(world.read(), before) == [], (happened, known(world.read()))


def known(photo: Photo) -> dict[str, object]:
    return {"strategy": photo.album.strategy, "off": why_off(photo.album), **vars(photo)}
