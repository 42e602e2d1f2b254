import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The index is built from the rows that are there; the rest only changes the catalogue."""

    dependencies = [
        ("recognition", "0010_competitor_base_url"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="processedphoto",
            index=models.Index(models.F("job"), models.F("photo"), name="processed_photo_of_job"),
        ),
        migrations.RemoveConstraint(
            model_name="processedphoto",
            name="job_photo_once",
        ),
        migrations.AddField(
            model_name="processedphoto",
            name="mode",
            field=models.CharField(
                blank=True,
                choices=[
                    ("Scheduled", "Scheduled"),
                    ("Changed", "Changed"),
                    ("Again", "Again"),
                    ("Force", "Force"),
                ],
                db_default="",
                help_text="Of the pass that took it; empty: of before it was written down.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="processedphoto",
            name="taken_on",
            field=models.DateTimeField(help_text="Null: of before it was written down.", null=True),
        ),
        migrations.AlterField(
            model_name="processedphoto",
            name="job",
            field=models.ForeignKey(
                db_index=False,
                help_text="The job that took it; null: staff chose the photo.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="processed_photos",
                to="recognition.albumphotosprocessingjob",
            ),
        ),
    ]
