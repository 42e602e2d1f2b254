"""Creating an activity."""

import uuid
from functools import partial
from typing import Any

import pytest

from activities.models import Activity
from activities.receiving.commands import CreateActivityCommand, ParticipantBlocked, create_activity
from activities.tests.calls.came import creation
from activities.tests.calls.outbox import published
from activities.tests.factories import sport_data
from activities.types import InvalidOperation
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.refusals import Refusal
from programs.models import ParticipantNotFound, ParticipantState
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


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
