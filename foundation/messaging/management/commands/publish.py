"""`manage.py publish TOPIC FILE`: an event as another service would publish it."""

import json
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from foundation.messaging.bus import broker
from foundation.messaging.bus.events import Event, UnreadableEvent, topics
from foundation.records.formats import as_iso_text
from foundation.records.refusals import did_you_mean

SOURCE = "/manage.py/publish"


class Command(BaseCommand):
    help = "Publish an event on the bus, as another service would."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("topic", help="of docs/events, such as photos.photo-published")
        parser.add_argument("file", help="JSON: a CloudEvent, or its data alone; - for stdin")
        parser.add_argument(
            "--subject", default="", help="the id that the event is about, beside data alone"
        )

    def handle(self, *args: Any, topic: str, file: str, subject: str, **options: Any) -> None:
        if topic not in topics():
            raise CommandError(
                f"Nothing here receives {topic!r}{did_you_mean(topic, topics())} "
                f"There are: {', '.join(topics())}."
            )
        body = _event(_read(file), topic, subject)
        try:
            event = Event.from_json(body)
            broker.publish_raw(body, exchange=broker.EXCHANGE.name, routing_key=topic)
        except UnreadableEvent as error:
            raise CommandError(str(error)) from error
        except broker.BusDown as error:
            raise CommandError(f"The bus may not have it, so publish it again: {error}") from error
        self.stdout.write(f"Published on {topic}: event {event.id} of {event.source}.")
        self.stdout.write("If its data are refused, it stands under Dead letters, with why.")


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error


def _event(body: bytes, topic: str, subject: str) -> bytes:
    """Return the event that the bytes are, or whose data they are: as written, each digit."""
    try:
        text = body.decode("utf-8-sig")
        found = json.loads(text)
    except ValueError as error:
        raise CommandError(f"It is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise CommandError("It is not a JSON object.")
    if "specversion" in found:
        return body
    envelope = {
        "specversion": "1.0",
        "id": str(uuid4()),
        "source": SOURCE,
        "type": topic,
        "time": as_iso_text(timezone.now()),
        **({"subject": subject} if subject else {}),
    }
    return f'{json.dumps(envelope)[:-1]}, "data": {text}}}'.encode()
