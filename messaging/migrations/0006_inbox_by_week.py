"""Divide the inbox by weeks, so that an old week is dropped instead of deleted row by row.

Processes of the version before know a repeat by the unique index, which goes: so this comes after
them. `records.dividing` says what is locked, and how briefly.
"""

from typing import Any

from django.db import migrations
from django.utils import timezone

from records.dividing import divide
from records.partitions import PartitionedTable

INBOX = PartitionedTable(name="messaging_inboxmessage", column="received_on", each="week")
WITHOUT_UNIQUE = "ALTER TABLE messaging_inboxmessage_old DROP CONSTRAINT inbox_once"


def divide_inbox(*_: Any) -> None:
    divide(INBOX, timezone.now(), WITHOUT_UNIQUE)


class Migration(migrations.Migration):
    stage = "after"
    atomic = False
    reasons = {
        "runs-code": "`divide` locks for moments only, and no process of the version before is left."
    }
    dependencies = [("messaging", "0005_inbox_event")]

    operations = [
        # Back: it stays divided, and is not unique again.
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(divide_inbox, migrations.RunPython.noop)],
            [migrations.RemoveConstraint("inboxmessage", "inbox_once")],
        )
    ]
