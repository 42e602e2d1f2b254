"""System checks of settings whose errors would show only when a photo or a callback arrives."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from foundation.records.addresses import wrong_addresses
from recognition.providers.numbers import ADAPTERS
from recognition.providers.numbers.http import PREFIX, signing_key
from recognition.records.albums import MAX_CAPACITY, NormalizationPolicy, Strategy

SMALLEST_CACHE = 500_000_000  # bytes: 2 MB for each folder of the copies


@register("settings")
def check_webhook_secret(**_: Any) -> list[CheckMessage]:
    """Report an invalid secret for callbacks' signatures, without showing it."""
    if settings.NUMBER_PROVIDER != "http":  # the secrets of another wire have another form
        return []
    try:
        for secret in settings.NUMBER_PROVIDER_WEBHOOK_SECRETS:
            signing_key(secret)
    except ValueError:
        text = f"NUMBER_PROVIDER_WEBHOOK_SECRET is not {PREFIX} followed by a key in base64."
        hint = "Without a valid secret every callback of the number provider is refused."
        return [Error(text, hint=hint, id="recognition.E001")]
    return []


@register("settings")
def check_providers(**_: Any) -> list[CheckMessage]:
    """Report providers' addresses that are not valid; the two of the demo may be empty."""
    if settings.NUMBER_PROVIDER not in ADAPTERS:
        text = f"NUMBER_PROVIDER is none of {', '.join(ADAPTERS)}."
        return [Error(text, id="recognition.E003")]
    demo = [name for name in ("SANDBOX_URL", "LOCAL_FACE_PROVIDER_URL") if getattr(settings, name)]
    return wrong_addresses(["NUMBER_PROVIDER_URL", *demo], "recognition.E002")


@register("settings")
def check_album_defaults(**_: Any) -> list[CheckMessage]:
    """Report defaults that no album can have."""
    allowed = {
        "DEFAULT_STRATEGY": Strategy.values,
        "DEFAULT_NORMALIZATION_POLICY": NormalizationPolicy.values,
        "DEFAULT_START_NUMBER_CAPACITY": range(1, MAX_CAPACITY + 1),
    }
    return [
        Error(
            f"{name} is {getattr(settings, name)!r}, not one of {', '.join(map(str, values))}.",
            id="recognition.E004",
        )
        for name, values in allowed.items()
        if getattr(settings, name) not in values
    ]


@register("settings")
def check_minimum_confidence(**_: Any) -> list[CheckMessage]:
    """Report a default minimum confidence that no album can have."""
    minimum = settings.DEFAULT_MINIMUM_CONFIDENCE
    text = f"DEFAULT_MINIMUM_CONFIDENCE is {minimum!r}, not a number from 0 to 1."
    return [] if 0 <= minimum <= 1 else [Error(text, id="recognition.E004")]


@register("settings")
def check_credentials_keys(**_: Any) -> list[CheckMessage]:
    """Report a missing or empty key for credentials."""
    if settings.CREDENTIALS_KEYS and all(settings.CREDENTIALS_KEYS):
        return []
    return [Error("CREDENTIALS_KEYS has no key, or an empty one.", id="recognition.E005")]


_POSITIVE = ("NUMBER_PROVIDER_TIMEOUT", "IMAGE_MAX_BYTES", "CALLBACK_OVERDUE_AFTER")


@register("settings")
def check_picture_cache(**_: Any) -> list[CheckMessage]:
    """Report a limit so small that a folder of the copies could not hold a few pictures."""
    if settings.PICTURE_CACHE_BYTES >= SMALLEST_CACHE:
        return []
    text = f"PICTURE_CACHE_BYTES is {settings.PICTURE_CACHE_BYTES}, not {SMALLEST_CACHE} or more."
    return [Error(text, id="recognition.E007")]


@register("settings")
def check_amounts(**_: Any) -> list[CheckMessage]:
    """Report limits and times of 0 or less: no photo would ever be processed."""
    amounts = {name: getattr(settings, name) for name in _POSITIVE}
    return [
        Error(f"{name} is {amount!r}, not more than 0.", id="recognition.E006")
        for name, amount in amounts.items()
        if amount <= type(amount)()  # 0, or no time
    ]


@register("settings")
def check_callbacks_kept(**_: Any) -> list[CheckMessage]:
    """Report callbacks that are deleted while they may still be repeated."""
    keep = settings.CALLBACKS_KEEP
    if not keep or keep > settings.CALLBACK_TOKEN_LIFETIME:
        return []
    days = settings.CALLBACK_TOKEN_LIFETIME.days
    text = f"CALLBACKS_KEEP_DAYS is not more than {days}, as long as a callback's URL works."
    return [Error(text, id="recognition.E008")]
