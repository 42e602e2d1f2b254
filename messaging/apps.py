from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from kombu.transport import TRANSPORT_ALIASES


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        import messaging.metrics  # noqa: F401 (registers its collector)

        register(check_servers, "settings")


def check_servers(**_: Any) -> list[CheckMessage]:
    """Report an address that names no broker, without showing it: it may hold a password."""
    wrong = []
    for name in ("REDIS_URL", "EVENT_BUS_URL"):
        kind, _sep, place = getattr(settings, name).partition("://")
        if kind not in TRANSPORT_ALIASES or not place:
            wrong.append(name)
    text = "{} is no address like redis://host:6379/0 or amqp://user:password@host/vhost."
    return [Error(text.format(name), id="messaging.E001") for name in wrong]
