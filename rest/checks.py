"""System checks of settings whose fault would show only at a call, and then to the caller."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ValidationError

from records.addresses import check_base_url
from rest.groups import GROUPS
from rest.throttles import Rate

_PROVIDER = ("JWT_JWKS_URL", "JWT_ISSUER", "JWT_AUDIENCE")


def wrong_addresses(names: Iterable[str], error_id: str) -> list[CheckMessage]:
    """Return an error for each of these settings that is no address of a service."""
    return [
        Error(f"{name} is no address like https://faces.example.org/api.", id=error_id)
        for name in names
        if not _is_base_url(getattr(settings, name))
    ]


@register
def check_addresses(**_: Any) -> list[CheckMessage]:
    """Report our own address, and peers', that nobody could be reached by."""
    optional = [name for name in ("TAGATOR_SERVICE_URL", "JWT_JWKS_URL") if getattr(settings, name)]
    return wrong_addresses(["PUBLIC_URL", "PHOTO_SERVICE_URL", *optional], "rest.E001")


@register
def check_groups(**_: Any) -> list[CheckMessage]:
    """Report API groups that are none: those that were meant would not be served."""
    known = [group.base for group in GROUPS]
    return [
        Error(f"ENABLED_API_GROUPS has {name!r}; there are {', '.join(known)}.", id="rest.E002")
        for name in settings.ENABLED_API_GROUPS
        if name not in known
    ]


@register
def check_throttles(**_: Any) -> list[CheckMessage]:
    """Report rates that cannot be read: every call would be a fault of ours."""
    return [
        Error(f"THROTTLE_{scope.upper()} is {rate!r}, no rate like 30/m.", id="rest.E003")
        for scope, rate in settings.THROTTLE_RATES.items()
        if not _is_rate(rate)
    ]


@register
def check_identity_provider(**_: Any) -> list[CheckMessage]:
    """Report an identity provider that is known in part: all its tokens would be refused."""
    missing = [name for name in _PROVIDER if not getattr(settings, name)]
    if not missing or len(missing) == len(_PROVIDER):
        return []
    return [
        Error(
            f"{', '.join(_PROVIDER)} belong together; there is no {' and no '.join(missing)}.",
            id="rest.E004",
        )
    ]


def _is_base_url(address: str) -> bool:
    try:
        check_base_url(address)
    except ValidationError:
        return False
    return True


def _is_rate(text: str) -> bool:
    try:
        Rate.parse(text)
    except (ValueError, KeyError):
        return False
    return True
