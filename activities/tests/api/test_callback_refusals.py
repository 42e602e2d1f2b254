"""What the callback host refuses…"""

import uuid

import pytest

from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory
from activities.tests.play.sport_callbacks import ROLE, address, body, post
from programs.models import ParticipantState
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def test_refuses_an_unknown_participant(caller: Caller):
    answer = post(caller(ROLE), body(uuid.uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (404, "participant-not-found")


def test_refuses_a_blocked_participant(caller: Caller):
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    answer = post(caller(ROLE), body(participant.pk))

    assert (answer.status_code, answer.json()["code"]) == (403, "participant-blocked")


def test_refuses_an_activity_of_another_participant(caller: Caller):
    activity = ActivityFactory.create()
    payload = body(ParticipantFactory.create().pk, activityId=str(activity.pk))

    answer = post(caller(ROLE), payload)

    assert (answer.status_code, answer.json()["code"]) == (409, "activity-of-another-participant")


def test_refuses_an_activity_of_another_type(caller: Caller):
    activity = ActivityFactory.create()
    payload = body(activity.participant_id, activityId=str(activity.pk))

    answer = post(caller(ROLE), payload, address("sporadic", "accepted"))

    assert (answer.status_code, answer.json()["code"]) == (409, "activity-of-another-type")
