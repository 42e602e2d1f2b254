"""What was recognised on a photo: kept, and sent to the photo service.

Every function here takes a photo that the caller has locked and settles afterwards.
"""

from collections.abc import Sequence
from uuid import uuid4

from django.utils import timezone

from messaging import outbox
from recognition.models import FACES, NUMBERS, NumberSource, Photo, PhotoNumber, PhotoPerson
from recognition.providers.faces import RecognisedPerson
from recognition.providers.photo_service import persons_message, tags_message
from recognition.providers.tagator_service import NewTaggingTask, tagator_service


def keep_persons(photo: Photo, persons: Sequence[RecognisedPerson]) -> None:
    """Make these the photo's persons: the faces are recognised. A person found twice is one."""
    best = {found.person_id: found for found in sorted(persons, key=lambda p: p.confidence or 0)}
    photo.persons.all().delete()
    kept = PhotoPerson.objects.bulk_create(
        PhotoPerson(
            photo=photo, person_id=found.person_id, confidence=found.confidence, box=found.box
        )
        for found in best.values()
    )
    FACES.of(photo).finish(timezone.now())
    outbox.post(persons_message(photo, kept))


def keep_numbers(photo: Photo, numbers: Sequence[PhotoNumber], source: NumberSource) -> None:
    """Make these the photo's numbers of one source, accepted and rejected, until more is known."""
    replaced = photo.numbers.all() if photo.tags_outdated else photo.numbers.filter(source=source)
    replaced.delete()
    photo.tags_outdated = False
    PhotoNumber.objects.bulk_create(numbers, ignore_conflicts=True)


def finish_numbers(photo: Photo) -> None:
    """Make the accepted numbers the photo's tags: its numbers are recognised."""
    NUMBERS.of(photo).finish(timezone.now())
    photo.callback_due_on = photo.tagging_task_id = None
    outbox.post(tags_message(photo, photo.numbers.filter(rejection="").order_by("pk")))


def ask_tagator(photo: Photo) -> None:
    """Have a person read the photo's numbers. Attempts go on counting: a task may come back."""
    photo.tagging_task_id = uuid4()
    photo.number_failure = ""
    stop_asking(photo)
    tagator_service().create_task(
        NewTaggingTask(
            task_id=photo.tagging_task_id,
            photo_id=photo.pk,
            album_id=photo.album_id,
            photographer_id=photo.photographer_id,
            shooting_date=photo.shooting_date,
            image_url=photo.image_url,
            priority=photo.album.priority,
        )
    )


def take_back_task(photo: Photo, reason: str) -> None:
    """Cancel the tagging task that the photo waits for, if it waits for one."""
    if photo.tagging_task_id is not None:
        tagator_service().cancel_tasks(photo.pk, reason)
        photo.tagging_task_id = None


def stop_asking(photo: Photo) -> None:
    """Plan nothing more for the numbers, and await no callback. One that comes is used."""
    NUMBERS.of(photo).plan(None)
    photo.callback_due_on = None
