"""Rotating the keys that encrypt credentials."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction

from foundation.records.audit import Actor, record_deed
from recognition.models import Account
from recognition.models.encrypted import CredentialsUnreadable, EncryptedJSONField


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
    record_deed(by, "Encrypted credentials again", Account, {"encrypted": (None, rewritten)})
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
