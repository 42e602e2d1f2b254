"""`manage.py replay_erasures FILE`: after a restore, erases again what was erased since the backup.

Run it before the first process starts. What other services have to erase is left to the workers.
Each erasure of its own would read the tables of messages from end to end: here they are read once.
Lines that cannot be read stop no other; it names them and ends with status 1.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError

from foundation.messaging import jobs
from foundation.privacy import file
from foundation.privacy.commands import next_part, order_erasure_again, read_tables_once
from foundation.privacy.models import Erasure
from foundation.records.audit import operator


class Command(BaseCommand):
    help = "Erases again what was erased since the backup that was restored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what ERASURES_FILE names")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            written = file.read(options["file"])
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from None
        self._replay(written.erasures.values())
        if written.faults:
            faults = "\n".join(written.faults)
            raise CommandError(f"Lines that cannot be read, so not done again:\n{faults}")

    def _replay(self, written: Iterable[file.WrittenErasure]) -> None:
        claim_id, by = uuid4(), operator("replay_erasures")
        ordered = [order_erasure_again(each, by) for each in written]
        ends = {each.pk: _work_on(each, claim_id) for each in ordered}
        waiting = [erasure_id for erasure_id, end in ends.items() if end == "tables"]
        if waiting:
            read_tables_once(waiting, claim_id)
            ends |= {each: _go_on(each, claim_id) for each in waiting}
        done = Counter(ends.values())
        self.stdout.write(
            f"{len(ends)} erasures: {done['again']} done again, {done['before']} were done "
            f"before the backup, {done['left']} left to the workers, which ask the providers."
        )


def _work_on(erasure: Erasure, claim_id: UUID) -> str:
    return "before" if erasure.is_over else _go_on(erasure.pk, claim_id, waits_at_tables=True)


def _go_on(erasure_id: UUID, claim_id: UUID, *, waits_at_tables: bool = False) -> str:
    """Work on an erasure to its end, or to a part that others do; return how it stopped."""
    try:
        for erasure in jobs.portions(Erasure, erasure_id, claim_id):
            part = next_part(erasure)
            if part is not None and part.asks:
                return "left"
            if waits_at_tables and part is not None and part.reads_tables:
                return "tables"
    except jobs.ClaimLost:  # this command was killed a moment ago, or a worker runs already
        return "left"
    return "again"
