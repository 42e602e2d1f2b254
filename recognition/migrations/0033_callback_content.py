"""Index what callbacks are known again by, before they are divided and unique no more."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0032_inferred_numbers_by_index")]

    operations = [
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS callback_content"),  # of a broken run
        AddIndexConcurrently(
            "callback", models.Index("request", "digest", name="callback_content")
        ),
    ]
