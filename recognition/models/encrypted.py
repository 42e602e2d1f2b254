"""Providers' credentials: encrypted in the database, readable only in the process that uses them.

Encryption is Fernet (AES-128-CBC with HMAC-SHA256) of the `cryptography` package; the keys are
derived from `CREDENTIALS_KEYS`. The first key encrypts and all keys decrypt, so that keys can be
rotated.
"""

import base64
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models

from records.versioned import VersionedModel


class CredentialsUnreadable(Exception):
    """No key can decrypt the credentials. What needs them fails until staff enter new ones."""

    def __init__(self) -> None:
        super().__init__("The stored credentials cannot be read with any of CREDENTIALS_KEYS.")


def _cipher() -> MultiFernet:
    digests = (hashlib.sha256(key.encode()).digest() for key in settings.CREDENTIALS_KEYS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def encrypt(value: Any) -> str:
    """Return the JSON value as an encrypted token."""
    return _cipher().encrypt(json.dumps(value).encode()).decode()


def decrypt(token: str) -> Any:
    """Return what `encrypt` was given.

    :raises CredentialsUnreadable: no key can decrypt the token.
    """
    try:
        return json.loads(_cipher().decrypt(token.encode()))
    except InvalidToken as error:
        raise CredentialsUnreadable from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A credential as it is in the database."""

    token: str


class _OpenedOnUse:
    """Decrypts when the attribute is read, not when the row is: most code does not need it."""

    def __init__(self, field: "models.Field[Any, Any]") -> None:
        self.field = field

    def __get__(self, instance: models.Model | None, cls: type | None = None) -> Any:
        if instance is None:
            return self
        name = self.field.attname
        if name not in vars(instance):  # the query left it out
            instance.refresh_from_db(fields=[name])
        value = vars(instance)[name]
        return decrypt(value.token) if isinstance(value, Sealed) else value

    def __set__(self, instance: models.Model, value: Any) -> None:
        # Only with a setter does Python call __get__ before it looks at the instance's values.
        vars(instance)[self.field.attname] = value


class EncryptedJSONField(models.TextField):  # type: ignore[type-arg]
    """A JSON value that is encrypted in the database.

    Reading the attribute raises `CredentialsUnreadable` if no key can decrypt it; the row and its
    other fields can still be read and saved.
    """

    descriptor_class = _OpenedOnUse

    def from_db_value(self, value: str | None, *_: object) -> Sealed | None:
        return None if value is None else Sealed(token=value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        kept = vars(model_instance).get(self.attname)
        return kept if isinstance(kept, Sealed) else super().pre_save(model_instance, add)

    def get_prep_value(self, value: Any) -> str | None:
        if isinstance(value, Sealed):
            return value.token
        return None if value is None else encrypt(value)

    def to_python(self, value: Any) -> Any:
        return value


class CredentialedModel(VersionedModel):
    """A record with credentials; they can be replaced even if no key can decrypt them."""

    class Meta:
        abstract = True

    def holds(self, name: str, value: Any) -> bool:
        """Say whether a field has that value; unreadable credentials equal nothing."""
        try:
            return super().holds(name, value)
        except CredentialsUnreadable:
            return False
