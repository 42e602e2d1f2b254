"""Ask for rewards of activities whose data changed after the credit."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rewards", "0012_correction_causes")]

    operations = [
        migrations.AddField(
            model_name="rewardcorrection",
            name="includes_changed_data",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Also rewards of activities whose data changed after the credit.",
            ),
        )
    ]
