"""SECRET_KEY is replaced while callers hold tokens, sessions and links made with the old one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from rest_framework.test import APIClient

from foundation.rest.tokens import issue, tokens_for
from recognition.models import Callback, NumberRequest
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.factories import NumberRequestFactory

OPEN_TO_ANY_MEMBER = "/admin/"
REFRESH = "/admin-api/api/v2/token/refresh"
ALBUM = "/admin-api/api/v2/albums/00000000-0000-0000-0000-000000000001"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRequestAddress:
    """A request to the number provider, and the address that it was given for its answer."""

    request: NumberRequest
    path: str

    @classmethod
    def of_new_request(cls) -> Self:
        request = NumberRequestFactory.create(photo__state="AwaitingCallback")
        return cls(request=request, path=address(request))


def accepted(held: Mapping[str, Any]) -> dict[str, bool]:
    """Say of each thing that a caller holds whether it still opens what it opened."""
    caller = APIClient()
    user = User.objects.get()
    bearer = {"Authorization": f"Bearer {held['access token']}"}
    refreshed = caller.post(REFRESH, {"refreshToken": held["refresh token"]}, format="json")
    return {
        "access token": caller.get(ALBUM, headers=bearer).status_code == 404,
        "refresh token": refreshed.status_code == 200,
        "session": held["session"].get(OPEN_TO_ANY_MEMBER).status_code == 200,
        "password link": default_token_generator.check_token(user, held["password link"]),
        "callback's address": _is_taken(held["callback's address"]),
    }


def held_by(user: User) -> dict[str, Any]:
    session = Client()
    session.force_login(user)
    return {
        "access token": str(issue(user, timedelta(minutes=5))),
        "refresh token": tokens_for(user).refresh_token,
        "session": session,
        "password link": default_token_generator.make_token(user),
        "callback's address": NumberRequestAddress.of_new_request(),
    }


def _is_taken(callback: NumberRequestAddress) -> bool:
    """Call the address as a number provider does, and return whether the answer was stored."""
    stored = Callback.objects.filter(request=callback.request)
    stored.delete()
    status = post(APIClient(), callback.path, payload_of(callback.request.photo)).status_code
    assert status == (202 if stored.exists() else 401)
    return bool(status == 202)


@pytest.mark.django_db
def test_what_the_old_key_signed_is_accepted_until_it_is_taken_away(settings: Any) -> None:
    old = settings.SECRET_KEY
    user = User.objects.create_superuser("ann", email="ann@example.org")
    of_old = held_by(user)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key" * 6, [old]
    assert accepted(of_old) == dict.fromkeys(of_old, True)
    of_new = held_by(user)

    settings.SECRET_KEY_FALLBACKS = []
    # A session that was used meanwhile has been signed again.
    assert accepted(of_old) == dict.fromkeys(of_old, False) | {"session": True}
    assert accepted(of_new) == dict.fromkeys(of_new, True)


@pytest.mark.django_db
def test_an_expired_token_of_the_old_key_is_refused(settings: Any) -> None:
    user = User.objects.create_superuser("ann")
    expired = str(issue(user, timedelta(minutes=-6)))

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key" * 6, [settings.SECRET_KEY]

    bearer = {"Authorization": f"Bearer {expired}"}
    assert APIClient().get(ALBUM, headers=bearer).json()["code"] == "invalid-token"
