"""A photo's history…"""

import pytest
from django.utils import timezone

from foundation.records.audit import Actor
from recognition.photos.history import explain_photo
from tagging.tests.factories import waiting_photo
from tagging.works.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task

pytestmark = pytest.mark.django_db


def test_has_every_change_of_its_tagging_tasks_with_actor_and_reason():
    photo = waiting_photo()
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(
            photo_id=photo.pk, reason="blurred", now=timezone.now(), by=Actor("meg")
        )
    )

    shown = [entry for entry in explain_photo(photo.pk).entries if "Task" in entry.kind]

    assert [entry.kind for entry in shown] == ["TaskCreated", "TaskCancelled"]
    assert shown[1].text == "Tagging task cancelled by meg: blurred."
    assert shown[0].details["taskId"] == str(photo.tagging_task_id)
