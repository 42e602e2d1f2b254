"""Callbacks of the sources of sport, as a test makes them."""

import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from activities.tests.factories import sport_body

ROLE = "activities.receive"
SPORT = "/callback-api/api/v1/sport-activities-callback/activity-accepted"
ENDPOINTS = [
    (source, verdict) for source in ("sport", "sporadic") for verdict in ("accepted", "rejected")
]
ALL_FOUR = pytest.mark.parametrize(("source", "verdict"), ENDPOINTS)


def address(source: str, verdict: str) -> str:
    """Return the address at which a source reports what it decided."""
    return f"/callback-api/api/v1/{source}-activities-callback/activity-{verdict}"


def body(participant_id: Any, **changes: Any) -> dict[str, Any]:
    """Return what a source sends of a new activity, with other fields."""
    ids = {"activityId": str(uuid.uuid4()), "userId": str(participant_id)}
    return {"body": sport_body(**{**ids, **changes})}


def post(client: APIClient, payload: Any, to: str = SPORT) -> Any:
    """Call back."""
    return client.post(to, payload, format="json")
