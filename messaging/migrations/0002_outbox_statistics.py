"""Let PostgreSQL analyze the outbox again after a thousand changes, however many rows it keeps.

Statistics of an idle moment say that nothing waits. After them the query of the due rows reads all
waiting rows for each of them, seconds a batch when thousands wait for a peer that is down.
"""

from django.db import migrations

TABLE = "messaging_outboxmessage"
SCALE = "autovacuum_analyze_scale_factor"


class Migration(migrations.Migration):
    dependencies = [("messaging", "0001_initial")]

    operations = [
        migrations.RunSQL(
            f"ALTER TABLE {TABLE} SET ({SCALE} = 0, autovacuum_analyze_threshold = 1000)",
            f"ALTER TABLE {TABLE} RESET ({SCALE}, autovacuum_analyze_threshold)",
        )
    ]
