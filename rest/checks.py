"""System checks of settings whose faults would otherwise show only at a call."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from records.addresses import wrong_addresses
from rest.groups import GROUPS
from rest.throttles import Rate

_PROVIDER = ("JWT_JWKS_URL", "JWT_ISSUER", "JWT_AUDIENCE")


@register("settings")
def check_addresses(**_: Any) -> list[CheckMessage]:
    """Report addresses, our own and those of peers, that cannot be right."""
    optional = [name for name in ("TAGATOR_SERVICE_URL", "JWT_JWKS_URL") if getattr(settings, name)]
    return wrong_addresses(["PUBLIC_URL", "PHOTO_SERVICE_URL", *optional], "rest.E001")


@register("settings")
def check_groups(**_: Any) -> list[CheckMessage]:
    """Report unknown API groups: the intended ones would not be served."""
    known = [group.base for group in GROUPS]
    return [
        Error(f"ENABLED_API_GROUPS has {name!r}; there are {', '.join(known)}.", id="rest.E002")
        for name in settings.ENABLED_API_GROUPS
        if name not in known
    ]


@register("settings")
def check_throttles(**_: Any) -> list[CheckMessage]:
    """Report rates that cannot be read: every call would fail with 500."""
    return [
        Error(f"THROTTLE_{scope.upper()} is {rate!r}, not a rate like 30/m.", id="rest.E003")
        for scope, rate in settings.THROTTLE_RATES.items()
        if not _is_rate(rate)
    ]


@register("settings")
def check_identity_provider(**_: Any) -> list[CheckMessage]:
    """Report an identity provider that is set in part: all its tokens would be refused."""
    missing = [name for name in _PROVIDER if not getattr(settings, name)]
    if not missing or len(missing) == len(_PROVIDER):
        return []
    text = f"{', '.join(_PROVIDER)} belong together; there is no {' and no '.join(missing)}."
    return [Error(text, id="rest.E004")]


@register("settings")
def check_amounts(**_: Any) -> list[CheckMessage]:
    """Report limits and times with which every call or token would be refused."""
    tokens: dict[str, Any] = settings.SIMPLE_JWT
    found = {
        "MAX_BODY_BYTES": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        "MAX_UPLOAD_BYTES": settings.UPLOAD_MAX_BYTES,
        "SIGN_IN_FAILURES": settings.AXES_FAILURE_LIMIT,
        "ACCESS_TOKEN_MINUTES": tokens["ACCESS_TOKEN_LIFETIME"].total_seconds(),
        "REFRESH_TOKEN_DAYS": tokens["REFRESH_TOKEN_LIFETIME"].total_seconds(),
    }
    wrong = [f"{name} is not more than 0." for name, amount in found.items() if amount <= 0]
    if settings.TRUSTED_PROXIES < 0:
        wrong.append("TRUSTED_PROXIES is less than 0.")
    return [Error(text, id="rest.E005") for text in wrong]


def _is_rate(text: str) -> bool:
    try:
        Rate.parse(text)
    except (ValueError, KeyError):
        return False
    return True
