"""Dry runs become long jobs of `messaging.jobs`; where one goes on is kept."""

from django.db import migrations, models

import messaging.jobs.models

MOVE_POSITION = """
UPDATE rewards_formuladryrun
SET position = jsonb_build_object(
    'createdOn', to_char(position_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'),
    'id', position_id
)
WHERE position_on IS NOT NULL
"""
MOVE_BACK = """
UPDATE rewards_formuladryrun
SET position_on = (position ->> 'createdOn')::timestamptz, position_id = (position ->> 'id')::uuid
WHERE position IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("rewards", "0001_initial")]

    operations = [
        migrations.AddField(
            "formuladryrun",
            "position",
            models.JSONField(
                null=True, help_text="What the last portion ended with; null: none is done yet."
            ),
        ),
        migrations.RunSQL(MOVE_POSITION, MOVE_BACK),
        migrations.RemoveField("formuladryrun", "position_on"),
        migrations.RemoveField("formuladryrun", "position_id"),
        migrations.RenameField("formuladryrun", "looked_at", "done"),
        migrations.AlterField(
            "formuladryrun",
            "done",
            models.PositiveBigIntegerField(default=0, help_text="How much of it is done."),
        ),
        migrations.AlterField(
            "formuladryrun",
            "total",
            models.PositiveBigIntegerField(
                null=True, help_text="How much there is to do; null: not counted."
            ),
        ),
        migrations.AlterField(
            "formuladryrun",
            "attempts",
            models.PositiveSmallIntegerField(
                default=0, help_text="How often it was started since a portion was last done."
            ),
        ),
        migrations.AlterField(
            "formuladryrun",
            "next_attempt_on",
            models.DateTimeField(null=True, default=messaging.jobs.models.after_grace),
        ),
        migrations.AlterField(
            "formuladryrun",
            "reason",
            models.CharField(max_length=1000, blank=True, help_text="Why it failed or ended."),
        ),
        migrations.AlterField(
            "formuladryrun", "started_by", models.CharField(max_length=150, blank=True)
        ),
    ]
