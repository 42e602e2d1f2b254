"""`manage.py replay_erasures FILE`: after a restore, erases again what was erased since the backup.

Run it before the first process starts. What other services have to erase is left to the workers.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError

from messaging.jobs import running
from privacy import file
from privacy.commands.ordering import OrderErasureAgainCommand, order_erasure_again
from privacy.commands.running import asks_next
from privacy.models import Erasure, SubjectKind
from records.audit import operator


class Command(BaseCommand):
    help = "Erases again what was erased since the backup that was restored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what ERASURES_FILE names")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            lines = list(file.read(options["file"]))
        except (OSError, json.JSONDecodeError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from None
        done = Counter(_replay(line) for line in lines)
        self.stdout.write(
            f"{len(lines)} erasures: {done['again']} done again, {done['before']} were done "
            f"before the backup, {done['left']} left to the workers, which ask the providers."
        )


def _replay(line: dict[str, Any]) -> str:
    erasure = order_erasure_again(
        OrderErasureAgainCommand(
            erasure_id=UUID(line["erasureId"]),
            kind=SubjectKind(line["kind"]),
            subject=line["subject"],
            why=line["why"],
            ordered_by=line["by"],
            ordered_on=datetime.fromisoformat(line["orderedOn"]),
            by=operator("replay_erasures"),
        )
    )
    if erasure.is_over:
        return "before"
    try:
        for worked_on in running.portions(Erasure, erasure.pk, uuid4()):
            if asks_next(worked_on):
                return "left"
    except running.ClaimLost:  # this command was killed a moment ago, or a worker runs already
        return "left"
    return "again"
