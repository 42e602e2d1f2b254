"""Tokens of an outside identity provider, checked with the keys that it publishes (RFC 7517).

The keys are kept for five minutes; a key that is not known makes us ask again, at most once in half
a minute, so that forged key ids cost the provider nothing. While it is away only these tokens fail,
with 503, at once for a few seconds after each failure instead of a time-out a request.
"""

import time
from dataclasses import dataclass, field
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
    """The identity provider's keys cannot be had now."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "identity-provider-away"
    default_detail = "The identity provider cannot be asked for its keys; try again."


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideUser:
    """A caller known to the identity provider only; `pk` is None, there being no row."""

    username: str
    pk: None = None
    is_active: bool = True
    is_anonymous: bool = False
    is_authenticated: bool = True


@dataclass(slots=True)
class PublishedKeys:
    """The identity provider's signing keys."""

    url: str
    pause: float = PAUSE_AFTER_FAILURE
    silent_until: float = 0.0
    client: jwt.PyJWKClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = jwt.PyJWKClient(self.url, lifespan=300, timeout=TIMEOUT, cooldown_duration=30)

    def key_of(self, token: str) -> jwt.PyJWK:
        """Return the key that signed the token.

        :raises IdentityProviderAway: the keys cannot be had.
        :raises PyJWTError: the provider has no such key.
        """
        if time.monotonic() < self.silent_until:
            return self._known_key(str(jwt.get_unverified_header(token).get("kid")))
        try:
            return self.client.get_signing_key_from_jwt(token)
        except (PyJWKClientConnectionError, ValueError) as away:
            log.warning("identity_provider_away", url=self.url, exc_info=away)
            self.silent_until = time.monotonic() + self.pause
            raise IdentityProviderAway from None

    def _known_key(self, kid: str) -> jwt.PyJWK:
        known = self.client.jwk_set_cache.get() if self.client.jwk_set_cache else None
        found = next((key for key in known.keys if key.key_id == kid), None) if known else None
        if found is None:
            raise IdentityProviderAway
        return found


def is_outside(token: str) -> bool:
    """Tell whether the token says that the identity provider issued it (not yet verified)."""
    if not settings.JWT_JWKS_URL:
        return False
    try:
        claims = jwt.decode(token, options={"verify_signature": False})
    except PyJWTError:
        return False
    return bool(claims.get("iss") == settings.JWT_ISSUER)


def verified_claims(token: str) -> dict[str, Any]:
    """Return the claims of a token that the identity provider signed, for us, and still valid.

    :raises AuthenticationFailed: it is not such a token.
    :raises IdentityProviderAway: the keys cannot be had.
    """
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
    """Return the process's one view of the keys at that address."""
    return PublishedKeys(url)
