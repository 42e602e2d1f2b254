"""The queue of a task manager…"""

from datetime import timedelta
from uuid import UUID

import pytest
from pytest_django import Settings

from activities.models import Activity
from activities.receiving.commands import (
    TASK_MANAGER_APPLIED,
    create_activity,
    on_task_manager_applied,
)
from activities.records.changes import TASK_MANAGER_QUEUES
from activities.settling.applying import SkipActivityCommand, skip_activity
from activities.tests.calls.outbox import event_of
from activities.tests.calls.rewarded import creation
from activities.tests.factories import data_of
from activities.types import KINDS
from foundation.messaging.bus import broker
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.consumers import empty_queues, take_all
from foundation.messaging.tests.play.rows import let_pass
from programs.participants.models import Participant
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory

pytestmark = pytest.mark.django_db(transaction=True)

CREATED, APPLIED = "activities.activity-created", "activities.activity-applied"
TYPES = sorted(KINDS)
# Their tasks need no criteria. Activities of the other types are skipped.
APPLIED_TYPES = {"SportActivity", "InviteActivity", "RegistrationActivity", "UploadImageActivity"}


@pytest.fixture(autouse=True)
def _empty_bus() -> None:
    broker.close_publisher()
    empty_queues()


def create(participant: Participant, activity_type: str) -> Activity:
    given = {"activity_type": activity_type, "activity_data": data_of(activity_type)}
    return create_activity(creation(participant.pk, **given))


def apply(activity: Activity) -> None:
    """Apply an activity as a task manager does, by an event."""
    task = ParticipantExerciseTaskFactory.create(
        participant=activity.participant, activity_type=activity.type
    )
    ids = {"activityId": str(activity.pk), "participantExerciseTaskId": str(task.pk)}
    on_task_manager_applied(event_of(TASK_MANAGER_APPLIED, ids, activity.pk))


def published() -> list[Activity]:
    """Create an activity of each type, then apply or skip each, and publish what happened."""
    participant = ParticipantFactory.create(program__is_new_scheme=False)
    activities = [create(participant, name) for name in TYPES]
    for activity in activities:
        if activity.type in APPLIED_TYPES:
            apply(activity)
        else:
            skip_activity(SkipActivityCommand(activity_id=activity.pk))
    drain("bus")
    return activities


def taken(name: str) -> list[tuple[str, UUID]]:
    return [(event.type, UUID(event.subject)) for event in take_all(f"task-manager.{name}")]


@pytest.mark.parametrize("name", ["geo-activities", "quizzes"])
def test_holds_each_creation_and_then_the_application(name: str):
    activities = published()

    events = taken(name)

    applied = [(APPLIED, a.pk) for a in activities if a.type in APPLIED_TYPES]
    assert sorted(events) == sorted([*((CREATED, a.pk) for a in activities), *applied])
    assert all(events.index((CREATED, pk)) < events.index((APPLIED, pk)) for _, pk in applied)


def test_holds_uploaded_images_alone_with_the_event_id_that_others_get():
    (image,) = (activity for activity in published() if activity.type == "UploadImageActivity")

    (event,) = take_all("task-manager.image-uploads")

    assert (event.type, event.subject) == (CREATED, str(image.pk))
    assert event in take_all("task-manager.invites")


@pytest.mark.parametrize("name", ["geo-activities", "quizzes"])
def test_holds_an_activity_in_its_order_after_a_bus_that_was_down(name: str, settings: Settings):
    url = settings.EVENT_BUS_URL
    activity = create(ParticipantFactory.create(program__is_new_scheme=False), "SportActivity")
    apply(activity)
    settings.EVENT_BUS_URL = "amqp://guest:guest@127.0.0.1:9//"
    broker.close_publisher()
    drain("bus")
    settings.EVENT_BUS_URL = url

    let_pass(timedelta(minutes=1))
    drain("bus")

    assert taken(name) == [(CREATED, activity.pk), (APPLIED, activity.pk)]


def test_is_declared_with_what_its_manager_receives():
    declared = {queue.name: tuple(queue.topics) for queue in broker.declare_all()}

    assert declared.items() >= TASK_MANAGER_QUEUES.items()
