"""What a change of an album does is said before: the counts are those of the job that follows."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from messaging.models import OutboxMessage
from recognition.commands.albums.previewing import preview_change
from recognition.commands.albums.settings import (
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_recognition_settings,
    change_album_recognition_state,
)
from recognition.commands.jobs import Rejudging
from recognition.commands.photos import asking
from recognition.models import (
    AccountSpace,
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    JobMode,
    JobState,
    NormalizationPolicy,
    Photo,
    PhotoNumber,
    PhotoPerson,
    PhotoState,
    ProcessedPhoto,
    RecognitionState,
    Strategy,
)
from recognition.providers.failures import FinalFailure
from recognition.tests.calls.processes import process_photos_in, run_jobs
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db

STATES, AT_ONCE, PHOTOS = 100, 20, 8
COUNTED = ("processed", "waiting", "finished", "resting", "unchanged", "tasks_cancelled",
           "tasks_created", "judged_again", "corrected")  # fmt: skip
Change = ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRecognitionStateCommand


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
    persons = [PhotoPerson(photo=each, person_id="p1") for each in photos if random.random() < 0.3]
    numbers = [
        PhotoNumber(
            photo=each,
            value=value,
            rejection="" if value == "7" else "NotANumber",
            source=random.choice(["Provider", "Manual"]),
        )
        for each in photos
        for value in random.sample(["7", "x"], random.randrange(3))
    ]
    return persons, numbers


def any_album(random: Random, space: AccountSpace, now: datetime) -> Album:
    album = AlbumFactory.create(
        strategy=random.choice(list(Strategy)),
        state=random.choice(["On", "On", "Off"]),
        face_account=random.choice([None, space.account]),
    )
    photos = Photo.objects.bulk_create(any_photo(random, album, now) for _ in range(PHOTOS))
    persons, numbers = results_of(random, photos)
    PhotoPerson.objects.bulk_create(persons)
    PhotoNumber.objects.bulk_create(numbers)
    return album


def any_job(random: Random, change: Change) -> None:
    """Give the album no job, or one that the change joins: it waits, or is among the photos."""
    if random.random() < 0.4 or not starts_a_job(change):
        return
    album = Album.objects.get(pk=change.album_id)
    photo_ids = list(album.photos.values_list("pk", flat=True))
    is_running = random.random() < 0.6
    state, mode = JobState.RUNNING if is_running else JobState.QUEUED, random.choice(list(JobMode))
    job = AlbumPhotosProcessingJob(album=album, state=state, mode=mode, started_by="meg")
    if is_running:
        job.position = str(random.choice(photo_ids)) if random.random() < 0.8 else None
        job.again_mode = random.choice(["", "Again", "Force", "Overwrite"])
    job.save()


def any_change(random: Random, album: Album, space: AccountSpace, now: datetime) -> Change:
    if random.random() < 0.3:
        state = random.choice(list(RecognitionState))
        return ChangeAlbumRecognitionStateCommand(album_id=album.pk, state=state, now=now)
    return ChangeAlbumRecognitionSettingsCommand(
        album_id=album.pk,
        now=now,
        strategy=random.choice([Strategy(album.strategy), *Strategy]),
        normalization_policy=random.choice(list(NormalizationPolicy)),
        start_number_capacity=random.choice([4, 5]),
        face_account_id=random.choice([None, space.account_id]),
        minimum_confidence=random.choice([None, 0.9]),
    )


def make(change: Change) -> None:
    if isinstance(change, ChangeAlbumRecognitionStateCommand):
        change_album_recognition_state(change)
    else:
        change_album_recognition_settings(change)


def starts_a_job(change: Change) -> bool:
    with transaction.atomic():
        make(change)
        started = AlbumPhotosProcessingJob.objects.filter(album=change.album_id).exists()
        transaction.set_rollback(True)
    return started


def run_all_jobs() -> None:
    run_jobs()
    for job in AlbumRejudging.objects.all():
        with transaction.atomic():
            Rejudging().portion(job, timezone.now())


def effects() -> dict[UUID, Counter[str]]:
    """Return what the jobs did to the photos of each album, from the database."""
    counts: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
    taken = set(ProcessedPhoto.objects.values_list("photo", flat=True))
    cancelled = OutboxMessage.objects.filter(attributes__path__endswith="/tasks/cancel")
    ended = set(cancelled.values_list("key", flat=True))
    for photo in Photo.objects.exclude(state=PhotoState.DELETED):
        of_album = counts[photo.album_id]
        of_album[_became(photo) if photo.pk in taken else "unchanged"] += 1
        of_album["corrected"] += bool(photo.persons_corrected_on or photo.numbers_corrected_on)
        of_album["judged_again"] += photo.judge_on is not None
        of_album["tasks_cancelled"] += str(photo.pk) in ended
    for album_id in _albums_of_new_tasks(taken):
        counts[album_id]["tasks_created"] += 1
    return counts


def _became(photo: Photo) -> str:
    numbers_due = photo.numbers_next_attempt_on is not None and not photo.callback_due_on
    if numbers_due or (photo.faces_next_attempt_on and not photo.face_recognized):
        return "processed"
    if photo.state == PhotoState.PROCESSED:
        return "finished"
    return "waiting" if photo.tagging_task_id or photo.callback_due_on else "resting"


def _albums_of_new_tasks(taken: set[UUID]) -> list[UUID]:
    """Process what the jobs made due where taggers read all photos; return the tasks' albums."""
    others = Photo.objects.exclude(album__strategy=Strategy.MANUAL, pk__in=taken)
    others.update(faces_next_attempt_on=None, numbers_next_attempt_on=None)
    tasks = Photo.objects.exclude(tagging_task_id=None)
    before = set(tasks.values_list("pk", flat=True))
    process_photos_in(seconds=1)
    return [photo.album_id for photo in tasks.exclude(pk__in=before)]


def test_the_counts_before_are_the_counts_after(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TAGATOR_SERVICE = "recognition.providers.tagator_service.HttpTagatorService"

    def refuse(*_: Any) -> None:
        raise FinalFailure("It is not asked.")

    monkeypatch.setattr(asking, "_ask_face_provider", refuse)
    random, seen = Random(20261123), Counter[str]()

    for _ in range(STATES // AT_ONCE):
        with transaction.atomic():  # rows that one transaction has changed often are slow to read
            seen.update(counted_before_and_after(random))
            transaction.set_rollback(True)

    assert all(seen[name] > 10 for name in COUNTED), seen


def counted_before_and_after(random: Random) -> Counter[str]:
    """Change some albums, each as previewed, and return the counts of all."""
    now, space = timezone.now(), AccountSpaceFactory.create()
    albums = [any_album(random, space, now) for _ in range(AT_ONCE)]
    changes = [any_change(random, album, space, now) for album in albums]
    said = {}

    for change in changes:
        any_job(random, change)
        said[change.album_id] = preview_change(change)
        make(change)
    run_all_jobs()

    found, seen = effects(), Counter[str]()
    for change in changes:
        counts = {name: getattr(said[change.album_id], name) for name in COUNTED}
        assert counts == {name: found[change.album_id][name] for name in COUNTED}, change
        seen.update(counts)
    return seen
