"""The staff's first page, while beat and workers run."""

import time

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from foundation.messaging import heartbeats
from foundation.records.quick_redis import quick_redis


@pytest.fixture(autouse=True)
def _beat_and_workers_run() -> None:
    """No task waits, and one of each queue and of beat ended now."""
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    with quick_redis() as client:
        client.delete(*queues)
        client.mset({f"heartbeat:{name}": time.time() for name in (*queues, heartbeats.OF_BEAT)})


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client
