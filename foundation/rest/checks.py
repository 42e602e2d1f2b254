"""System checks of settings whose faults would otherwise show only at a call."""

import logging
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, register

from foundation.records.addresses import is_address, is_dsn, wrong_addresses
from foundation.rest.groups import GROUPS
from foundation.rest.throttles import Rate

OFF, REQUIRED = "off", "required"  # STAFF_TWO_FACTOR

_PROVIDER = ("JWT_JWKS_URL", "JWT_ISSUER", "JWT_AUDIENCE")


@register("settings")
def check_addresses(**_: Any) -> list[CheckMessage]:
    """Report addresses, our own and those of peers, that are missing or cannot be right."""
    optional = [name for name in ("TAGATOR_SERVICE_URL", "JWT_JWKS_URL") if getattr(settings, name)]
    return wrong_addresses(["PUBLIC_URL", "PHOTO_SERVICE_URL", *optional], "rest.E001")


@register("settings", deploy=True)
def check_erasure_key(**_: Any) -> list[CheckMessage]:
    """Report hashes of the erased that depend on a key which is replaced from time to time."""
    if settings.ERASURE_KEY:
        return []
    text = (
        "ERASURE_KEY is not set: with the next SECRET_KEY the erased are not known again. If anyone"
        " was erased here, set it to the SECRET_KEY of then, which is the present one if you never"
        " replaced it."
    )
    return [checks.Warning(text, id="rest.W001")]


PRINTING = "django.core.mail.backends.console.EmailBackend"


@register("settings", deploy=True)
def check_mail(**_: Any) -> list[CheckMessage]:
    """Report mails that cannot leave, or whose links, which set passwords, would stand in the log.

    An installation that sends none has Django's `dummy` backend.
    """
    wrong = []
    if settings.EMAIL_BACKEND == PRINTING:
        wrong.append("EMAIL_BACKEND prints mails to the log, with the links that set passwords.")
    if settings.EMAIL_BACKEND.endswith(".smtp.EmailBackend"):
        missing = ("EMAIL_HOST", "DEFAULT_FROM_EMAIL")
        wrong += [f"{name} is not set." for name in missing if not getattr(settings, name)]
    return [checks.Warning(text, id="rest.W002") for text in wrong]


@register("settings")
def check_groups(**_: Any) -> list[CheckMessage]:
    """Report unknown API groups, or none: the intended ones would not be served."""
    known = [group.base for group in GROUPS]
    enabled = settings.ENABLED_API_GROUPS
    wrong = [f"has {name!r}" for name in enabled if name not in known] if enabled else ["is empty"]
    return [
        Error(f"ENABLED_API_GROUPS {what}; there are {', '.join(known)}.", id="rest.E002")
        for what in wrong
    ]


@register("settings")
def check_throttles(**_: Any) -> list[CheckMessage]:
    """Report a rate that cannot be read, or allows no call: each would fail, or be refused."""
    rate = settings.THROTTLE_RATES["tagger"]
    text = f"THROTTLE_TAGGER is {rate!r}, not a rate like 30/m."
    return [] if _is_rate(rate) else [Error(text, id="rest.E003")]


@register("settings")
def check_identity_provider(**_: Any) -> list[CheckMessage]:
    """Report an identity provider that is set in part: all its tokens would be refused."""
    missing = [name for name in _PROVIDER if not getattr(settings, name)]
    if len(missing) in (0, len(_PROVIDER)):
        return []
    text = f"{', '.join(_PROVIDER)} belong together; there is no {' and no '.join(missing)}."
    return [Error(text, id="rest.E004")]


@register("settings")
def check_amounts(**_: Any) -> list[CheckMessage]:
    """Report limits with which every call would fail or be refused."""
    found = {"DATABASE_POOL_SIZE": settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]}
    wrong = [f"{name} is not more than 0." for name, amount in found.items() if amount <= 0]
    if settings.TRUSTED_PROXIES < 0:
        wrong.append("TRUSTED_PROXIES is less than 0.")
    return [Error(text, id="rest.E005") for text in wrong]


@register("settings")
def check_second_step(**_: Any) -> list[CheckMessage]:
    """Report a word for the second step of sign-in that would leave it off."""
    if settings.STAFF_TWO_FACTOR in (OFF, REQUIRED):
        return []
    text = f"STAFF_TWO_FACTOR is {settings.STAFF_TWO_FACTOR!r}, not {OFF} or {REQUIRED}."
    return [Error(text, id="rest.E007")]


@register("settings")
def check_log_level(**_: Any) -> list[CheckMessage]:
    """Report a level that there is not, in place of which INFO is used until the process ends."""
    known = [name for name, level in logging.getLevelNamesMapping().items() if level]
    if settings.LOG_LEVEL in known:
        return []
    text = f"LOG_LEVEL is {settings.LOG_LEVEL!r}, not one of {', '.join(known)}."
    return [Error(text, id="rest.E006")]


@register("settings")
def check_reporting(**_: Any) -> list[CheckMessage]:
    """Report where traces and errors cannot be sent to, without showing the key."""
    wrong = []
    if settings.TRACES_URL and not is_address(settings.TRACES_URL):
        wrong.append("OTEL_EXPORTER_OTLP_ENDPOINT is no address like http://collector:4318.")
    if settings.SENTRY_DSN and not is_dsn(settings.SENTRY_DSN):
        wrong.append("SENTRY_DSN is no address like https://key@sentry.example.org/7.")
    return [Error(text, id="rest.E008") for text in wrong]


def _is_rate(text: str) -> bool:
    try:
        return Rate.parse(text).calls > 0
    except (ValueError, KeyError):
        return False
