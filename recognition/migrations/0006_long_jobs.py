"""The jobs of albums become long jobs of `messaging.jobs`.

The cursor of a job moves to `position`; where a job goes on is kept.
"""

import django.utils.timezone
from django.db import migrations, models

import messaging.jobs.models

NEW = {
    "position": lambda: models.JSONField(
        null=True, help_text="What the last portion ended with; null: none is done yet."
    ),
    "total": lambda: models.PositiveBigIntegerField(
        null=True, help_text="How much there is to do; null: not counted."
    ),
    "done": lambda: models.PositiveBigIntegerField(default=0, help_text="How much of it is done."),
    "claim_id": lambda: models.UUIDField(null=True),
}
NEW_OF_REJUDGING = {
    **NEW,
    "state": lambda: models.CharField(
        choices=[
            ("Waiting", "Waiting"),
            ("Running", "Running"),
            ("Finished", "Finished"),
            ("Cancelled", "Cancelled"),
            ("Failed", "Failed"),
        ],
        default="Waiting",
        max_length=10,
    ),
    "leased_until": lambda: models.DateTimeField(null=True),
    "attempts": lambda: models.PositiveSmallIntegerField(
        default=0, help_text="How often it was started since a portion was last done."
    ),
    "reason": lambda: models.CharField(
        max_length=1000, blank=True, help_text="Why it failed or ended."
    ),
    "started_by": lambda: models.CharField(max_length=150, blank=True),
    "created_on": lambda: models.DateTimeField(default=django.utils.timezone.now),
    "started_on": lambda: models.DateTimeField(null=True),
    "finished_on": lambda: models.DateTimeField(null=True),
}
MOVE_CURSOR = "UPDATE {} SET position = to_jsonb(cursor::text) WHERE cursor IS NOT NULL"
MOVE_BACK = "UPDATE {} SET cursor = (position #>> '{{}}')::uuid WHERE position IS NOT NULL"


def moved(model: str) -> list[migrations.operations.base.Operation]:
    table = f"recognition_{model}"
    return [
        migrations.RunSQL(MOVE_CURSOR.format(table), MOVE_BACK.format(table)),
        migrations.RemoveField(model, "cursor"),
    ]


class Migration(migrations.Migration):
    dependencies = [("recognition", "0005_names_in_any_case")]

    operations = [
        *(
            migrations.AddField("albumphotosprocessingjob", name, field())
            for name, field in NEW.items()
        ),
        *moved("albumphotosprocessingjob"),
        migrations.RenameField("albumphotosprocessingjob", "reason_description", "reason"),
        migrations.AlterField("albumphotosprocessingjob", "reason", NEW_OF_REJUDGING["reason"]()),
        migrations.AlterField(
            "albumphotosprocessingjob", "attempts", NEW_OF_REJUDGING["attempts"]()
        ),
        migrations.AlterField(
            "albumphotosprocessingjob", "started_by", NEW_OF_REJUDGING["started_by"]()
        ),
        migrations.AlterField(
            "albumphotosprocessingjob",
            "next_attempt_on",
            models.DateTimeField(null=True, default=messaging.jobs.models.after_grace),
        ),
        *(
            migrations.AddField("albumrejudging", name, field())
            for name, field in NEW_OF_REJUDGING.items()
        ),
        *moved("albumrejudging"),
        migrations.AlterField(
            "albumrejudging",
            "next_attempt_on",
            models.DateTimeField(null=True, default=messaging.jobs.models.after_grace),
        ),
        migrations.AlterModelOptions(
            "albumrejudging",
            {
                "verbose_name": "rejudging of an album",
                "verbose_name_plural": "rejudgings of albums",
            },
        ),
        migrations.AddIndex(
            "albumrejudging",
            models.Index(
                "next_attempt_on",
                condition=models.Q(("next_attempt_on__isnull", False)),
                name="rejudging_due",
            ),
        ),
    ]
