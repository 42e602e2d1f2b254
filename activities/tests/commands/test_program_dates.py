"""The dates of a program, for activities that happened outside them…"""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from activities.models import Activity
from activities.receiving.commands import (
    CreateActivityCommand,
    UpdateActivityDataCommand,
    create_activity,
    update_activity_data,
)
from activities.tests.factories import sport_data
from activities.types.kind import InvalidOperation
from programs.models import Participant
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db

MAY, JUNE, LATER = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 11))


def participant(*, refuses: bool = True, **dates: Any) -> Participant:
    given = {"starts_on": MAY, "ends_on": JUNE, **dates}
    program = {f"program__{name}": value for name, value in given.items()}
    made: Participant = ParticipantFactory.create(program__refuses_outside_dates=refuses, **program)
    return made


def run_on(day: str) -> dict[str, str]:
    return sport_data(StartDate=f"{day}T06:00:00Z", FinishDate=f"{day}T07:00:00Z")


def create(who: Participant, **changes: Any) -> Activity:
    given = {"activity_data": run_on("2026-05-17"), "activity_type": "SportActivity", **changes}
    return create_activity(
        CreateActivityCommand(
            **{"activity_id": uuid4(), "participant_id": who.pk, "now": LATER, **given}
        )
    )


@pytest.mark.parametrize(
    ("day", "says"),
    [
        ("2026-04-30", "The program starts on 2026-05-01 00:00:00 UTC."),
        ("2026-06-02", "The program ended on 2026-06-01 00:00:00 UTC."),
    ],
)
def test_refuse_them_where_the_program_wants_it(day: str, says: str):
    with pytest.raises(InvalidOperation) as refusal:
        create(participant(), activity_data=run_on(day))

    assert refusal.value.detail == says
    assert not Activity.objects.exists()


def test_leave_what_was_stored_but_not_its_move_to_another_day():
    who = participant(refuses=False)
    run = create(who, activity_data=run_on("2026-09-01"))
    who.program.store(refuses_outside_dates=True)

    def update(data: dict[str, str]) -> Activity:
        command = UpdateActivityDataCommand(
            activity_id=run.pk, activity_data=data, activity_type="SportActivity"
        )
        return update_activity_data(command)

    assert update({**run_on("2026-09-01"), "Distance": "9"}).data["Distance"] == "9"
    with pytest.raises(InvalidOperation):
        update(run_on("2026-09-02"))
