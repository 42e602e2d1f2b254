"""What the last release has sent and stored is understood, and it knows what this one sends.

`previous_version.json` has samples. At a release, add what is new there, and empty `NEW_TASKS`.
Take out only what no release that may still run sends.
"""

import inspect
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import transaction

from activities.tests.factories import ActivityFactory
from config.schedules import SCHEDULES
from foundation.messaging.bus import events
from foundation.messaging.jobs import JOB_KINDS
from foundation.messaging.outbox import drain
from foundation.records.refusals import Refusal

SENT = json.loads(Path(__file__).with_name("previous_version.json").read_text())
# What the last release does not know, and why that does no harm after a roll back.
NEW_TASKS: dict[str, str] = {}


def ours(names: Iterable[str]) -> set[str]:
    """Return the names that our apps registered; tests register others."""
    return {name for name in names if name.partition(".")[0] in settings.OWN_LABELS}


def test_each_celery_task_is_known_and_takes_its_arguments():
    current_app.loader.import_default_modules()

    for name, kwargs in SENT["tasks"].items():
        inspect.signature(current_app.tasks[name].run).bind(**kwargs)


def test_each_job_topic_and_offered_queue_is_known():
    offered = events.offered_queues()

    assert set(SENT["jobs"]) <= JOB_KINDS.keys()
    assert set(SENT["topics"]) <= set(events.topics())
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
            drain._registered[name].handler(given)
            run.add(name)
    assert run == SENT["steps"].keys() - {"activities.complete_task", "activities.take_back_reward"}


def test_the_last_release_knows_each_task_but_those_that_only_beat_sends():
    current_app.loader.import_default_modules()
    by_beat = {entry["task"] for entry in SCHEDULES.values()}

    unknown = ours(current_app.tasks) - SENT["tasks"].keys()

    assert unknown == NEW_TASKS.keys()
    assert unknown <= by_beat


def test_the_last_release_takes_each_argument_of_a_task():
    current_app.loader.import_default_modules()
    taken = {
        name: set(inspect.signature(current_app.tasks[name].run).parameters)
        for name in SENT["tasks"]
    }

    assert {name: found - SENT["tasks"][name].keys() for name, found in taken.items()} == {
        name: set() for name in taken
    }


def test_the_last_release_knows_each_job_step_topic_and_offered_queue():
    topics = {topic for topic in events.topics() if not topic.startswith("tests.")}
    offered = events.offered_queues()

    assert ours(JOB_KINDS) == set(SENT["jobs"])
    assert ours(drain._registered) == SENT["steps"].keys()
    assert topics == set(SENT["topics"])
    assert {name: set(found) for name, found in offered.items() if name in SENT["queues"]} == {
        name: set(found) for name, found in SENT["queues"].items()
    }
