"""The activity read API."""

from typing import Any

import pytest

from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory

ROLE = "activities.read"

pytestmark = pytest.mark.django_db


def address(activity_id: Any) -> str:
    return f"/activity-api/api/v1/activities/{activity_id}"


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    activity, client = ActivityFactory.create(), caller(ROLE)

    with django_assert_max_num_queries(2):
        client.get(address(activity.pk))
