"""`manage.py consume_events`: the process that receives events from the bus."""

import os
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from prometheus_client import start_http_server

from foundation.messaging.bus.consumer import Consumer
from foundation.records.garbage import freeze_loaded
from foundation.records.unapplied_migrations import wait_until_migrated


class Command(BaseCommand):
    help = "Receive events from the bus until SIGTERM or SIGINT, many at once."
    requires_system_checks = ("settings",)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--concurrency",
            type=int,
            default=8,
            help="messages handled at the same time (default 8); they share DATABASE_POOL_SIZE "
            "connections, and need none while they wait for a provider",
        )

    def handle(self, *args: Any, concurrency: int, **options: Any) -> None:
        """Consume until stopped; the status is 1 where something under way did not finish."""
        if concurrency < 1:
            raise CommandError(f"--concurrency must be 1 or more, not {concurrency}")
        freeze_loaded()
        wait_until_migrated()
        consumer = Consumer(concurrency)
        signal.signal(signal.SIGTERM, lambda *_: consumer.stop())
        signal.signal(signal.SIGINT, lambda *_: consumer.stop())
        if settings.CONSUMER_METRICS_PORT:
            start_http_server(settings.CONSUMER_METRICS_PORT)
        if not consumer.run():
            self.stderr.write("stopped with messages under way; the broker sends them again")
            # An ordinary exit would wait for a thread that hangs in a handler.
            os._exit(1)
