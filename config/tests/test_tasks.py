"""Each Celery task has its queue from the settings, and is noted while it fails."""

import pytest
from celery import current_app, shared_task
from celery.contrib.testing.worker import start_worker

from config.celery import app
from foundation.messaging import heartbeats
from foundation.messaging.tests.play.consumers import wait_until


def test_photos_have_a_queue_of_their_own_and_what_is_not_routed_waits_for_maintenance():
    current_app.loader.import_default_modules()
    own = [name for name in current_app.tasks if not name.startswith("celery.")]
    router = current_app.amqp.router

    queues = {name: router.route({}, name)["queue"].name for name in own}

    of_photos = {"recognition.process_photo", "recognition.apply_callback"}
    assert {name for name, queue in queues.items() if queue == "recognition"} == of_photos
    assert set(queues.values()) == {"recognition", "maintenance"}


def test_no_task_names_its_queue_itself():
    current_app.loader.import_default_modules()

    assert [name for name, task in current_app.tasks.items() if hasattr(task, "queue")] == []


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
