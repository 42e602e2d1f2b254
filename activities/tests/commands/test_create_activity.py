"""Creating an activity, also outside the dates of its program…"""

import uuid
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity
from activities.receiving.commands import (
    ActivityOfAnotherParticipant,
    ActivityOfAnotherType,
    CreateActivityCommand,
    ParticipantBlocked,
    create_activity,
)
from activities.settling.applying import settle_activity
from activities.tests.calls.outbox import posted, published
from activities.tests.calls.rewarded import applied, creation, updated
from activities.tests.factories import ActivityFactory, sport_data
from activities.types.kind import InvalidOperation
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once, or_code, race
from foundation.records.refusals import Refusal
from programs.participants.models import Participant, ParticipantNotFound, ParticipantState
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory

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


def test_of_another_participant_is_refused():
    known = create_activity(creation(ParticipantFactory.create().pk))

    with pytest.raises(ActivityOfAnotherParticipant):
        create_activity(creation(ParticipantFactory.create().pk, activity_id=known.pk))


def test_takes_seven_statements_two_of_them_the_savepoint(django_assert_num_queries: Any):
    participant = ParticipantFactory.create()

    # Known activity, participant, insert, history, messages; and two of the
    # command's own savepoint, because the test itself runs in a transaction.
    with django_assert_num_queries(7):
        create_activity(creation(participant.pk))


def outcomes_of(commands: list[CreateActivityCommand]) -> list[str]:
    ends = at_once(*(or_code(partial(create_activity, command)) for command in commands))
    return sorted(each if isinstance(each, str) else "success" for each in ends)


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


def test_refuses_another_type():
    activity = ActivityFactory.create()

    with pytest.raises(ActivityOfAnotherType):
        updated(activity.pk, activity_type="SporadicActivity")
    with pytest.raises(ActivityOfAnotherType):
        create_activity(creation(activity.participant_id, activity_id=activity.pk,
                                 activity_type="SporadicActivity"))  # fmt: skip

    assert not OutboxMessage.objects.exists()


def test_takes_six_statements_two_of_them_the_savepoint(django_assert_num_queries: Any):
    activity = ActivityFactory.create()

    # Four, and two of a savepoint, because the test itself runs in a transaction.
    with django_assert_num_queries(6):
        updated(activity.pk)


@pytest.mark.django_db(transaction=True)
def test_happens_once_when_the_same_updates_race():
    activity = ActivityFactory.create()

    at_once(*[partial(updated, activity.pk)] * 5)

    assert Activity.objects.get().version == 2
    assert published() == ["activities.activity-data-updated"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_applied_first", [True, False])
def test_races_an_application_and_both_happen(is_applied_first: bool):
    activity = ActivityFactory.create()
    task = ParticipantExerciseTaskFactory.create(participant=activity.participant)
    works = [partial(applied, activity), partial(updated, activity.pk)]

    race(*(works if is_applied_first else reversed(works)))

    activity.refresh_from_db()
    assert (activity.state, activity.participant_exercise_task) == ("Applied", task)
    assert activity.data == sport_data(Distance="12")
    assert posted().count("activities.reward_and_apply") == (0 if is_applied_first else 1)


@pytest.mark.django_db(transaction=True)
def test_come_after_the_search_that_they_raced_with():
    activity = ActivityFactory.create()
    task = ParticipantExerciseTaskFactory.create(
        participant=activity.participant, criteria={"minDistance": "12"}
    )
    settle = partial(settle_activity, activity.pk, "", timezone.now())

    race(partial(updated, activity.pk), settle)

    activity.refresh_from_db()
    assert activity.participant_exercise_task == task


MAY, JUNE, LATER = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 11))


def participant(*, refuses: bool = True, **dates: Any) -> Participant:
    given = {"starts_on": MAY, "ends_on": JUNE, **dates}
    program = {f"program__{name}": value for name, value in given.items()}
    made: Participant = ParticipantFactory.create(program__refuses_outside_dates=refuses, **program)
    return made


def run_on(day: str) -> dict[str, str]:
    return sport_data(StartDate=f"{day}T06:00:00Z", FinishDate=f"{day}T07:00:00Z")


def create(who: Participant, **changes: Any) -> Activity:
    given = {"activity_data": run_on("2026-05-17"), "now": LATER, **changes}
    return create_activity(creation(who.pk, **given))


@pytest.mark.parametrize(
    ("day", "says"),
    [
        ("2026-04-30", "The program starts on 2026-05-01 00:00:00 UTC."),
        ("2026-06-02", "The program ended on 2026-06-01 00:00:00 UTC."),
    ],
)
def test_outside_the_dates_is_refused_where_the_program_wants_it(day: str, says: str):
    with pytest.raises(InvalidOperation) as refusal:
        create(participant(), activity_data=run_on(day))

    assert refusal.value.detail == says
    assert not Activity.objects.exists()


def test_outside_the_dates_leaves_what_was_stored_but_not_its_move_to_another_day():
    who = participant(refuses=False)
    run, same = create(who, activity_data=run_on("2026-09-01")), run_on("2026-09-01")
    who.program.store(refuses_outside_dates=True)

    assert updated(run.pk, activity_data={**same, "Distance": "9"}).data["Distance"] == "9"
    with pytest.raises(InvalidOperation):
        updated(run.pk, activity_data=run_on("2026-09-02"))
