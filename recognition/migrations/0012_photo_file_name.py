"""An index of the names of photos' files, built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Collate, Lower


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0011_photo_corrected")]

    operations = [
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                Collate(
                    Lower(
                        models.Func(
                            models.F("image_url"),
                            output_field=models.TextField(),
                            template="substring(%(expressions)s, '([^/?#]*)([?#].*)?$')",
                        )
                    ),
                    "C",
                ),
                name="photo_file_name",
            ),
        ),
        # Without statistics of the names, the planner would sort all that have one beginning.
        migrations.RunSQL("ANALYZE recognition_photo", migrations.RunSQL.noop),
    ]
