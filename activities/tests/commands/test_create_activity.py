"""Creating an activity."""

import uuid
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from activities.commands.receiving import (
    ActivityHasOtherData,
    ActivityOfAnotherParticipant,
    ActivityOfAnotherType,
    CreateActivityCommand,
    ParticipantBlocked,
    create_activity,
)
from activities.models import Activity
from activities.tests.calls.outbox import published
from activities.tests.factories import sport_data
from activities.types import InvalidOperation
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.refusals import Refusal
from programs.models import ParticipantNotFound, ParticipantState
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def creation(participant_id: uuid.UUID, **changes: Any) -> CreateActivityCommand:
    return CreateActivityCommand(
        now=timezone.now(),
        **{
            "activity_id": uuid.uuid4(),
            "participant_id": participant_id,
            "activity_data": sport_data(),
            "activity_type": "SportActivity",
            **changes,
        },
    )


def test_keeps_what_it_was_given():
    participant = ParticipantFactory.create()
    command = creation(participant.pk, activity_data=sport_data(own_Key="as it came"))

    create_activity(command)

    activity = Activity.objects.get(pk=command.activity_id)
    assert activity.participant == participant
    assert activity.marketing_program == participant.program
    assert (activity.type, activity.state) == ("SportActivity", "Created")
    assert activity.data == sport_data(own_Key="as it came")
    assert activity.reward is None


def test_publishes_its_event():
    participant = ParticipantFactory.create()

    activity = create_activity(creation(participant.pk))

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


def test_is_in_the_history():
    activity = create_activity(creation(ParticipantFactory.create().pk, source="callback"))

    row = activity.history.get()
    assert (row.change, row.source) == ("Created", "callback")
    assert row.details == {"data": sport_data()}
    assert row.occurred_on == activity.created_on


def test_is_success_when_repeated():
    command = creation(ParticipantFactory.create().pk)

    first, second = create_activity(command), create_activity(command)

    assert first == second
    assert published() == ["activities.activity-created"]


def test_is_success_when_repeated_for_a_participant_who_is_blocked_by_now():
    participant = ParticipantFactory.create()
    create_activity(command := creation(participant.pk))
    participant.store(state=ParticipantState.BLOCKED)

    assert create_activity(command).pk == command.activity_id


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


def test_refuses_invalid_data_before_it_looks_for_the_participant():
    with pytest.raises(InvalidOperation):
        create_activity(creation(uuid.uuid4(), activity_data=sport_data(Distance="0")))


def test_refuses_a_type_that_is_not_accepted():
    with pytest.raises(InvalidOperation, match="no activity type 'TeaActivity'"):
        create_activity(creation(uuid.uuid4(), activity_type="TeaActivity"))


def test_refuses_an_unknown_participant():
    with pytest.raises(ParticipantNotFound):
        create_activity(creation(uuid.uuid4()))

    assert not Activity.objects.exists()


def test_refuses_a_blocked_participant():
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    with pytest.raises(ParticipantBlocked):
        create_activity(creation(participant.pk))

    assert not Activity.objects.exists()
    assert not OutboxMessage.objects.exists()


def test_takes_nine_statements_two_of_them_the_savepoint(django_assert_num_queries: Any):
    participant = ParticipantFactory.create()

    # Known activity, participant, insert in a savepoint (3), history, messages; and two of the
    # command's own savepoint, because the test itself runs in a transaction.
    with django_assert_num_queries(9):
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
