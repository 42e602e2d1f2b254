"""Blocking and unblocking a participant."""

import uuid
from typing import Any

import pytest

from foundation.records.refusals import VersionConflict
from programs.commands.participants import ChangeParticipantStateCommand, change_participant_state
from programs.models import ParticipantNotFound, ParticipantState
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def change(participant_id: uuid.UUID, state: ParticipantState, **more: Any) -> None:
    change_participant_state(
        ChangeParticipantStateCommand(participant_id=participant_id, state=state, **more)
    )


def test_blocks():
    participant = ParticipantFactory.create()

    change(participant.pk, ParticipantState.BLOCKED)

    participant.refresh_from_db()
    assert participant.state == ParticipantState.BLOCKED
    assert participant.version == 2


def test_changes_nothing_of_one_who_is_blocked():
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    change(participant.pk, ParticipantState.BLOCKED)

    participant.refresh_from_db()
    assert participant.version == 1


def test_is_taken_back():
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    change(participant.pk, ParticipantState.ACTIVE)

    participant.refresh_from_db()
    assert participant.state == ParticipantState.ACTIVE


def test_refuses_an_unknown_participant():
    with pytest.raises(ParticipantNotFound):
        change(uuid.uuid4(), ParticipantState.BLOCKED)


def test_refuses_one_who_changed_since():
    participant = ParticipantFactory.create(version=3)

    with pytest.raises(VersionConflict):
        change(participant.pk, ParticipantState.BLOCKED, expected_version=2)

    participant.refresh_from_db()
    assert participant.state == ParticipantState.ACTIVE
