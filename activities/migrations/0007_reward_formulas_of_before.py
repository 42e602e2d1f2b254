"""Rewards of before get the formula that their history names, and the index is built beside them."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models, transaction

ACTIVITIES_AT_ONCE = 2_000
FILL = """
UPDATE activities_activity AS activity
SET reward_formula_id = formula.id
FROM activities_activityhistory AS history
    JOIN rewards_rewardformula AS formula ON formula.id::text = history.details->>'formulaId'
WHERE activity.id = ANY(%s) AND history.activity_id = activity.id
    AND history.change = 'RewardSet' AND activity.reward_formula_id IS NULL
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Fill some activities at a time; after an interruption it goes on with what is left."""
    rewarded = apps.get_model("activities", "Activity").objects.filter(reward__isnull=False)
    after = None
    while True:
        left = rewarded if after is None else rewarded.filter(pk__gt=after)
        keys = list(left.order_by("pk").values_list("pk", flat=True)[:ACTIVITIES_AT_ONCE])
        if not keys:
            return
        with transaction.atomic(), schema_editor.connection.cursor() as cursor:
            cursor.execute(FILL, [keys])
        after = keys[-1]


class Migration(migrations.Migration):
    atomic = False  # in portions, while rewards are calculated
    dependencies = [("activities", "0006_reward_formula")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS activity_rewards_of_program",  # of a broken run
            migrations.RunSQL.noop,
        ),
        AddIndexConcurrently(
            "activity",
            models.Index(
                condition=models.Q(("reward__isnull", False)),
                fields=["marketing_program", "created_on"],
                include=("reward", "reward_formula"),
                name="activity_rewards_of_program",
            ),
        ),
    ]
