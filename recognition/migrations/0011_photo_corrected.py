"""The index is created while photos are published, read and processed."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0010_corrections")]

    operations = [
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                models.F("album"),
                models.F("id"),
                condition=models.Q(
                    ("persons_corrected_on__isnull", False),
                    ("numbers_corrected_on__isnull", False),
                    _connector="OR",
                ),
                name="photo_corrected",
            ),
        )
    ]
