"""Divide the outbox by weeks, so that an old week is dropped instead of deleted row by row.

Processes of the version before go on writing, delivering and pruning it by the same name. What is
there becomes the first partition: `records.dividing` says what is locked, and how briefly.
"""

from typing import Any

from django.db import migrations
from django.utils import timezone

from records.dividing import divide
from records.partitions import PartitionedTable

OUTBOX = PartitionedTable(
    name="messaging_outboxmessage",
    column="created_on",
    each="week",
    options={"autovacuum_analyze_scale_factor": 0, "autovacuum_analyze_threshold": 1000},
)


def divide_outbox(*_: Any) -> None:
    divide(OUTBOX, timezone.now())


class Migration(migrations.Migration):
    atomic = False
    reasons = {
        "runs-code": "`divide` locks for moments only, and the version before runs on what it makes."
    }
    dependencies = [("messaging", "0003_one_sweep_of_jobs")]

    # Back: the version before runs on the divided table.
    operations = [migrations.RunPython(divide_outbox, migrations.RunPython.noop)]
