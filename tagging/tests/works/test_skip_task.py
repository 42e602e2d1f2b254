"""Skipping a task…"""

import pytest

from foundation.messaging.tests.play.racing import race
from tagging.models import TaggingTaskState, TaskHistory
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.tests.calls.in_hand import counted, in_hand
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.factories import history_of, tasks_of
from tagging.works.closing import SkipTaskCommand, skip_task

pytestmark = pytest.mark.django_db


def test_returns_the_task_with_its_tags(work):
    task = tasks_of(work)[0]
    add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))

    skip_task(SkipTaskCommand(**in_hand(work, task), reason="Too dark."))

    task.refresh_from_db()
    assert (task.state, task.work_id, task.numbers) == (TaggingTaskState.OPEN, None, ["7"])
    assert history_of(task)[-1] == ("Skipped", "Too dark.")
    assert counted(task)[0] == 0
    assert not tags_sent()


@pytest.mark.django_db(transaction=True)
def test_skipping_twice_at_once_counts_once(work):
    task = tasks_of(work)[0]

    refusal = race(*[lambda: skip_task(SkipTaskCommand(**in_hand(work, task)))] * 2)

    assert refusal is None
    assert TaskHistory.objects.filter(change="Skipped").count() == 1
