"""What comes after an import finds the records as if they had always been here."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from activities.models import Activity
from activities.receiving.commands import CreateActivityCommand, create_activity
from config.tests.moving.former import (
    ALBUM,
    ON,
    OTHER_ALBUM,
    PARTICIPANT,
    PHOTO,
    PROGRAM,
    SPORT,
    TAGATOR,
    G,
    good,
    write,
)
from config.tests.moving.system import import_all, settle_all
from recognition.jobs.models import JobMode
from recognition.jobs.selecting import next_photo_ids, unattended_albums
from recognition.models import Album, Callback, Photo, PhotoState
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.storing import StoreCallbackCommand, store_callback
from rewards.models import LimitPeriod, LimitScope, LimitUnit, RewardLimitCounter
from tagging.statistics.queries import TimesheetPeriod, get_statistic

pytestmark = pytest.mark.django_db

PAYLOAD = {"name": PHOTO, "persons": [], "tags": [{"id": "1", "value": "99", "name": PHOTO}]}


def test_a_repeated_old_callback_changes_nothing(tmp_path: Path) -> None:
    request = {"requestId": G(60), "photoId": PHOTO, "type": "NUMBER", "createdOn": ON}
    callback = {"requestId": G(60), "payload": PAYLOAD, "receivedOn": ON, "settledOn": ON}
    rows = {**good(), "number-requests": [request], "callbacks": [callback]}
    import_all(write(tmp_path, rows))
    before = Photo.objects.get(pk=PHOTO).version

    store_callback(
        StoreCallbackCommand(request_id=UUID(G(60)), payload=PAYLOAD, now=timezone.now())
    )

    assert Callback.objects.count() == 1
    photo = Photo.objects.get(pk=PHOTO)
    assert photo.version == before
    assert sorted(photo.numbers.values_list("value", flat=True)) == ["12", "7"]


def test_a_late_deletion_deletes(tmp_path: Path) -> None:
    import_all(write(tmp_path, good()))

    delete_photo(DeletePhotoCommand(photo_id=UUID(PHOTO), album_id=UUID(ALBUM)))

    assert Photo.objects.get(pk=PHOTO).state == PhotoState.DELETED


def test_only_what_is_not_recognised_is_processed_again(tmp_path: Path) -> None:
    import_all(write(tmp_path, good()))
    now = timezone.now()

    found = [
        next_photo_ids(Album.objects.with_settings().get(pk=pk), JobMode.AGAIN, None, now, 10)
        for pk in (ALBUM, OTHER_ALBUM)
    ]

    assert found == [[], [UUID(G(30))]]
    assert not unattended_albums(now).exists()


def test_timesheets_are_those_of_the_history(tmp_path: Path) -> None:
    rows = good()
    months = ["2026-03-17T09:30:00Z", "2026-04-17T09:30:00Z", ON]
    rows["works-and-tasks"][0]["history"] = [
        {"change": "Completed", "occurredOn": month, "tagatorId": TAGATOR, "numbers": 2,
         "activeSeconds": "12.5", "amount": "0.2"}
        for month in months
    ]  # fmt: skip
    import_all(write(tmp_path, rows))

    period = TimesheetPeriod(
        begin=datetime(2026, 3, 1, tzinfo=UTC), end=datetime(2026, 6, 1, tzinfo=UTC)
    )
    done = get_statistic(UUID(TAGATOR), period)

    assert (done.tasks_completed, done.numbers_added) == (3, 6)
    assert (done.active_seconds, done.amount) == (Decimal("37.5"), Decimal("0.6"))


def test_limits_count_what_was_imported(tmp_path: Path) -> None:
    rows = good()
    skipped: dict[str, Any] = {
        "activityId": G(63), "participantId": PARTICIPANT, "type": "SportActivity",
        "state": "Skipped", "data": SPORT, "createdOn": ON,
    }  # fmt: skip
    rows["activities"].append(skipped)
    rows["limits"] = [
        {"limitId": G(61), "marketingProgramId": PROGRAM, "scope": LimitScope.PARTICIPANT.value,
         "period": LimitPeriod.PROGRAM.value, "unit": LimitUnit.POINTS.value, "most": 30}
    ]  # fmt: skip
    import_all(write(tmp_path, rows))

    create_activity(
        CreateActivityCommand(
            activity_id=UUID(G(62)),
            participant_id=UUID(PARTICIPANT),
            activity_type="SportActivity",
            activity_data=SPORT,
            source="callback",
            now=timezone.now(),
        )
    )
    settle_all()

    assert Activity.objects.get(pk=G(62)).reward == 9  # 21 of 30 points were used

    skipped["reward"] = 4
    import_all(write(tmp_path, rows), is_update=True)

    assert RewardLimitCounter.objects.get().used == 34
