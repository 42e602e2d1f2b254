"""What a change of an album or tenant does is said before, in counts that are those after…"""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.staff.tests.staff_pages import save
from recognition.albums import change_previews
from recognition.albums.change_previews import preview_change, preview_competitor_instance
from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_recognition_settings,
    change_album_recognition_state,
)
from recognition.albums.tenants import (
    ChangeTenantCompetitorInstanceCommand,
    albums_to_judge,
    change_tenant_competitor_instance,
)
from recognition.jobs.commands import Rejudging
from recognition.models import (
    AccountSpace,
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    JobMode,
    JobState,
    NormalizationPolicy,
    NumberFormat,
    Photo,
    PhotoNumber,
    PhotoState,
    ProcessedPhoto,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.processing import processing as asking
from recognition.providers.failures import FinalFailure
from recognition.records.recognition_off import why_off
from recognition.rejudging.rejudging import judge_due_photos
from recognition.tests.any_albums import WORN, any_album
from recognition.tests.calls.judging import album_of, judge_again, listed_album, read, tag, verdicts
from recognition.tests.calls.processes import process_photos_in, run_jobs
from recognition.tests.factories import AccountSpaceFactory, CompetitorInstanceFactory, PhotoFactory
from tools.bench.many_photos import analyse
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

STATES, AT_ONCE = 200, 20

COUNTED = ("processed", "waiting", "finished", "resting", "numbers_changed", "unchanged",
           "tasks_cancelled", "tasks_created", "judged_again", "corrected", "numbers_lost",
           "photos_losing", "numbers_gained", "photos_gaining")  # fmt: skip

ROUNDS = 12  # of judging, each for what the one before has changed
Change = ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRecognitionStateCommand


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
    judged_alone = random.random() < 0.5
    others = (list(Strategy), [None, space.account_id])
    strategies, accounts = ([album.strategy], [album.face_account_id]) if judged_alone else others
    return ChangeAlbumRecognitionSettingsCommand(
        album_id=album.pk,
        now=now,
        strategy=Strategy(random.choice(strategies)),
        normalization_policy=random.choice(list(NormalizationPolicy)),
        start_number_capacity=random.choice([1, 4, 5]),
        number_format=random.choice(list(NumberFormat)),
        face_account_id=random.choice(accounts),
        face_space_id=album.face_space_id,
        minimum_confidence=random.choice([None, 0.2, 0.8, 1]),
        infer_numbers=random.choice([None, True, False]),
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


@dataclass(frozen=True, slots=True)
class Facts:
    """What a photo has: the accepted numbers, the tagging task, and whether they were sent."""

    numbers: frozenset[str]
    inferred: frozenset[str]  # of these
    task_id: UUID | None
    is_recognised: bool


def facts_of_photos() -> dict[UUID, Facts]:
    numbers, inferred = defaultdict[UUID, set[str]](set), defaultdict[UUID, set[str]](set)
    for each in PhotoNumber.objects.filter(rejection=""):
        numbers[each.photo_id].add(each.value)
        inferred[each.photo_id] |= {each.value} if each.is_inferred else set()
    photos = Photo.objects.values_list("pk", "tagging_task_id", "number_recognized")
    return {
        pk: Facts(frozenset(numbers[pk]), frozenset(inferred[pk]), task, is_sent)
        for pk, task, is_sent in photos
    }


def run_all_jobs() -> set[UUID]:
    """Run the jobs and judge what they plan; return the photos that were planned to be judged."""
    run_jobs()
    for job in AlbumRejudging.objects.all():
        with transaction.atomic():
            Rejudging().portion(job, timezone.now())
    planned = Photo.objects.filter(judge_on__isnull=False)
    judged = set(planned.values_list("pk", flat=True))
    for _ in range(ROUNDS):
        if not judge_due_photos(timezone.now()):
            return judged
    pytest.fail("judging again does not end")


def effects(before: dict[UUID, Facts], judged: set[UUID]) -> dict[UUID, Counter[str]]:
    """Return what the jobs did to the photos of each album, from the database."""
    counts: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
    taken = set(ProcessedPhoto.objects.values_list("photo", flat=True))
    present = Photo.objects.exclude(state=PhotoState.DELETED)
    became = {photo.pk: _became(photo) for photo in present if photo.pk in taken}
    process_new_tasks(taken)
    now, sent = facts_of_photos(), paths_by_photo()
    for photo in present:
        of_album, was, has = counts[photo.album_id], before[photo.pk], now[photo.pk]
        lost, gained = was.numbers - has.numbers, has.numbers - was.numbers
        is_other = "numbers_changed" if lost or gained else "unchanged"
        of_album[became.get(photo.pk, is_other)] += 1
        of_album["corrected"] += bool(photo.persons_corrected_on or photo.numbers_corrected_on)
        of_album["judged_again"] += photo.pk in judged
        of_album["tasks_cancelled"] += was.task_id is not None and has.task_id != was.task_id
        of_album["tasks_created"] += has.task_id not in (None, was.task_id)
        of_album["numbers_lost"] += len(lost)
        of_album["photos_losing"] += bool(lost)
        of_album["numbers_gained"] += len(gained)
        of_album["photos_gaining"] += bool(gained)
        of_album["inferred"] += len(gained & has.inferred)
        of_album["inferred no more"] += len(lost & was.inferred)
        is_to_be_sent = bool(gained or (lost and was.is_recognised))
        assert ("tags" in sent[str(photo.pk)]) >= is_to_be_sent
        assert ("cancel" in sent[str(photo.pk)]) >= (
            was.task_id is not None and has.task_id != was.task_id
        )
    return counts


def paths_by_photo() -> dict[str, set[str]]:
    """Return the ends of the addresses to which something about each photo is sent."""
    found = defaultdict[str, set[str]](set)
    for key, path in OutboxMessage.objects.values_list("key", "attributes__path"):
        if path:
            found[key.partition("/")[0]].add(path.rpartition("/")[2])
    return found


def _became(photo: Photo) -> str:
    numbers_due = photo.numbers_next_attempt_on is not None and not photo.callback_due_on
    numbers_due &= not why_off(photo.album)  # then it is not asked when it is due
    if numbers_due or (photo.faces_next_attempt_on and not photo.face_recognized):
        return "processed"
    if photo.state == PhotoState.PROCESSED:
        return "finished"
    return "waiting" if photo.tagging_task_id or photo.callback_due_on else "resting"


def process_new_tasks(taken: set[UUID]) -> None:
    """Process what the jobs made due where taggers read all photos."""
    others = Photo.objects.exclude(album__strategy=Strategy.MANUAL, pk__in=taken)
    others.update(faces_next_attempt_on=None, numbers_next_attempt_on=None)
    process_photos_in(seconds=1)


def test_the_counts_before_are_the_counts_after(settings, monkeypatch):
    settings.MERGE_PERSONS_BY_NUMBERS = False  # that is not foreseen
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"

    def refuse(*_: Any) -> None:
        raise FinalFailure("It is not asked.")

    monkeypatch.setattr(asking, "_ask_face_provider", refuse)
    random, seen = Random(20261123), Counter[str]()

    for _ in range(STATES // AT_ONCE):
        with transaction.atomic():  # rows that one transaction has changed often are slow to read
            seen.update(counted_before_and_after(random))
            transaction.set_rollback(True)

    assert all(seen[name] > 10 for name in (*COUNTED, "inferred", "inferred no more")), seen


def counted_before_and_after(random: Random) -> Counter[str]:
    """Change some albums, each as previewed, and return the counts of all."""
    now, space = timezone.now(), AccountSpaceFactory.create()
    albums = [any_album(random, space, now) for _ in range(AT_ONCE)]
    changes = [any_change(random, album, space, now) for album in albums]
    said, before = {}, facts_of_photos()
    analyse()

    for change in changes:
        any_job(random, change)
        said[change.album_id] = preview_change(change)
        make(change)
    judged = run_all_jobs()

    found, seen = effects(before, judged), Counter[str]()
    for change in changes:
        counts = {name: getattr(said[change.album_id], name) for name in COUNTED}
        assert counts == {name: found[change.album_id][name] for name in COUNTED}, change
    return sum(found.values(), seen)


SEEN = ("numbers_lost", "numbers_gained", "tasks_created", "tasks_cancelled", "judged_again")


def order_of(album: Album, instance_id: UUID | None) -> ChangeTenantCompetitorInstanceCommand:
    assert album.tenant
    return ChangeTenantCompetitorInstanceCommand(
        tenant_id=album.tenant.pk, competitor_instance_id=instance_id, now=timezone.now()
    )


def instance_of(sandbox: SandboxClient) -> Any:
    return CompetitorInstanceFactory(base_url=sandbox.url("competitor-service"))


def test_of_a_tenant_in_counts_that_are_those_after(sandbox: SandboxClient, settings: Any) -> None:
    settings.MERGE_PERSONS_BY_NUMBERS = False
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    random, space, instance = Random(20261129), AccountSpaceFactory.create(), instance_of(sandbox)
    orders = []
    for at in range(40):
        album = any_album(random, space, timezone.now())
        assert album.tenant
        sandbox.set_start_list(album.pk, [random.choice([*WORN.values()]), "55"])
        if at % 3 == 0:  # it has a service, and gets none
            Tenant.objects.filter(pk=album.tenant.pk).update(competitor_instance=instance)
        if albums_to_judge(album.tenant).exists():
            orders.append((album, order_of(album, None if at % 3 == 0 else instance.pk)))

    analyse()
    before = facts_of_photos()
    said = {album.pk: preview_competitor_instance(order) for album, order in orders}
    for _, order in orders:
        change_tenant_competitor_instance(order)
    found, seen = effects(before, run_all_jobs()), Counter[str]()

    for pk, preview in said.items():
        if preview.waiting:  # they are planned, and wait for a usable list
            found[pk]["judged_again"] = 0
        counts = {name: getattr(preview.counted, name) for name in COUNTED}
        assert counts == {name: found[pk][name] for name in COUNTED}
        seen.update(counts)
    assert all(seen[name] > 0 for name in SEEN), seen


def test_of_a_tenant_and_the_albums_whose_lists_are_not_known(sandbox: SandboxClient) -> None:
    album, instance = album_of(), instance_of(sandbox)
    read(album, tag("7"))
    sandbox.behave("competitor-service", failure_rate=1)

    said = preview_competitor_instance(order_of(album, instance.pk))

    assert (said.albums, said.counted.judged_again, said.counted.unchanged) == (1, 0, 1)
    assert list(said.waiting.values()) == [1]


def test_of_a_tenant_counts_nothing_by_a_list_that_is_too_old_to_be_used(sandbox):
    album = listed_album(sandbox, "7")
    photo = read(album, tag("7"), tag("8"))
    assert album.tenant
    instance_id = album.tenant.competitor_instance_id
    change_tenant_competitor_instance(order_of(album, None))
    judge_again()
    assert verdicts(photo) == {"7": "accepted", "8": "accepted"}
    sandbox.behave("competitor-service", failure_rate=1)

    later = timezone.now() + settings.START_LIST_FRESH_FOR + settings.START_LIST_STALE_FOR
    said = preview_competitor_instance(replace(order_of(album, instance_id), now=later))

    assert (said.counted.numbers_lost, said.counted.unchanged) == (0, 1)
    assert list(said.waiting.values()) == [1]


def test_of_a_tenant_and_how_many_older_albums_are_not_counted(sandbox, monkeypatch):
    album = album_of()
    for each in (album, album_of(tenant=album.tenant), album_of(tenant=album.tenant)):
        read(each, tag("7"))
        sandbox.set_start_list(each.pk, ["8"])
    monkeypatch.setattr(change_previews, "MOST_JUDGED", 2)

    said = preview_competitor_instance(order_of(album, instance_of(sandbox).pk))

    assert (said.albums, said.left_out, said.counted.numbers_lost) == (2, 1, 2)


def test_of_a_tenant_on_the_page_before_it_is_saved(admin_client, sandbox):
    album = listed_album(sandbox, "7")
    photo = read(album, tag("7"), tag("8"))
    assert album.tenant

    asked = save(admin_client, album.tenant, competitor_instance="").content.decode()
    kept = Tenant.objects.get()
    save(admin_client, kept, competitor_instance="", confirmed="yes")
    judge_again()

    assert "1 number of 1 photo is added at the photo service." in asked
    assert kept.competitor_instance is not None
    assert verdicts(photo) == {"7": "accepted", "8": "accepted"}


def test_of_a_tenant_but_not_asked_where_nothing_was_read(admin_client, sandbox):
    album = listed_album(sandbox, "7")
    PhotoFactory.create(album=album)
    assert album.tenant

    save(admin_client, album.tenant, competitor_instance="")

    assert Tenant.objects.get().competitor_instance is None
    assert Photo.objects.get().judge_on is None
