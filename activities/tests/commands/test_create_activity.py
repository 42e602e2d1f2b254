"""Creating an activity."""

import uuid
from functools import partial
from typing import Any

import pytest

from activities.models import Activity
from activities.receiving.commands import (
    ActivityHasOtherData,
    ActivityOfAnotherParticipant,
    ActivityOfAnotherType,
    CreateActivityCommand,
    ParticipantBlocked,
    create_activity,
)
from activities.tests.calls.came import creation
from activities.tests.calls.outbox import posted, published
from activities.tests.factories import sport_data
from activities.types import InvalidOperation
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.refusals import Refusal
from programs.models import ParticipantNotFound, ParticipantState
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def test_keeps_what_it_was_given_publishes_its_event_and_begins_the_history():
    participant = ParticipantFactory.create()
    data = sport_data(own_Key="as it came")

    made = create_activity(creation(participant.pk, activity_data=data, source="callback"))

    activity = Activity.objects.get(pk=made.pk)
    assert (activity.participant, activity.marketing_program) == (participant, participant.program)
    assert (activity.type, activity.state, activity.reward) == ("SportActivity", "Created", None)
    assert activity.data == data
    assert posted() == ["activities.activity-created", "activities.reward_and_apply"]
    message = OutboxMessage.objects.get(destination="activities.activity-created")
    assert message.key == message.attributes["subject"] == str(activity.pk)
    assert message.body == {
        "activityId": str(activity.pk),
        "participantId": str(participant.pk),
        "marketingProgramId": str(participant.program_id),
        "type": "SportActivity",
        "participantExerciseTaskId": None,
        "reward": None,
        "occurredOn": activity.created_on.isoformat().replace("+00:00", "Z"),
    }
    row = activity.history.get()
    assert (row.change, row.source, row.details) == ("Created", "callback", {"data": data})
    assert row.occurred_on == activity.created_on


def test_is_success_when_repeated_also_for_a_participant_who_is_blocked_by_now():
    participant = ParticipantFactory.create()
    command = creation(participant.pk)
    first, second = create_activity(command), create_activity(command)
    participant.store(state=ParticipantState.BLOCKED)

    assert first == second == create_activity(command)
    assert published() == ["activities.activity-created"]


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"participant_id": uuid.uuid4()}, ActivityOfAnotherParticipant),
        ({"activity_type": "SporadicActivity"}, ActivityOfAnotherType),
        ({"activity_data": sport_data(Distance="11")}, ActivityHasOtherData),
        # The activity is looked for before its data are checked.
        ({"activity_data": {}}, ActivityHasOtherData),
    ],
)
def test_refuses_a_known_id_with_anything_else(change: dict[str, Any], refusal: type[Refusal]):
    participant = ParticipantFactory.create()
    first = create_activity(creation(participant.pk))

    with pytest.raises(refusal):
        create_activity(
            creation(**{"participant_id": participant.pk, "activity_id": first.pk, **change})
        )

    assert Activity.objects.get().data == sport_data()
    assert published() == ["activities.activity-created"]


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        # The data are checked before the participant is looked for.
        ({"participant_id": uuid.uuid4(), "activity_data": {}}, InvalidOperation),
        ({"activity_type": "TeaActivity"}, InvalidOperation),
        ({"participant_id": uuid.uuid4()}, ParticipantNotFound),
        ({}, ParticipantBlocked),
    ],
    ids=["data", "type", "participant", "blocked"],
)
def test_is_refused_and_leaves_nothing(changes: dict[str, Any], refusal: type[Refusal]):
    blocked = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    with pytest.raises(refusal):
        create_activity(creation(**{"participant_id": blocked.pk, **changes}))

    assert not Activity.objects.exists()
    assert not OutboxMessage.objects.exists()


def test_takes_seven_statements_two_of_them_the_savepoint(django_assert_num_queries: Any):
    participant = ParticipantFactory.create()

    # Known activity, participant, insert, history, messages; and two of the
    # command's own savepoint, because the test itself runs in a transaction.
    with django_assert_num_queries(7):
        create_activity(creation(participant.pk))


def outcomes_of(commands: list[CreateActivityCommand]) -> list[str]:
    def run(command: CreateActivityCommand) -> str:
        try:
            create_activity(command)
        except Refusal as refusal:
            return refusal.code
        return "success"

    return sorted(at_once(*(partial(run, command) for command in commands)))


@pytest.mark.django_db(transaction=True)
def test_is_success_for_all_who_race_with_the_same():
    command = creation(ParticipantFactory.create().pk)

    outcomes = outcomes_of([command] * 6)

    assert outcomes == ["success"] * 6
    assert published() == ["activities.activity-created"]


@pytest.mark.django_db(transaction=True)
def test_is_success_for_one_of_those_who_race_with_different_data():
    participant = ParticipantFactory.create()
    commands = [
        creation(participant.pk, activity_id=uuid.UUID(int=1), activity_data=sport_data(Pulse=n))
        for n in "1234"
    ]

    outcomes = outcomes_of(commands)

    assert outcomes == ["activity-has-other-data"] * 3 + ["success"]
    assert Activity.objects.count() == len(published()) == 1
