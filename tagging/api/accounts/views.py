"""Taggers sign in, renew their token, and see their account."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework_simplejwt.tokens import AccessToken

from rest.access import Public, Role
from rest.api.admin import RefreshInput
from rest.authentication import user_of
from rest.operations import operation
from rest.tokens import IssuedTokens, refreshed, sign_in
from rest.views import ApiViewSet
from tagging.api.accounts.serializers import (
    AccountQuery,
    SignInInput,
    SignInOutput,
    TagatorAccountOutput,
)
from tagging.commands.works import TagatorBlocked
from tagging.models import Tagator, TagatorState
from tagging.queries.tagators import get_account


def sign_in_tagator(request: HttpRequest, email: str, password: str) -> dict[str, Any]:
    """Return tokens for a tagger's e-mail address and password.

    django-axes counts failures; its middleware answers a caller who is locked out.
    """
    email = email.lower()
    try:
        tokens = sign_in(request, email, password)
    except AuthenticationFailed:
        _refuse_blocked(email, password)
        raise
    return _signed_in(tokens, email)


def refresh_tagator(refresh_token: str) -> dict[str, Any]:
    """Return new tokens for a tagger's valid refresh token."""
    tokens = refreshed(refresh_token)
    user: User = user_of(AccessToken(tokens.access_token))  # type: ignore[arg-type]
    return _signed_in(tokens, user.username)


def _refuse_blocked(email: str, password: str) -> None:
    """Refuse a blocked tagger as such only if the password is right."""
    blocked = Tagator.objects.filter(email=email, state=TagatorState.BLOCKED)
    tagator = blocked.select_related("user").first()
    if tagator is not None and check_password(password, tagator.user.password):
        raise TagatorBlocked


def _signed_in(tokens: IssuedTokens, email: str) -> dict[str, Any]:
    tagator = Tagator.objects.filter(email=email).first()
    if tagator is None:
        raise AuthenticationFailed("This is no tagger's account.", code="sign-in-failed")
    return {"tokens": tokens, "tagator": tagator}


class SignInViews(ApiViewSet):
    """Sign-in of taggers."""

    access = Public(reason="taggers sign in here", throttle="token")

    @operation(takes=SignInInput, gives=SignInOutput, refusals=(401, 403, 429))
    def sign_in(self, request: Request) -> Response:
        """Issue tokens for an e-mail address and a password.

        401: one of them is wrong. 403: the tagger is blocked. 429: too many failures.
        """
        return self.answer(sign_in_tagator(self.django_request, **self.data()))

    @operation(takes=RefreshInput, gives=SignInOutput, refusals=(401,))
    def refresh(self, request: Request) -> Response:
        """Issue a new access token for a refresh token."""
        return self.answer(refresh_tagator(**self.data()))


class TagatorAccountViews(ApiViewSet):
    """The account of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(query=AccountQuery, gives=TagatorAccountOutput)
    def retrieve(self, request: Request) -> Response:
        """Return the signed-in tagger with settings, and what they did today."""
        tagator_id = Tagator.objects.id_of(request.user)
        zone = ZoneInfo(self.query()["time_zone"])
        return self.answer(get_account(tagator_id, zone, timezone.now()))
