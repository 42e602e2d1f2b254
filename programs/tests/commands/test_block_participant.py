"""Blocking and unblocking a participant."""

import uuid

import pytest

from programs.commands.participants import (
    BlockParticipantCommand,
    UnblockParticipantCommand,
    block_participant,
    unblock_participant,
)
from programs.models import ParticipantNotFound, ParticipantState
from programs.tests.factories import ParticipantFactory
from records.refusals import VersionConflict

pytestmark = pytest.mark.django_db


def test_blocks():
    participant = ParticipantFactory.create()

    block_participant(BlockParticipantCommand(participant_id=participant.pk))

    participant.refresh_from_db()
    assert participant.state == ParticipantState.BLOCKED
    assert participant.version == 2


def test_changes_nothing_of_one_who_is_blocked():
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    block_participant(BlockParticipantCommand(participant_id=participant.pk))

    participant.refresh_from_db()
    assert participant.version == 1


def test_is_taken_back():
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    unblock_participant(UnblockParticipantCommand(participant_id=participant.pk))

    participant.refresh_from_db()
    assert participant.state == ParticipantState.ACTIVE


def test_refuses_an_unknown_participant():
    with pytest.raises(ParticipantNotFound):
        block_participant(BlockParticipantCommand(participant_id=uuid.uuid4()))


def test_refuses_one_who_changed_since():
    participant = ParticipantFactory.create(version=3)

    with pytest.raises(VersionConflict):
        block_participant(
            BlockParticipantCommand(participant_id=participant.pk, expected_version=2)
        )

    participant.refresh_from_db()
    assert participant.state == ParticipantState.ACTIVE
