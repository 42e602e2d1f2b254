"""Providers' credentials, encrypted in the database by Fernet with keys of `CREDENTIALS_KEYS`.

The first key encrypts and all keys decrypt, so that keys can be rotated.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.apps import apps
from django.conf import settings
from django.db import models, transaction

from foundation.records.audit import Actor, record_deed
from foundation.records.models import VersionedModel


class CredentialsUnreadable(Exception):
    """No key can decrypt the credentials; staff must enter them again."""

    def __init__(self) -> None:
        super().__init__("The stored credentials cannot be read with any of CREDENTIALS_KEYS.")


def _cipher() -> MultiFernet:
    digests = (hashlib.sha256(key.encode()).digest() for key in settings.CREDENTIALS_KEYS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def encrypt(value: Any) -> str:
    return _cipher().encrypt(json.dumps(value).encode()).decode()


def decrypt(token: str) -> Any:
    try:
        return json.loads(_cipher().decrypt(token.encode()))
    except InvalidToken as error:
        raise CredentialsUnreadable from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """An encrypted credential, as stored."""

    token: str


class _DecryptedOnUse:
    """Decrypts when the attribute is read, not when the row is loaded."""

    def __init__(self, field: models.Field[Any, Any]) -> None:
        self.name = field.attname

    def __get__(self, instance: models.Model | None, cls: type | None = None) -> Any:
        if instance is None:
            return self
        if self.name not in vars(instance):  # deferred
            instance.refresh_from_db(fields=[self.name])
        value = vars(instance)[self.name]
        return decrypt(value.token) if isinstance(value, Sealed) else value

    def __set__(self, instance: models.Model, value: Any) -> None:
        vars(instance)[self.name] = value


class EncryptedJSONField(models.TextField):  # type: ignore[type-arg]
    """A JSON value that is encrypted in the database.

    Reading the attribute raises `CredentialsUnreadable` if no key can decrypt it; the row and its
    other fields can still be read and saved.
    """

    descriptor_class = _DecryptedOnUse
    is_secret = True  # for the audit

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
    """A record with credentials, which can be replaced even if no key can decrypt them."""

    class Meta:
        abstract = True

    def holds(self, name: str, value: Any) -> bool:
        """Return whether a field has that value; unreadable credentials equal no value."""
        try:
            return super().holds(name, value)
        except CredentialsUnreadable:
            return False


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialsRotated:
    """The number of values encrypted again, and the records that no key could decrypt."""

    rewritten: int
    unreadable: Sequence[str]


def rotate_credentials(by: Actor | None = None) -> CredentialsRotated:
    """Encrypt every credential again with the first of `CREDENTIALS_KEYS`; a repeat is harmless.

    Each row is locked by itself, for a moment. Versions stay: no visible value changes.
    """
    rewritten, unreadable = 0, []
    for field in _encrypted_fields():
        for pk in field.model._base_manager.order_by("pk").values_list("pk", flat=True):
            try:
                rewritten += _rewrite(field, pk)
            except CredentialsUnreadable:
                unreadable.append(f"{field.model._meta.verbose_name} {pk}")
    account = apps.get_model("recognition", "Account")
    record_deed(by, "Encrypted credentials again", account, {"encrypted": (None, rewritten)})
    return CredentialsRotated(rewritten=rewritten, unreadable=unreadable)


def _encrypted_fields() -> Iterator[EncryptedJSONField]:
    for model in apps.get_app_config("recognition").get_models():
        yield from (field for field in model._meta.fields if isinstance(field, EncryptedJSONField))


@transaction.atomic
def _rewrite(field: EncryptedJSONField, pk: Any) -> bool:
    record = (
        field.model._base_manager.select_for_update().only("pk", field.name).filter(pk=pk).first()
    )
    if record is None:
        return False  # deleted meanwhile
    setattr(record, field.name, getattr(record, field.name))  # decrypted, else saved as it is
    record.save(update_fields=[field.name])  # encrypted with the first key
    return True
