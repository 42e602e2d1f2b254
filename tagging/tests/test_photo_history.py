"""A photo's history tells of its tagging tasks."""

import pytest
from django.utils import timezone

from recognition.queries.photos.history.entries import explain_photo
from tagging.commands.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task
from tagging.tests.factories import waiting_photo

pytestmark = pytest.mark.django_db


def test_tells_of_every_change_with_actor_and_reason():
    photo = waiting_photo()
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(
            photo_id=photo.pk, reason="blurred", now=timezone.now(), actor="meg"
        )
    )

    told = [entry for entry in explain_photo(photo.pk).entries if "Task" in entry.kind]

    assert [entry.kind for entry in told] == ["TaskCreated", "TaskCancelled"]
    assert told[1].text == "Tagging task cancelled by meg: blurred."
    assert told[0].details["taskId"] == str(photo.tagging_task_id)
