"""Albums that want a certainty, and photos read for it."""

from recognition.models import Album, Photo, Strategy
from tagging.models import Certainty, TaggingTask, TaskPurpose
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.factories import new_tagator, tasks_of, waiting_photo
from tagging.tests.quality.checks import checked_album, read, take


def album_by_evidence(wanted: str = "0.98", known: str = "0") -> Album:
    return checked_album(certainty=wanted, known=known, strategy=Strategy.NUMBER_THEN_MANUAL)


def machine_reads(photo: Photo, **chances: float) -> None:
    """Store what the number provider read, not sure enough for the album."""
    for number, chance in chances.items():
        photo.numbers.create(
            value=number.strip("n"),
            rejection="LowConfidence",
            source="Provider",
            confidence=chance,
            album_id=photo.album_id,
        )


def first_of(machine: dict[str, float], *numbers: str, wanted: str = "0.98") -> TaggingTask:
    """Return the completed first task of a photo on which the machine read these."""
    photo = waiting_photo(album_by_evidence(wanted))
    machine_reads(photo, **machine)
    take(new_tagator())
    return read(TaggingTask.objects.get(photo=photo), *numbers)


def next_reading(task: TaggingTask, *numbers: str, custom: str | None = None) -> TaggingTask:
    """Let a tagger who has not read the photo read it."""
    [next_task] = tasks_of(take(new_tagator()))
    assert next_task.photo_id == task.photo_id
    return read(next_task, *numbers, custom_tags=[custom] if custom else [])


def outcome_of(task: TaggingTask) -> tuple[str, int]:
    found = Certainty.objects.get(pk=task.pk)
    return found.outcome, found.readings


def asked_for(task: TaggingTask) -> int:
    again = TaggingTask.objects.filter(photo=task.photo_id, purpose=TaskPurpose.SECOND_READING)
    return again.count()


def sent_last() -> list[str]:
    return sorted(tag["value"] for tag in tags_sent()[-1])
