"""Tokens of our own: what a sign-in, a refresh and `issue_token` give."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.tokens import AccessToken, RefreshToken

from rest.authentication import user_of


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedTokens:
    """An access token, when it expires, and the refresh token that gets the next one."""

    access_token: str
    refresh_token: str
    expires_on: datetime


def sign_in(request: HttpRequest, username: str, password: str) -> tuple[User, IssuedTokens]:
    """Return the user whose name and password these are, and tokens.

    Failures are counted by django-axes; its middleware answers once the caller is locked out.

    :raises AuthenticationFailed: the name or the password is wrong, or the user is inactive.
    """
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise AuthenticationFailed("The name or the password is wrong.", code="sign-in-failed")
    return user, tokens_of(RefreshToken.for_user(user))


def refreshed(refresh_token: str) -> IssuedTokens:
    """Return a new access token for a refresh token that still holds.

    :raises AuthenticationFailed: it does not, or its user is inactive or has another password.
    """
    try:
        token = RefreshToken(refresh_token)  # type: ignore[arg-type]
    except TokenError:
        raise AuthenticationFailed(
            "The refresh token is invalid or has expired.", code="invalid-token"
        ) from None
    user_of(token)
    return tokens_of(token)


def issue(user: User, lifetime: timedelta) -> AccessToken:
    """Return an access token for a service: it lasts as long as said, and has no refresh token."""
    token = AccessToken.for_user(user)
    token.set_exp(lifetime=lifetime)
    return token


def tokens_of(token: RefreshToken) -> IssuedTokens:
    """Return the refresh token with a new access token of it."""
    access = token.access_token
    return IssuedTokens(
        access_token=str(access),
        refresh_token=str(token),
        expires_on=datetime.fromtimestamp(access["exp"], tz=UTC),
    )
