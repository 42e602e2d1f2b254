"""Skipping an activity…"""

from functools import partial

import pytest

from activities.models import Activity, ActivityHistory, ActivityState
from activities.settling.applying import SkipActivityCommand, skip_activity
from activities.tests.calls.came import applied
from activities.tests.calls.outbox import posted
from activities.tests.factories import ActivityFactory
from activities.types import InvalidOperation
from foundation.messaging.tests.play.racing import race
from programs.tests.factories import ParticipantExerciseTaskFactory

pytestmark = pytest.mark.django_db


def skip(activity: Activity) -> Activity:
    return skip_activity(
        SkipActivityCommand(activity_id=activity.pk, reason="No task suits.", source="handler")
    )


def test_sets_the_state_once_with_its_event_and_its_reason_in_the_history():
    activity = ActivityFactory.create()

    assert [skip(activity).version for _ in range(2)] == [2, 2]

    activity.refresh_from_db()
    row = ActivityHistory.objects.get()
    assert activity.state == ActivityState.SKIPPED
    assert posted() == ["activities.activity-skipped"]
    assert (row.change, row.source) == ("Skipped", "handler")
    assert row.details == {"reason": "No task suits."}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_skipped_first", [True, False])
def test_races_an_application_and_the_first_wins(is_skipped_first: bool):
    activity = ActivityFactory.create()
    ParticipantExerciseTaskFactory.create(participant=activity.participant)
    works = [partial(skip, activity), partial(applied, activity)]

    second = race(*(works if is_skipped_first else reversed(works)))

    activity.refresh_from_db()
    assert isinstance(second, InvalidOperation)
    assert activity.state == ("Skipped" if is_skipped_first else "Applied")
