from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from kombu.transport import TRANSPORT_ALIASES

from foundation.messaging import tracing


class MessagingConfig(AppConfig):
    name = "foundation.messaging"

    def ready(self) -> None:
        import foundation.messaging.metrics  # noqa: F401 (registers its collector)
        from foundation.messaging.commands import INBOX, OUTBOX
        from foundation.records.partitions import register_table

        register_table(OUTBOX)
        register_table(INBOX)
        register(check_servers, "settings")
        register(check_deliveries, "settings")
        if settings.TRACES_URL:
            tracing.start(
                settings.TRACES_URL, settings.TRACES_HEADERS, settings.TRACES_SERVICE_NAME
            )


def check_deliveries(**_: Any) -> list[CheckMessage]:
    """Report a mode of deliveries that there is not: it must not be taken for the other one."""
    from foundation.messaging.outbox.holding import HELD, SENT  # models are there only now

    if settings.DELIVERIES in (HELD, SENT):
        return []
    return [Error(f"DELIVERIES is {SENT} or {HELD}.", id="messaging.E002")]


def check_servers(**_: Any) -> list[CheckMessage]:
    """Report an address that names no broker, without showing it: it may hold a password."""
    wrong = []
    for name in ("REDIS_URL", "EVENT_BUS_URL"):
        for address in getattr(settings, name).split(";"):
            kind, _sep, place = address.strip().partition("://")
            if kind not in TRANSPORT_ALIASES or not place:
                wrong.append(name)
    text = "{} is no address like redis://host:6379/0 or amqp://user:password@host/vhost."
    return [Error(text.format(name), id="messaging.E001") for name in wrong]
