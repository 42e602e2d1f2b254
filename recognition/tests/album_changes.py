"""Photos in albums that change, and answers that come late."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_recognition_settings,
    change_album_recognition_state,
)
from recognition.models import (
    AccountSpace,
    Album,
    NormalizationPolicy,
    NumberRequest,
    Photo,
    RecognitionState,
    Strategy,
)
from recognition.tests.calls.processes import apply_callbacks, call_back, consume, deliver
from recognition.tests.factories import AlbumFactory, published
from tools.sandbox.client import SandboxClient

LATER = timedelta(seconds=31)
ON, OFF = RecognitionState.ON, RecognitionState.OFF


def change(album: Album, strategy: Strategy, space: AccountSpace | None = None) -> None:
    """Change the strategy, and run the jobs that follow."""
    change_album_recognition_settings(settings_of(album.pk, strategy, space))
    deliver()


def settings_of(
    album_id: UUID, strategy: Strategy, space: AccountSpace | None = None
) -> ChangeAlbumRecognitionSettingsCommand:
    """Return the command that sets a strategy, by the face provider of a space, if any."""
    return ChangeAlbumRecognitionSettingsCommand(
        album_id=album_id,
        now=timezone.now(),
        strategy=strategy,
        normalization_policy=NormalizationPolicy.STRIP_LEADING_ZEROS,
        start_number_capacity=5,
        face_account_id=space.account_id if space else None,
        face_space_id=space.pk if space else None,
    )


def switch(album: Album, state: RecognitionState) -> None:
    change_album_recognition_state(
        ChangeAlbumRecognitionStateCommand(album_id=album.pk, state=state, now=timezone.now())
    )
    deliver()


def publish(strategy: Strategy, **album: Any) -> Photo:
    """Publish a photo in a new album of the strategy."""
    data = published(AlbumFactory.create(strategy=strategy, **album))
    consume("photos.photo-published", data)
    return Photo.objects.with_album().get(pk=data["photoId"])


def waiting(sandbox: SandboxClient, strategy: Strategy) -> Photo:
    """Publish a photo whose callback is lost on the way."""
    sandbox.behave("number-provider", callback={"lostRate": 1})
    photo = publish(strategy)
    sandbox.replace_behaviour("number-provider", {})
    assert photo.state == "AwaitingCallback"
    return photo


def late_answer(photo: Photo, persons: int = 1, tags: int = 1) -> None:
    """Answer the first request."""
    payload = {
        "name": f"{photo.pk};x",
        "persons": [{"id": "p1"}] * persons,
        "tags": [{"value": "101"}] * tags,
    }
    first = NumberRequest.objects.filter(photo=photo).earliest("created_on")
    assert call_back(first, payload).status_code == 202
    apply_callbacks(timezone.now() + LATER)


def known(photo: Photo) -> tuple[str, str, str]:
    """Return the state, what is recognised, and the accepted numbers."""
    photo.refresh_from_db()
    flags = "F" * photo.face_recognized + "N" * photo.number_recognized
    numbers = photo.numbers.filter(rejection="").values_list("value", flat=True)
    return photo.state, flags, " ".join(numbers)


def open_tasks(sandbox: SandboxClient) -> int:
    deliver()
    return sum(task["state"] == "Open" for task in sandbox.state("tagator-service")["tasks"])
