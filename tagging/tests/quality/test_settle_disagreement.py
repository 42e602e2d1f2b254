"""Settling a disagreement…"""

from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
from recognition.models import Photo, PhotoState
from recognition.processing.correcting import PhotoDeleted
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.reported import PhotoNotWaiting
from tagging.models import Comparison, TaggingTaskState
from tagging.quality.commands import (
    DisagreementNotFound,
    DisagreementSettled,
    NoDisagreement,
    ReopenDisagreementCommand,
    SettleDisagreementCommand,
    reopen_disagreement,
    settle_disagreement,
)
from tagging.quality.queries import get_tagator_quality, list_open_disagreements
from tagging.tests.calls.tasks import results_sent
from tagging.tests.quality.checks import (
    CUSTOM,
    disagreement,
    first_reading,
    in_hand,
    read_again,
    second_reading,
)
from tagging.works.commands import ReopenTaskCommand, reopen_task

pytestmark = pytest.mark.django_db


def settle(task_id: UUID, *numbers: str, custom_tags: Sequence[str] = ()) -> Comparison:
    return settle_disagreement(
        SettleDisagreementCommand(
            task_id=task_id,
            numbers=numbers,
            custom_tags=custom_tags,
            by=Actor("meg"),
            now=timezone.now(),
        )
    )


def assert_open(comparison: Comparison, sent: int = 1) -> None:
    comparison.refresh_from_db()
    assert (comparison.settled_on, comparison.settled_numbers) == (None, None)
    assert len(results_sent()) == sent


def test_sends_the_right_numbers_once_with_the_next_version_and_takes_it_off_the_list():
    found = disagreement()
    assert list(list_open_disagreements()) == [found]

    settled, again = (settle(found.pk, "012", "13", custom_tags=[CUSTOM]) for _ in range(2))
    with pytest.raises(DisagreementSettled):
        settle(found.pk, "12")

    first, last = results_sent()
    assert last["version"] > first["version"]
    assert [tag["value"] for tag in last["tags"]] == ["12", "13"]
    assert last["customTags"] == [CUSTOM]
    photo = Photo.objects.get(pk=found.task.photo_id)
    assert (photo.state, photo.custom_tags) == (PhotoState.PROCESSED, [CUSTOM])
    assert (settled.settled_by, settled.settled_numbers) == ("meg", ["12", "13"])
    assert again.settled_on == settled.settled_on is not None
    assert not list_open_disagreements().exists()


def reopen(task_id: UUID) -> Comparison:
    return reopen_disagreement(ReopenDisagreementCommand(task_id=task_id, by=Actor("meg")))


def test_can_be_taken_back_and_decided_otherwise_and_the_quality_follows():
    found = disagreement()
    right, wrong = found.first_tagator_id, found.second_tagator_id
    assert wrong is not None
    settle(found.pk, "13")
    assert get_tagator_quality(wrong, None, None).settled_right == 1

    reopen(found.pk)
    reopen(found.pk)

    found.refresh_from_db()
    assert list(list_open_disagreements()) == [found]
    assert (found.settled_on, found.settled_by, found.settled_numbers) == (None, "", None)
    assert get_tagator_quality(wrong, None, None).settled_right == 0
    assert len(results_sent()) == 2
    settle(found.pk, "12")
    assert get_tagator_quality(right, None, None).settled_right == 1
    assert [tag["value"] for tag in results_sent()[-1]["tags"]] == ["12"]
    actions = AuditEntry.objects.filter(action__contains="disagreement").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "Settled a disagreement", "Reopened a disagreement", "Settled a disagreement"
    ]  # fmt: skip


def test_of_an_unknown_task_is_refused():
    with pytest.raises(DisagreementNotFound):
        settle(uuid4(), "12")


def test_where_the_readings_agree_or_one_is_to_come_is_refused():
    task = first_reading("12")

    with pytest.raises(NoDisagreement):
        settle(task.pk, "12")
    second_reading(task, "12")
    with pytest.raises(NoDisagreement):
        settle(task.pk, "12")

    assert_open(Comparison.objects.get())


def test_of_a_deleted_photo_is_refused_and_not_listed():
    found = disagreement()
    photo = found.task.photo
    delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))
    sent = len(results_sent())

    with pytest.raises(PhotoDeleted):
        settle(found.pk, "12")

    assert_open(found, sent)
    assert not list_open_disagreements().exists()


def test_leaves_no_reading_to_reopen():
    found = disagreement()
    settle(found.pk, "13")

    with pytest.raises(PhotoNotWaiting):
        reopen_task(ReopenTaskCommand(**in_hand(found.task)))

    found.task.refresh_from_db()
    assert found.task.state == TaggingTaskState.COMPLETED


@pytest.mark.django_db(transaction=True)
def test_twice_at_once_decides_once():
    found = disagreement()

    def settled(number: str) -> Comparison | Refusal:
        try:
            return settle(found.pk, number)
        except DisagreementSettled as refusal:
            return refusal

    outcomes = at_once(lambda: settled("12"), lambda: settled("13"))

    found.refresh_from_db()
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [
        "Comparison",
        "DisagreementSettled",
    ]
    assert [tag["value"] for tag in results_sent()[-1]["tags"]] == found.settled_numbers
    assert len(results_sent()) == 2


@pytest.mark.django_db(transaction=True)
def test_is_refused_where_the_readings_come_to_agree_at_that_moment():
    found = disagreement()

    refused = race(lambda: read_again(found.task, "13"), lambda: settle(found.pk, "12"))

    assert isinstance(refused, NoDisagreement)
    assert_open(found, sent=2)
