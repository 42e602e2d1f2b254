"""What the last release has sent and stored is understood: `previous_version.json` has samples.

At a release, add what is new there. Take out only what no release that may still run sends.
"""

import inspect
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from activities.tests.factories import ActivityFactory
from messaging.bus import subscriptions
from messaging.jobs.kinds import JOB_KINDS
from messaging.outbox import handlers
from records.refusals import Refusal

SENT = json.loads(Path(__file__).with_name("previous_version.json").read_text())


def test_each_celery_task_is_known_and_takes_its_arguments():
    current_app.loader.import_default_modules()

    for name, kwargs in SENT["tasks"].items():
        inspect.signature(current_app.tasks[name].run).bind(**kwargs)


def test_each_job_topic_and_offered_queue_is_known():
    offered = subscriptions.offered_queues()

    assert set(SENT["jobs"]) <= JOB_KINDS.keys()
    assert set(SENT["topics"]) <= set(subscriptions.topics())
    assert {
        name for name, topics in SENT["queues"].items() if not set(topics) <= set(offered[name])
    } == set()


@pytest.mark.django_db
def test_each_own_step_reads_its_payload():
    activity: Any = ActivityFactory()
    run: set[str] = set()

    for name, payload in SENT["steps"].items():
        given = {
            key: str(activity.pk) if value == "ACTIVITY" else value
            for key, value in payload.items()
        }
        # A refusal is about the sample; what cannot read a payload raises another error.
        with suppress(Refusal), transaction.atomic():
            handlers._registered[name].handler(given)
            run.add(name)
    assert run == SENT["steps"].keys() - {"activities.complete_task", "activities.take_back_reward"}
