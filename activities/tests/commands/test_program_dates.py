"""The dates of a program, for activities that happened outside them…"""

from datetime import UTC, datetime
from typing import Any

import pytest

from activities.models import Activity
from activities.receiving.commands import create_activity
from activities.tests.calls.came import creation, updated
from activities.tests.factories import sport_data
from activities.types.kind import InvalidOperation
from programs.participants.models import Participant
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
    given = {"activity_data": run_on("2026-05-17"), "now": LATER, **changes}
    return create_activity(creation(who.pk, **given))


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
    run, same = create(who, activity_data=run_on("2026-09-01")), run_on("2026-09-01")
    who.program.store(refuses_outside_dates=True)

    assert updated(run.pk, activity_data={**same, "Distance": "9"}).data["Distance"] == "9"
    with pytest.raises(InvalidOperation):
        updated(run.pk, activity_data=run_on("2026-09-02"))
