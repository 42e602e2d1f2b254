"""A worker notes which tasks fail, until they succeed."""

import pytest
from celery import shared_task
from celery.contrib.testing.worker import start_worker

from config.celery import app
from foundation.messaging import heartbeats
from foundation.messaging.tests.play.consumers import wait_until

NAME = "tests.failing_at_first"


@shared_task(name=NAME)
def work(*, fails: bool) -> None:
    if fails:
        raise ValueError("It cannot be done.")


@pytest.mark.django_db(transaction=True)
def test_a_task_fails_from_its_failure_to_its_success():
    with start_worker(app, pool="solo", perform_ping_check=False, queues=["maintenance"]):
        work.apply_async(kwargs={"fails": True}, queue="maintenance")
        wait_until(lambda: NAME in heartbeats.failing(), "a note of the failure")

        work.apply_async(kwargs={"fails": False}, queue="maintenance")
        wait_until(lambda: NAME not in heartbeats.failing(), "no note after the success")
