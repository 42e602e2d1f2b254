from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Build the index that the next migration needs while jobs go on writing to the table."""

    atomic = False

    dependencies = [
        ("recognition", "0010_competitor_base_url"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="processedphoto",
            index=models.Index(models.F("job"), models.F("photo"), name="processed_photo_of_job"),
        ),
    ]
