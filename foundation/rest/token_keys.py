"""The keys of our tokens: `SECRET_KEY` signs, those of `SECRET_KEY_FALLBACKS` are still accepted.

simplejwt alone knows one key, read when the process starts.
"""

from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from rest_framework_simplejwt.backends import TokenBackend
from rest_framework_simplejwt.exceptions import TokenBackendError, TokenBackendExpiredToken
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import AccessToken, RefreshToken


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

        :raises TokenBackendError: no key has signed it, or it has expired.
        """
        keys: list[str] = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        for key in keys[:-1]:
            try:
                return _by_key(key).decode(token, verify)
            except TokenBackendExpiredToken:
                raise
            except TokenBackendError:
                continue
        return _by_key(keys[-1]).decode(token, verify)


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
