"""Sends what the participants did, as the outside does: to the callback host, or over the bus."""

from datetime import timedelta
from typing import Any

import requests
from django.conf import settings
from django.contrib.auth.models import User

from activities.receiving.commands import SPORT_ACTIVITY_CREATED
from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue
from tools.local.demos.activities.program import PARTICIPANTS, Deed
from tools.local.demos.screen import publish_event

SOURCE = "demo-activity-source"
_BASE = "/callback-api/api/v2"
_TIMEOUT = 20


def token_of_a_source() -> str:
    """Return a token that may send activities for some minutes."""
    user, created = User.objects.get_or_create(username=SOURCE)
    if created:
        user.set_unusable_password()
        user.save()
    grant_role(user, "activities.receive")
    return str(issue(user, timedelta(minutes=10)))


def send(deed: Deed, token: str) -> None:
    """Send a deed through its entrance."""
    ids = {"activityId": str(deed.activity_id), "userId": str(PARTICIPANTS[deed.who])}
    match deed.way:
        case "event":
            accepted = {"isCyclic": True, "refereeingSystemCheckState": "Accepted"}
            data = {**deed.data, "participantId": ids["userId"], **accepted}
            publish_event(SPORT_ACTIVITY_CREATED, deed.activity_id, data)
        case "any":
            data = {key: str(value) for key, value in deed.data.items()}
            _post("activities", {**ids, "type": deed.type, "data": data}, token)
        case verdict:
            source = deed.type.removesuffix("Activity").lower()
            path = f"{source}-activities-callback/activity-{verdict}"
            _post(path, {"body": {**ids, **deed.data}}, token)


def _post(path: str, body: dict[str, Any], token: str) -> None:
    requests.post(
        f"{settings.PUBLIC_URL}{_BASE}/{path}",
        json=body,
        headers={"Authorization": f"Bearer {token}"},
        timeout=_TIMEOUT,
    ).raise_for_status()
