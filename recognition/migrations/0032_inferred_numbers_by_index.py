"""An index of inferred numbers, built beside the work that goes on.

For a while migration 0027 made it, so it may be there already.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0031_traces_of_requests")]

    operations = [
        migrations.RunSQL(
            'DROP INDEX CONCURRENTLY IF EXISTS "number_inferred"', migrations.RunSQL.noop
        ),
        AddIndexConcurrently(
            model_name="photonumber",
            index=models.Index(
                models.F("album_id"),
                models.F("value"),
                condition=models.Q(("source", "Inferred")),
                name="number_inferred",
            ),
        ),
    ]
