"""Photos of an album by when they got their last result: how many an hour has finished."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Greatest


class Migration(migrations.Migration):
    atomic = False  # the index is created while photos are processed
    dependencies = [("recognition", "0008_reason_groups")]

    operations = [
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                models.F("album"),
                Greatest("faces_recognized_on", "numbers_recognized_on"),
                condition=models.Q(state="Processed"),
                name="photo_processed_in_album",
            ),
        )
    ]
