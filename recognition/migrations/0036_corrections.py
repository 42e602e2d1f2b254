"""Keep what events said last, corrections by them, and where faces of the erased were."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    reasons = {
        "changing-column-type": "A longer varchar: PostgreSQL neither rewrites nor reads the table.",
        "lock-not-last": "Columns without a rewrite and longer texts, in the order in which processes "
        "lock albums and photos; writers wait some milliseconds.",
    }
    dependencies = [("recognition", "0035_judging_attempts")]

    operations = [
        migrations.CreateModel(
            name="ErasedFaces",
            fields=[
                (
                    "photo",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="erased_faces",
                        serialize=False,
                        to="recognition.photo",
                    ),
                ),
                ("boxes", models.JSONField(default=list)),
                ("unplaced", models.PositiveSmallIntegerField(default=0)),
            ],
            options={"verbose_name": "erased faces", "verbose_name_plural": "erased faces"},
        ),
        migrations.AddField(
            model_name="album",
            name="told_on",
            field=models.DateTimeField(
                editable=False,
                help_text="The time of the event that its name and date are of.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="photo",
            name="told_on",
            field=models.DateTimeField(
                help_text="The time of the event that its address and dates are of.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="photo", name="image_url", field=models.URLField(blank=True, max_length=4000)
        ),
        migrations.AlterField(
            model_name="selfie",
            name="image_url",
            field=models.URLField(blank=True, max_length=4000),
        ),
        migrations.CreateModel(
            name="PhotoRepublication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("changes", models.JSONField()),
                ("occurred_on", models.DateTimeField()),
                (
                    "photo",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="republications",
                        to="recognition.photo",
                    ),
                ),
            ],
            options={"verbose_name": "republication"},
        ),
    ]
