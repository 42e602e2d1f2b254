"""What the staff's lists are read by, built beside whatever writes meanwhile."""

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

NOT_USED = models.Q(state__in=("Ignored", "Rejected", "Failed"))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("recognition", "0007_selfies_and_photo_history"),
    ]

    operations = [
        AddIndexConcurrently("photo", models.Index("created_on", name="photo_newest")),
        AddIndexConcurrently("numberrequest", models.Index("created_on", name="request_newest")),
        AddIndexConcurrently("callback", models.Index("received_on", name="callback_newest")),
        AddIndexConcurrently(
            "callback", models.Index("received_on", condition=NOT_USED, name="callback_not_used")
        ),
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
    ]
