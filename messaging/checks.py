"""System checks of settings whose fault would show only when a message is sent or awaited."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from kombu.transport import TRANSPORT_ALIASES


@register("settings")
def check_servers(**_: Any) -> list[CheckMessage]:
    """Report an address that names no broker, without showing it: it may hold a password."""
    return [
        Error(
            f"{name} is no address like redis://host:6379/0 or amqp://user:password@host/vhost.",
            id="messaging.E001",
        )
        for name in ("REDIS_URL", "EVENT_BUS_URL")
        if not _is_address(getattr(settings, name))
    ]


def _is_address(text: str) -> bool:
    kind, _, place = text.partition("://")
    return kind in TRANSPORT_ALIASES and bool(place)
