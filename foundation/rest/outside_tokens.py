"""Tokens of an outside identity provider, checked with the keys that it publishes (RFC 7517).

The keys are kept for five minutes; an unknown key id makes us ask again, at most every 30 seconds.
While the provider is unavailable, its tokens are refused with 503. For 5 seconds after a failure it
is not asked: no request waits for a time-out.
"""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jwt
import structlog
from django.conf import settings
from jwt.exceptions import PyJWKClientConnectionError, PyJWTError
from rest_framework import status
from rest_framework.exceptions import APIException, AuthenticationFailed

log = structlog.get_logger(__name__)

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


@lru_cache(maxsize=4)
def published_keys(url: str) -> PublishedKeys:
    return PublishedKeys(url)
