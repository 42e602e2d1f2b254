"""Persons of photos name the album; the index is created while photos are processed."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

PART = 20_000
FILL_IN = """
UPDATE recognition_photoperson person SET album_id = photo.album_id FROM recognition_photo photo
WHERE person.id BETWEEN %s AND %s AND person.album_id IS NULL AND photo.id = person.photo_id
"""


def fill_in(apps, schema_editor):
    """Fill in the albums, a part in each transaction; repeated, it goes on."""
    last = apps.get_model("recognition", "PhotoPerson").objects.aggregate(last=models.Max("pk"))
    for start in range(1, (last["last"] or 0) + 1, PART):
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(FILL_IN, [start, start + PART - 1])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0014_persons")]

    operations = [
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
        AddIndexConcurrently(
            model_name="photoperson",
            index=models.Index(
                models.F("album_id"),
                models.F("person_id"),
                models.F("photo"),
                name="person_of_album",
            ),
        ),
    ]
