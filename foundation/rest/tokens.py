"""Our own tokens: issued at sign-in, at a refresh and by `issue_token`."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.tokens import RefreshToken

from foundation.rest.authentication import user_of
from foundation.rest.token_keys import OwnAccessToken, OwnRefreshToken


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedTokens:
    """An access token, its expiry, and the refresh token for the next one."""

    access_token: str
    refresh_token: str
    expires_on: datetime


def sign_in(request: HttpRequest, username: str, password: str) -> IssuedTokens:
    """Return tokens for a name and a password; django-axes counts failures and locks out."""
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise AuthenticationFailed("The name or the password is wrong.", code="sign-in-failed")
    return tokens_for(user)


def tokens_for(user: User) -> IssuedTokens:
    """Return tokens for a user whose password was checked."""
    return _tokens_of(OwnRefreshToken.for_user(user))


def refreshed(refresh_token: str) -> IssuedTokens:
    """Return a new access token for a valid refresh token."""
    try:
        token = OwnRefreshToken(refresh_token)  # type: ignore[arg-type]
    except TokenError:
        raise AuthenticationFailed(
            "The refresh token is invalid or has expired.", code="invalid-token"
        ) from None
    user_of(token)
    return _tokens_of(token)


def issue(user: User, lifetime: timedelta) -> OwnAccessToken:
    """Return an access token for a service, without a refresh token."""
    token = OwnAccessToken.for_user(user)
    token.set_exp(lifetime=lifetime)
    return token


def _tokens_of(token: RefreshToken) -> IssuedTokens:
    access = token.access_token
    return IssuedTokens(
        access_token=str(access),
        refresh_token=str(token),
        expires_on=datetime.fromtimestamp(access["exp"], tz=UTC),
    )
