"""Replays and recalculations become long jobs of `messaging.jobs`.

Where a replay goes on is kept, and so is a recalculation that the outbox holds.
"""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import messaging.jobs.models

STATES = ["Waiting", "Running", "Finished", "Cancelled", "Failed"]
FIELDS = {
    "position": lambda: models.JSONField(
        null=True, help_text="What the last portion ended with; null: none is done yet."
    ),
    "total": lambda: models.PositiveBigIntegerField(
        null=True, help_text="How much there is to do; null: not counted."
    ),
    "done": lambda: models.PositiveBigIntegerField(default=0, help_text="How much of it is done."),
    "claim_id": lambda: models.UUIDField(null=True),
    "leased_until": lambda: models.DateTimeField(null=True),
    "next_attempt_on": lambda: models.DateTimeField(
        null=True, default=messaging.jobs.models.after_grace
    ),
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
    "state": lambda: models.CharField(
        max_length=10, choices=[(state, state) for state in STATES], default="Waiting"
    ),
}
ADDED = ("position", "total", "claim_id", "leased_until", "next_attempt_on", "attempts", "reason",
         "created_on", "state")  # fmt: skip

# A replay that was stopped goes on by `--resume`, as before.
MOVE_REPLAYS = """
UPDATE activities_activityreplay
SET created_on = started_on,
    next_attempt_on = NULL,
    state = CASE WHEN finished_on IS NULL THEN 'Cancelled' ELSE 'Finished' END,
    reason = CASE WHEN finished_on IS NULL THEN 'It was stopped.' ELSE '' END,
    finished_on = coalesce(finished_on, now()),
    position = CASE WHEN position_on IS NOT NULL THEN jsonb_build_object(
        'createdOn', to_char(position_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'),
        'id', position_id
    ) END
"""
MOVE_REPLAYS_BACK = """
UPDATE activities_activityreplay
SET finished_on = CASE WHEN state = 'Finished' THEN finished_on END,
    started_on = created_on,
    position_on = (position ->> 'createdOn')::timestamptz,
    position_id = (position ->> 'id')::uuid
"""
MOVE_RECALCULATIONS = """
INSERT INTO activities_rewardrecalculation (
    id, formula_id, state, position, done, attempts, reason, started_by, created_on,
    next_attempt_on
)
SELECT gen_random_uuid(), (body ->> 'formulaId')::uuid, 'Waiting',
    CASE WHEN body ? 'afterId' THEN
        jsonb_build_object('createdOn', body ->> 'afterOn', 'id', body ->> 'afterId')
    END,
    0, 0, '', body ->> 'source', (body ->> 'before')::timestamptz, now()
FROM messaging_outboxmessage
WHERE destination = 'activities.calculate_failed'
    AND delivered_on IS NULL AND withdrawn_on IS NULL
ON CONFLICT DO NOTHING;
UPDATE messaging_outboxmessage
SET withdrawn_on = now(), dead_on = NULL, reason = 'It is a job now.'
WHERE destination = 'activities.calculate_failed'
    AND delivered_on IS NULL AND withdrawn_on IS NULL;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("activities", "0001_initial"),
        ("messaging", "0002_outbox_statistics"),
        ("rewards", "0001_initial"),
    ]

    operations = [
        migrations.RenameField("activityreplay", "state", "activity_state"),
        migrations.RenameField("activityreplay", "looked_at", "done"),
        migrations.AlterField("activityreplay", "done", FIELDS["done"]()),
        migrations.AlterField("activityreplay", "started_by", FIELDS["started_by"]()),
        migrations.AlterField("activityreplay", "started_on", FIELDS["started_on"]()),
        *(migrations.AddField("activityreplay", name, FIELDS[name]()) for name in ADDED),
        migrations.AddField(
            "activityreplay",
            "batch",
            models.PositiveIntegerField(default=500, help_text="Activities of one portion."),
        ),
        migrations.AddField("activityreplay", "waiting", models.PositiveIntegerField(default=0)),
        migrations.AddField("activityreplay", "steps", models.JSONField(default=dict)),
        migrations.RunSQL(MOVE_REPLAYS, MOVE_REPLAYS_BACK),
        migrations.RemoveField("activityreplay", "position_on"),
        migrations.RemoveField("activityreplay", "position_id"),
        migrations.CreateModel(
            "RewardRecalculation",
            fields=[
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, serialize=False)),
                (
                    "formula",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rewards.rewardformula",
                    ),
                ),
                *((name, field()) for name, field in FIELDS.items()),
            ],
            options={
                "verbose_name": "recalculation of rewards",
                "verbose_name_plural": "recalculations of rewards",
                "constraints": [
                    models.UniqueConstraint(
                        models.F("formula"),
                        condition=models.Q(("finished_on", None)),
                        name="recalculation_one_unfinished",
                    )
                ],
            },
        ),
        migrations.RunSQL(MOVE_RECALCULATIONS, migrations.RunSQL.noop),
    ]
