"""Remember of each corrected reward whether the formula or the data changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rewards", "0011_dry_run_segments")]

    operations = [
        migrations.AddField(
            model_name="correctionitem",
            name="cause",
            field=models.CharField(
                choices=[("Formula", "Formula"), ("Data", "Data")],
                db_default="Formula",
                default="Formula",
                max_length=10,
            ),
        )
    ]
