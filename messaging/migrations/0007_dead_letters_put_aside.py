"""Keep of a dead letter who put it aside, when and why.

It does not wait for the inbox to be divided, which comes after the processes of the version before.
"""

from django.db import migrations, models

TEXT = {"blank": True, "default": "", "db_default": ""}


class Migration(migrations.Migration):
    reasons = {
        "lock-not-last": "Columns without a rewrite, in a table that is written only when an event "
        "could not be used; its writers wait some milliseconds."
    }
    dependencies = [("messaging", "0005_inbox_event")]

    operations = [
        migrations.AddField("deadletter", "put_aside_on", models.DateTimeField(null=True)),
        migrations.AddField("deadletter", "put_aside_by", models.CharField(max_length=150, **TEXT)),
        migrations.AddField("deadletter", "put_aside_why", models.TextField(**TEXT)),
    ]
