"""Photos that are not processed say why in one sentence, by which they are counted.

The indexes are created while photos are published, read and processed.
"""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

from recognition.providers.failures import group_of_reason

UNSETTLED = ~models.Q(state__in=("Processed", "Deleted"))
PART = 1000


def fill_in(apps, schema_editor):  # noqa: ARG001 (Django calls it so)
    """Group the photos that have failed by now; others are grouped when they are settled next."""
    photos = apps.get_model("recognition", "Photo").objects
    failed = photos.filter(UNSETTLED).exclude(face_failure="", number_failure="").order_by()
    known = failed.values_list("pk", "face_failure", "number_failure")
    by_group = {}
    for key, faces, numbers in known.iterator(chunk_size=PART):
        group = (group_of_reason(faces) or group_of_reason(numbers))[:120]
        by_group.setdefault(group, []).append(key)
    for group, keys in by_group.items():
        for start in range(0, len(keys), PART):
            part = photos.filter(UNSETTLED, pk__in=keys[start : start + PART])
            part.update(reason_group=group)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("recognition", "0007_album_name_words")]

    operations = [
        migrations.AddField(
            model_name="photo",
            name="reason_group",
            field=models.CharField(
                blank=True,
                default="",
                db_default="",
                help_text="Why it is not processed, without what differs from photo to photo.",
                max_length=120,
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                condition=UNSETTLED,
                fields=["album", "id"],
                include=("state", "created_on", "reason_group"),
                name="photo_unsettled_why",
            ),
        ),
        RemoveIndexConcurrently(model_name="photo", name="photo_unsettled"),
        AddIndexConcurrently(
            model_name="photo",
            index=models.Index(
                models.F("reason_group"),
                models.F("album"),
                condition=models.Q(state="Failed"),
                name="photo_failed_why",
            ),
        ),
    ]
