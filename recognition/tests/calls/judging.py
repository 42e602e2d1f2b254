"""Photos with readings, and judging them again, as a test makes them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs
from recognition.models import Album, AlbumRejudging, Photo, RecognitionType, Strategy
from recognition.photos.history import explain_photo
from recognition.processing.callbacks import apply_callback
from recognition.processing.correcting import (
    CorrectPhotoNumbersCommand,
    CorrectPhotoPersonsCommand,
    correct_photo_numbers,
    correct_photo_persons,
)
from recognition.rejudging.rejudging import judge_due_photos
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)
from tools.sandbox.client import SandboxClient

BOX = {"left": 0.4, "top": 0.1, "width": 0.2, "height": 0.08}


def album_of(strategy: Strategy = Strategy.FACE_NUMBER, **fields: Any) -> Album:
    """Return an album without a start list."""
    return AlbumFactory.create(strategy=strategy, **fields)


def listed_album(sandbox: SandboxClient, *numbers: str, **fields: Any) -> Album:
    """Return an album with this start list."""
    instance = CompetitorInstanceFactory(base_url=sandbox.url("competitor-service"))
    album = album_of(tenant=TenantFactory(competitor_instance=instance), **fields)
    sandbox.set_start_list(album.pk, list(numbers))
    return album


def tag(value: str, confidence: float | None = 0.9, **fields: Any) -> dict[str, Any]:
    return {"value": value, "confidence": confidence, **fields}


def moved(by: float) -> dict[str, float]:
    """Return the box at another place."""
    return {**BOX, "left": BOX["left"] + by}


def read(album: Album, *tags: dict[str, Any], persons: tuple[str, ...] = ()) -> Photo:
    """Return a new photo with these readings."""
    photo: Photo = PhotoFactory.create(album=album, state="AwaitingCallback")
    report(photo, *tags, persons=persons)
    return photo


def report(photo: Photo, *tags: dict[str, Any], persons: tuple[str, ...] = ()) -> None:
    """Apply a callback of the provider about the photo."""
    answer(photo, [{"id": person} for person in persons], list(tags))


def answer(photo: Photo, persons: list[dict[str, Any]], tags: list[dict[str, Any]]) -> None:
    """Apply a callback with these persons and tags, as the provider sends them."""
    callback = CallbackFactory.create(
        request__photo=photo,
        request__type=RecognitionType.FACE_NUMBER,
        payload={"persons": persons, "tags": tags},
    )
    apply_callback(callback.pk, timezone.now())


def correct(photo: Photo, *values: str, **fields: Any) -> Photo:
    """Set the photo's numbers as staff do."""
    given = {"photo_id": photo.pk, "values": values, "now": timezone.now(), **fields}
    return correct_photo_numbers(CorrectPhotoNumbersCommand(**given))


def leave(photo: Photo, *person_ids: str, **fields: Any) -> Photo:
    """Leave these persons alone on the photo, as staff do."""
    given = {"photo_id": photo.pk, "person_ids": person_ids, "now": timezone.now(), **fields}
    return correct_photo_persons(CorrectPhotoPersonsCommand(**given))


def history_of(photo: Photo) -> list[str]:
    return [entry.text for entry in explain_photo(photo.pk).entries]


def judge_again() -> None:
    """Judge everything that is due, until nothing is."""
    finish_jobs(AlbumRejudging)
    while judge_due():
        pass


def judge_due() -> int:
    return judge_due_photos(later())


def later() -> Any:
    return timezone.now() + timedelta(seconds=1)


def verdicts(photo: Photo) -> dict[str, str]:
    """Return the photo's numbers with `accepted` or the rejection, and the basis if any."""
    return {
        number.value: f"{number.rejection or 'accepted'} {number.basis}".strip()
        for number in photo.numbers.order_by("value")
    }


def sent(photo: Photo) -> list[list[str]]:
    """Return the sets of numbers that were sent to the photo service, in their order."""
    messages = OutboxMessage.objects.filter(key=f"{photo.pk}/tags").order_by("pk")
    versions = [message.body["version"] for message in messages]
    assert versions == sorted(set(versions))
    return [[one["value"] for one in message.body["tags"]] for message in messages]
