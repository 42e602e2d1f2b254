"""What the home page and the lists of photos in a state read, however many photos there are."""

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # the index is created while photos are processed
    dependencies = [("recognition", "0021_keep_days_on_page")]

    operations = [
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                models.F("created_on"),
                models.F("state"),
                condition=models.Q(("state__in", ("Processed", "Deleted")), _negated=True),
                name="photo_unsettled_newest",
            ),
        ),
        migrations.CreateModel(
            name="BacklogCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("state", models.CharField(max_length=20)),
                ("count", models.PositiveBigIntegerField()),
                ("since", models.DateTimeField(help_text="When the oldest of them was published.")),
                ("counted_on", models.DateTimeField()),
                (
                    "album",
                    models.ForeignKey(
                        db_index=False,
                        help_text="Null: of all albums.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="recognition.album",
                    ),
                ),
            ],
            options={
                "verbose_name": "count of waiting photos",
                "verbose_name_plural": "counts of waiting photos",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("album", "state"), name="backlog_of_album", nulls_distinct=False
                    )
                ],
            },
        ),
    ]
