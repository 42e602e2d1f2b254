"""Remember of each received event what its data were."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("messaging", "0008_inbox_and_dead_letters")]

    operations = [
        migrations.AddField(
            model_name="inboxmessage",
            name="data_hash",
            field=models.CharField(db_default="", default="", max_length=64),
        )
    ]
