"""Guids as texts."""

import re
from uuid import UUID

# `UUID` also takes braces, `urn:uuid:`, digits of other scripts, and hyphens anywhere.
_GUID = re.compile(r"[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def read_guid(text: str) -> UUID:
    """Return the guid of 32 hexadecimal digits, with all four hyphens or none."""
    if not isinstance(text, str) or not _GUID.fullmatch(text):
        raise ValueError("must be a guid")
    return UUID(text)


def guid_or_none(text: str) -> UUID | None:
    """Return the guid in any form that `UUID` takes; None for any other text."""
    try:
        return UUID(text)
    except ValueError:
        return None
