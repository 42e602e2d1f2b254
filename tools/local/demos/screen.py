"""What the demos share: their screen, waiting for the workers, and events as others send them."""

import logging
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from foundation.messaging.bus import broker
from foundation.messaging.bus.events import Event

# A deployment does not have `rich`, so it is imported only where the screen is written to.
if TYPE_CHECKING:
    from rich.console import Console

POLL_SECONDS = 0.25


class DemoCommand(BaseCommand):
    """A command that publishes what it made up, and shows what became of it."""

    @abstractmethod
    def show(self, console: "Console", options: dict[str, Any]) -> None:
        """Run the demo, and show it on the screen."""

    def handle(self, *_: Any, **options: Any) -> None:
        if find_spec("rich") is None:
            raise CommandError("The demo needs the packages of requirements/local.txt (rich).")
        from rich.console import Console

        logging.disable(logging.INFO)  # the screen is for the progress and the table
        try:
            self.show(Console(), options)
        except broker.BusDown as error:
            raise CommandError(str(error)) from error
        finally:
            logging.disable(logging.NOTSET)


def wait_until_done(
    console: "Console", title: str, count: Callable[[], int], total: int, seconds: float
) -> bool:
    """Show progress until all are counted; return whether they were before the time was over."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    deadline = time.monotonic() + seconds
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(title, total=total)
        while (done := count()) < total and time.monotonic() < deadline:
            progress.update(task, completed=done)
            time.sleep(POLL_SECONDS)
        progress.update(task, completed=done)
    return done >= total


def publish_event(topic: str, subject: UUID, data: Mapping[str, Any]) -> None:
    """Publish an event about a record; another one of the topic about it is a repeat."""
    named = {"id": f"{topic}:{subject}", "source": "/demo", "type": topic, "subject": str(subject)}
    broker.publish(Event(**named, time=timezone.now(), data=data), topic)
