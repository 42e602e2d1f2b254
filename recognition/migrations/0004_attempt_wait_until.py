"""Attempts say until when the other side asked us to wait, whether it was busy or failed.

What waited at the time of the migration has no such moment: a change of settings in the next hour
asks for it at once.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("recognition", "0003_withdrawn_texts")]

    operations = [
        migrations.AddField(
            model_name="photoattempt",
            name="wait_until",
            field=models.DateTimeField(
                help_text="Until when the other side asked us to wait; null: it did not.", null=True
            ),
        )
    ]
