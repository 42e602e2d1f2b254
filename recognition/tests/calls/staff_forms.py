"""What staff's pages of recognition are filled in with, as a test sends it."""

from typing import Any

from recognition.models import Account, AccountSpace, Album, CompetitorInstance


def account_form(**fields: Any) -> dict[str, Any]:
    given = {"name": "Faces", "provider": "local", "base_url": "http://vision:8200"}
    return {**given, **fields}


def space_form(account: Account, **fields: Any) -> dict[str, Any]:
    return {"account": str(account.pk), "name": "All", "external_id": "all", **fields}


def album_form(album: Album, **fields: Any) -> dict[str, Any]:
    given = {
        "priority": album.priority,
        "strategy": album.strategy,
        "normalization_policy": album.normalization_policy,
        "start_number_capacity": album.start_number_capacity,
        "number_format": album.number_format,
        "custom_tags-TOTAL_FORMS": 0,
        "custom_tags-INITIAL_FORMS": 0,
    }
    return {**given, **fields}


def form_of(record: Any, **fields: Any) -> dict[str, Any]:
    """Return the form of a record with a field of it changed."""
    match record:
        case Account():
            return account_form(name="By staff", **fields)
        case AccountSpace():
            return space_form(record.account, name="By staff", **fields)
        case Album():
            return album_form(record, priority=9, **fields)
        case CompetitorInstance():
            return {"name": "By staff", "base_url": record.base_url, **fields}
    raise TypeError(record)
