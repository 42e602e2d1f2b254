"""What processing again does to taggers' tasks is said before, and so it happens…"""

import pytest
from django.utils import timezone

from recognition.albums.preview_counts import preview_processing
from recognition.jobs.models import JobMode
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import Photo
from recognition.tests.calls.processes import process_photos_in
from tagging.models import TaggingTask, TaggingTaskState, TaskPurpose
from tagging.tests.factories import manual_album, new_photo, new_tagator, waiting_photo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("mode", [JobMode.AGAIN, JobMode.FORCE, JobMode.OVERWRITE])
def test_by_counts_of_tasks_created_and_cancelled(mode):
    album = manual_album()
    photos = [waiting_photo(album), waiting_photo(album)]
    photos += [new_photo(album, state="Processed", number_recognized=True) for _ in range(2)]
    checked = photos[-1]
    photos.append(
        new_photo(
            album, state="Processed", number_recognized=True, numbers_corrected_on=timezone.now()
        )
    )
    TaggingTask.objects.create(
        photo=checked,
        album=album,
        image_url=checked.image_url,
        purpose=TaskPurpose.SECOND_READING,
        kept_from=new_tagator(),
        created_on=timezone.now(),
    )
    before = set(TaggingTask.objects.values_list("pk", flat=True))

    said = preview_processing(Photo.objects.filter(album=album), mode, timezone.now())
    reprocess_photos(
        ReprocessPhotosCommand(
            photo_ids=[photo.pk for photo in photos], mode=mode, now=timezone.now()
        )
    )
    process_photos_in(minutes=1)

    created = TaggingTask.objects.exclude(pk__in=before).count()
    cancelled = TaggingTask.objects.filter(state=TaggingTaskState.CANCELLED).count()
    assert (said.tasks_created, said.tasks_cancelled) == (created, cancelled)
    assert created
    assert cancelled
