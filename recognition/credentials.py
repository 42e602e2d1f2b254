"""Providers' credentials: encrypted in the database, readable only in the process that uses them.

Encryption is Fernet (AES-128-CBC with HMAC-SHA256) of the `cryptography` package; the keys are
derived from `CREDENTIALS_KEYS`, the first of which writes and all of which read, so that they can
be rotated.
"""

import base64
import hashlib
import json
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    TextField = models.TextField[Any, Any]
else:
    TextField = models.TextField


def _cipher() -> MultiFernet:
    digests = (hashlib.sha256(key.encode()).digest() for key in settings.CREDENTIALS_KEYS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def encrypt(value: Any) -> str:
    """Return the JSON value as an encrypted token."""
    return _cipher().encrypt(json.dumps(value).encode()).decode()


def decrypt(token: str) -> Any:
    """Return what `encrypt` was given.

    :raises cryptography.fernet.InvalidToken: none of the keys wrote the token.
    """
    return json.loads(_cipher().decrypt(token.encode()))


class EncryptedJSONField(TextField):
    """A JSON value that the database only ever sees encrypted."""

    def from_db_value(self, value: str | None, *_: object) -> Any:
        return None if value is None else decrypt(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else encrypt(value)

    def to_python(self, value: Any) -> Any:
        return value
