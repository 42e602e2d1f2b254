"""`manage.py declare_bus`: declare the exchange, queues and bindings before any process runs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from foundation.messaging.bus import broker

AWAY, OTHER_PROPERTIES = 1, 2


class Command(BaseCommand):
    help = (
        "Declare the bus: its exchange, our queues and those for other services, with their "
        "bindings. Repeating it changes nothing. Exit code 1: the broker is unavailable; "
        "2: something exists with other properties."
    )
    requires_system_checks = ("settings",)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            queues = broker.declare_all()
        except broker.DeclaredOtherwise as error:
            raise CommandError(str(error), returncode=OTHER_PROPERTIES) from error
        except broker.BusDown as error:
            raise CommandError(str(error), returncode=AWAY) from error
        self.stdout.write(f"exchange {broker.EXCHANGE.name} ({broker.EXCHANGE.type}, durable)")
        for queue in queues:
            self.stdout.write(f"queue {queue.name} (durable), waiting messages: {queue.waiting}")
            for topic in queue.topics:
                self.stdout.write(f"  bound to {topic}")
