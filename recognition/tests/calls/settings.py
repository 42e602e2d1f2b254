"""Calls that change the recognition settings of an album, as a test makes them."""

from typing import Any

from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from recognition.models import Album, AlbumPhotosProcessingJob, NormalizationPolicy, Strategy
from recognition.tests.factories import AlbumFactory

SPACE = "providerSpaceId"


def album_to_change() -> Album:
    """Return an album of other settings than the tests give it."""
    return AlbumFactory.create(
        strategy=Strategy.MANUAL,
        normalization_policy=NormalizationPolicy.NONE,
        start_number_capacity=3,
    )


def path(album: Any, version: int) -> str:
    key = getattr(album, "pk", album)
    return f"/admin-api/api/v{version}/albums/{key}/recognition/settings"


def body(**fields: Any) -> dict[str, Any]:
    given = {
        "providerId": None,
        "startNumbersRecognitionStrategy": "Number",
        "normalizationPolicy": "PadLeadingZeros",
        "startNumberCapacity": 6,
    }
    return {**given, **fields}


def patch(client: APIClient, album: Any, version: int = 2, **fields: Any) -> Any:
    return client.patch(path(album, version), body(**fields), format="json")


def settings_of(album: Album) -> tuple[Any, ...]:
    album.refresh_from_db()
    return (
        album.strategy,
        album.normalization_policy,
        album.start_number_capacity,
        album.face_account_id,
        album.face_space_id,
    )


def is_unchanged(album: Album) -> bool:
    """Return whether the album is unchanged and no job was started."""
    before = settings_of(album)
    same = before == ("Manual", "None", 3, None, None) and album.version == 1
    jobs = AlbumPhotosProcessingJob.objects
    return same and not jobs.exists() and not OutboxMessage.objects.exists()
