"""Numbers inferred within bursts; the index of bursts is built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

_SOURCE = models.CharField(
    choices=[("Provider", "Provider"), ("Manual", "Manual"), ("Inferred", "Inferred")],
    max_length=10,
)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0026_number_wearers")]

    operations = [
        migrations.AddField(
            model_name="album",
            name="infer_numbers",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Where a runner's number is hidden on a photo, take it from another one "
                "of the same photographer within seconds. Runners who may be confused get none.",
            ),
        ),
        migrations.AlterField("formernumber", "source", _SOURCE),
        migrations.AlterField("photonumber", "source", _SOURCE),
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                models.F("album"),
                models.F("photographer_id"),
                models.F("shooting_date"),
                condition=models.Q(
                    ("photographer_id__isnull", False), ("shooting_date__isnull", False)
                ),
                name="photo_of_burst",
            ),
        ),
    ]
