"""The erased, as keyed hashes: repeated callbacks and events find that someone was erased."""

import hmac
from collections.abc import Collection, Iterable

from django.conf import settings

from foundation.privacy.models import ErasedName

Name = tuple[str, ...]  # what it is, and its ids: ("person", album, person)


def digest_of(name: Name) -> str:
    """Return the HMAC-SHA256 of a name under `ERASURE_KEY`; without one, under `SECRET_KEY`."""
    text = "\n".join(name)
    key = settings.ERASURE_KEY or settings.SECRET_KEY
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()


def keep_erased(names: Iterable[Name]) -> None:
    """Write in the caller's transaction that these are erased, for ever."""
    keep_digests(map(digest_of, names))


def keep_digests(digests: Iterable[str]) -> None:
    rows = [ErasedName(digest=digest) for digest in sorted(digests)]
    ErasedName.objects.bulk_create(rows, ignore_conflicts=True)


def erased_among(names: Collection[Name]) -> set[Name]:
    """Return which of the names are erased."""
    by_digest = {digest_of(name): name for name in names}
    found = ErasedName.objects.filter(pk__in=list(by_digest)) if by_digest else []
    return {by_digest[erased.digest] for erased in found}


def is_erased(*name: str) -> bool:
    return bool(erased_among([name]))
