"""Index what received events are known again by, before they are divided and unique no more."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("messaging", "0004_outbox_by_week")]

    operations = [
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS inbox_event"),  # of a broken run
        AddIndexConcurrently(
            "inboxmessage", models.Index(fields=["source", "event_id"], name="inbox_event")
        ),
    ]
