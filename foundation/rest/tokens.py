"""Bearer tokens: our own, issued and checked, and those of an outside identity provider."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import jwt
import structlog
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest
from jwt.exceptions import PyJWKClientConnectionError, PyJWTError
from rest_framework import status
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed
from rest_framework.request import Request
from rest_framework_simplejwt.backends import TokenBackend
from rest_framework_simplejwt.exceptions import (
    TokenBackendError,
    TokenBackendExpiredToken,
    TokenError,
)
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import AccessToken, RefreshToken, Token
from rest_framework_simplejwt.utils import get_md5_hash_password

from foundation.records.database import read_joined
from foundation.rest.roles import ACTIVE_USER_WITH_PERMISSIONS, ROLES

log = structlog.get_logger(__name__)

# The keys of our tokens: `SECRET_KEY` signs, those of `SECRET_KEY_FALLBACKS` are still accepted.
#
# simplejwt alone knows one key, read when the process starts.


class RotatedKeys(TokenBackend):
    """Signs and reads tokens by the keys of the settings, whatever they are at that moment."""

    def __init__(self) -> None:
        """Without a key: each call asks the settings."""

    def get_leeway(self) -> timedelta:
        leeway: timedelta = api_settings.LEEWAY
        return leeway

    def encode(self, payload: dict[str, Any]) -> str:
        return _by_key(settings.SECRET_KEY).encode(payload)

    def decode(self, token: Any, verify: bool = True) -> dict[str, Any]:
        """Return a token's payload.

        :raises TokenBackendError: no key has signed it, or it had expired when it came first.
        """
        keys: list[str] = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        for key in keys[:-1]:
            try:
                return dict(_decoded(key, token, verify))
            except TokenBackendExpiredToken:
                raise
            except TokenBackendError:
                continue
        return dict(_decoded(keys[-1], token, verify))


@lru_cache(maxsize=4096)
def _decoded(key: str, token: Any, verify: bool) -> dict[str, Any]:
    """Return a token's payload, decoded once: `Token` compares its expiry with each use."""
    return _by_key(key).decode(token, verify)


@lru_cache(maxsize=16)
def _by_key(key: str) -> TokenBackend:
    return TokenBackend(
        algorithm=api_settings.ALGORITHM,
        signing_key=key,
        issuer=api_settings.ISSUER,
        leeway=api_settings.LEEWAY,
    )


_keys = RotatedKeys()


class OwnAccessToken(AccessToken):
    """An access token by the keys of the settings."""

    _token_backend = _keys


class OwnRefreshToken(RefreshToken):
    """A refresh token by the keys of the settings."""

    _token_backend = _keys
    access_token_class = OwnAccessToken


# Tokens of an outside identity provider, checked with the keys that it publishes (RFC 7517).
#
# The keys are kept for five minutes; an unknown key id makes us ask again, at most every 30
# seconds. While the provider is unavailable, its tokens are refused with 503. For 5 seconds after a
# failure it is not asked: no request waits for a time-out.


ALGORITHMS = ("RS256", "ES256")
TIMEOUT = 3.0
PAUSE_AFTER_FAILURE = 5.0


class IdentityProviderAway(APIException):
    """The identity provider does not answer."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "identity-provider-away"
    default_detail = "The identity provider does not answer; try again."


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideUser:
    """A caller whom only the identity provider knows; no row, so `pk` is None."""

    username: str
    pk: None = None
    is_active: bool = True
    is_anonymous: bool = False
    is_authenticated: bool = True

    def get_username(self) -> str:
        return self.username


class PublishedKeys:
    """The identity provider's signing keys."""

    def __init__(self, url: str) -> None:
        self.client = jwt.PyJWKClient(url, lifespan=300, timeout=TIMEOUT, cooldown_duration=30)
        self.paused_until = 0.0

    def key_of(self, token: str) -> jwt.PyJWK:
        """Return the key that signed the token."""
        if time.monotonic() < self.paused_until:
            return self._known_key(str(jwt.get_unverified_header(token).get("kid")))
        try:
            return self.client.get_signing_key_from_jwt(token)
        except (PyJWKClientConnectionError, ValueError) as away:
            log.warning("identity_provider_away", url=self.client.uri, exc_info=away)
            self.paused_until = time.monotonic() + PAUSE_AFTER_FAILURE
            raise IdentityProviderAway from None

    def _known_key(self, kid: str) -> jwt.PyJWK:
        known = self.client.jwk_set_cache.get() if self.client.jwk_set_cache else None
        found = next((key for key in known.keys if key.key_id == kid), None) if known else None
        if found is None:
            raise IdentityProviderAway
        return found


def is_outside(token: str) -> bool:
    """Return whether the token names the identity provider as its issuer (not yet verified)."""
    if not settings.JWT_JWKS_URL:
        return False
    try:
        claims = jwt.decode(token, options={"verify_signature": False})
    except PyJWTError:
        return False
    return bool(claims.get("iss") == settings.JWT_ISSUER)


def verified_claims(token: str) -> dict[str, Any]:
    """Return the claims of a valid token that the identity provider signed for us."""
    try:
        return jwt.decode(
            token,
            published_keys(settings.JWT_JWKS_URL).key_of(token),
            algorithms=ALGORITHMS,
            audience=settings.JWT_AUDIENCE,
            issuer=settings.JWT_ISSUER,
            options={"require": ["exp", "iss", "aud", "sub"]},
        )
    except PyJWTError:
        raise AuthenticationFailed(
            "The identity provider's token is not valid here.", code="invalid-token"
        ) from None


published_keys = lru_cache(maxsize=4)(PublishedKeys)  # by address
Caller = tuple[User | OutsideUser, frozenset[str]]


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>` → `request.user`, and the names of the roles as `.auth`."""

    def authenticate(self, request: Request) -> Caller | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"bearer":
            return None
        if len(parts) != 2:
            raise _refused("The Authorization header must be 'Bearer' and one token.")
        token = parts[1].decode("latin-1")
        return _outside_caller(token) if is_outside(token) else _own_caller(token)


def active_user_of(token: Token) -> Any:
    """Return the active user that a token of ours names, with `.permission_names`."""
    pk = str(token.get(api_settings.USER_ID_CLAIM, ""))
    if not (pk.isascii() and pk.isdigit() and len(pk) < 10):
        raise _refused("The token names no user.")
    found = read_joined(ACTIVE_USER_WITH_PERMISSIONS, [int(pk)], auth_user=User)
    user, permission_names = next(found, (None, ()))
    if user is None:
        raise _refused("The token's user is unknown or inactive.")
    if token.get(api_settings.REVOKE_TOKEN_CLAIM) != get_md5_hash_password(user.password):
        raise _refused("The token is older than the user's password.")
    user.permission_names = permission_names
    return user


def _own_caller(token: str) -> Caller:
    try:
        user: Any = active_user_of(OwnAccessToken(token))  # type: ignore[arg-type]
    except TokenError:
        raise _refused("The token is invalid or has expired.") from None
    return user, frozenset(
        ROLES.keys() if user.is_superuser else ROLES.keys() & user.permission_names
    )


def _outside_caller(token: str) -> Caller:
    claims = verified_claims(token)
    named = claims.get("roles")
    roles = ROLES.keys() & {str(name) for name in named} if isinstance(named, list) else ()
    return OutsideUser(username=str(claims["sub"])), frozenset(roles)


def _refused(detail: str) -> AuthenticationFailed:
    return AuthenticationFailed(detail, code="invalid-token")


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
    active_user_of(token)
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
