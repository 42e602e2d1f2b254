"""Operations of before get their running balances, in the order in which they were created."""

from typing import Any

from django.db import migrations, models, transaction

BALANCES_AT_ONCE = 1_000
# Of operations that were created at the same moment, the earlier ones get a microsecond less each. So
# none is later than its balance's `updated_on`, which every operation of today is later than.
FILL = """
WITH numbered AS (
    SELECT id, balance_id, created_on, amount,
        row_number() OVER (PARTITION BY balance_id ORDER BY created_on, id)
            * interval '1 microsecond' AS step
    FROM rewards_balanceoperation
    WHERE balance_id = ANY(%s) AND recorded_on IS NULL
), filled AS (
    SELECT id,
        sum(amount) OVER (PARTITION BY balance_id ORDER BY step) AS balance_after,
        min(created_on - step) OVER (PARTITION BY balance_id ORDER BY step DESC) + step
            AS recorded_on
    FROM numbered
)
UPDATE rewards_balanceoperation AS operation
SET balance_after = filled.balance_after, recorded_on = filled.recorded_on
FROM filled WHERE filled.id = operation.id
"""
# The check is validated while credits go on, and then makes the last two statements short. Each is a
# transaction of its own: in one, the lock of the first would be held while all rows are read.
NOT_NULL = [
    "ALTER TABLE rewards_balanceoperation DROP CONSTRAINT IF EXISTS operation_is_filled",
    """ALTER TABLE rewards_balanceoperation ADD CONSTRAINT operation_is_filled
        CHECK (balance_after IS NOT NULL AND recorded_on IS NOT NULL) NOT VALID""",
    "ALTER TABLE rewards_balanceoperation VALIDATE CONSTRAINT operation_is_filled",
    """ALTER TABLE rewards_balanceoperation
        ALTER COLUMN balance_after SET NOT NULL, ALTER COLUMN recorded_on SET NOT NULL""",
    "ALTER TABLE rewards_balanceoperation DROP CONSTRAINT operation_is_filled",
]
NULLABLE = """
ALTER TABLE rewards_balanceoperation
    ALTER COLUMN balance_after DROP NOT NULL, ALTER COLUMN recorded_on DROP NOT NULL;
"""
INDEX = """
CREATE UNIQUE INDEX CONCURRENTLY operation_of_balance_in_order
    ON rewards_balanceoperation (balance_id, recorded_on)
"""
CONSTRAINT = """
ALTER TABLE rewards_balanceoperation
    ADD CONSTRAINT operation_of_balance_in_order UNIQUE USING INDEX operation_of_balance_in_order
"""
NO_CONSTRAINT = """
ALTER TABLE rewards_balanceoperation DROP CONSTRAINT operation_of_balance_in_order
"""
OLD_INDEX = """
CREATE INDEX CONCURRENTLY operation_of_balance ON rewards_balanceoperation (balance_id, created_on)
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Fill some balances at a time; after an interruption it goes on with what is left."""
    balances = apps.get_model("rewards", "Balance").objects.order_by("pk")
    after = None
    while True:
        left = balances if after is None else balances.filter(pk__gt=after)
        keys = list(left.values_list("pk", flat=True)[:BALANCES_AT_ONCE])
        if not keys:
            return
        with transaction.atomic(), schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT set_config('finishline.rewriting_histories', 'on', true)")
            cursor.execute(FILL, [keys])
        after = keys[-1]


class Migration(migrations.Migration):
    atomic = False  # in portions, while credits go on
    dependencies = [("rewards", "0007_running_balances")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(NOT_NULL, NULLABLE),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS operation_of_balance_in_order",  # of a broken run
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            [INDEX, CONSTRAINT],
            NO_CONSTRAINT,
            state_operations=[
                migrations.AddConstraint(
                    "balanceoperation",
                    models.UniqueConstraint(
                        fields=("balance", "recorded_on"), name="operation_of_balance_in_order"
                    ),
                )
            ],
        ),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS operation_of_balance",
            OLD_INDEX,
            state_operations=[migrations.RemoveIndex("balanceoperation", "operation_of_balance")],
        ),
    ]
