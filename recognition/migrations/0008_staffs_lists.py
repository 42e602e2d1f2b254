"""What the staff's lists are read by, built beside whatever writes meanwhile."""

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

UNSETTLED = ~models.Q(state__in=("Processed", "Deleted"))
NOT_USED = models.Q(state__in=("Ignored", "Rejected", "Failed"))
# The name is what Django makes of table and column.
DROP_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS recognition_callback_request_id_e0199b80"
CREATE_INDEX = """
CREATE INDEX CONCURRENTLY recognition_callback_request_id_e0199b80
ON recognition_callback (request_id)
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("recognition", "0007_selfies_and_photo_history"),
    ]

    operations = [
        AddIndexConcurrently("photo", models.Index("created_on", name="photo_newest")),
        # The new one is there before the old one goes: jobs select by it.
        AddIndexConcurrently(
            "photo",
            models.Index(
                fields=("album", "id"),
                include=("state", "created_on"),
                condition=UNSETTLED,
                name="photo_unsettled_counted",
            ),
        ),
        RemoveIndexConcurrently("photo", "photo_unsettled"),
        migrations.RenameIndex(
            "photo", old_name="photo_unsettled_counted", new_name="photo_unsettled"
        ),
        AddIndexConcurrently("numberrequest", models.Index("created_on", name="request_newest")),
        AddIndexConcurrently("callback", models.Index("received_on", name="callback_newest")),
        AddIndexConcurrently(
            "callback", models.Index("received_on", condition=NOT_USED, name="callback_not_used")
        ),
        # By itself it would make the foreign key anew, and hold up whoever stores a callback.
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(DROP_INDEX, CREATE_INDEX)],
            state_operations=[
                migrations.AlterField(
                    "callback",
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="callbacks",
                        to="recognition.numberrequest",
                    ),
                ),
            ],
        ),
    ]
