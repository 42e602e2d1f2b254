"""Divide callbacks by months, so that an old month is dropped instead of deleted row by row.

Processes of the version before know a repeat by the unique index, which goes: so this comes after
them. `records.dividing` says what is locked, and how briefly.
"""

from typing import Any

from django.db import migrations
from django.utils import timezone

from records.dividing import divide
from records.partitions import PartitionedTable

CALLBACKS = PartitionedTable(name="recognition_callback", column="received_on", each="month")
WITHOUT_UNIQUE = "DROP INDEX callback_stored_once"


def divide_callbacks(*_: Any) -> None:
    divide(CALLBACKS, timezone.now(), WITHOUT_UNIQUE)


class Migration(migrations.Migration):
    stage = "after"
    atomic = False
    reasons = {
        "runs-code": "`divide` locks for moments only, and no process of the version before is left."
    }
    dependencies = [("recognition", "0033_callback_content")]

    operations = [
        # Back: it stays divided, and is not unique again.
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(divide_callbacks, migrations.RunPython.noop)],
            [migrations.RemoveConstraint("callback", "callback_stored_once")],
        )
    ]
