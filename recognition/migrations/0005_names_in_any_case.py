"""Names of accounts, spaces and competitor services are unique in any case.

Where two differ in case alone, the later one gets the beginning of its id behind its name.
"""

from django.db import migrations, models
from django.db.models.functions import Upper

RENAME_LATER = """
UPDATE {table}
SET name = left(name, 180) || ' (' || left(id::text, 8) || ')',
    version = version + 1,
    updated_on = now()
WHERE id IN (
    SELECT id
    FROM (
        SELECT id, row_number() OVER (PARTITION BY {same} ORDER BY created_on, id) AS place
        FROM {table}
    ) AS named
    WHERE place > 1
)
"""
SAME = {
    "recognition_account": "UPPER(name)",
    "recognition_accountspace": "account_id, UPPER(name)",
    "recognition_competitorinstance": "UPPER(name)",
}


class Migration(migrations.Migration):
    dependencies = [("recognition", "0004_attempt_wait_until")]

    operations = [
        *(
            migrations.RunSQL(RENAME_LATER.format(table=table, same=same), migrations.RunSQL.noop)
            for table, same in SAME.items()
        ),
        migrations.RemoveConstraint(model_name="account", name="account_name_once"),
        migrations.RemoveConstraint(model_name="accountspace", name="space_name_once"),
        migrations.AlterField(
            model_name="competitorinstance", name="name", field=models.CharField(max_length=200)
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                Upper("name"),
                name="account_name_once",
                violation_error_message="Another account has that name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="accountspace",
            constraint=models.UniqueConstraint(
                models.F("account"),
                Upper("name"),
                name="space_name_once",
                violation_error_message="Another space of the account has that name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="competitorinstance",
            constraint=models.UniqueConstraint(
                Upper("name"),
                name="competitor_name_once",
                violation_error_message="Another competitor service has that name.",
            ),
        ),
    ]
