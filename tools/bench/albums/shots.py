"""Which camera took a photo and when, as its file says: for the bursts of an album."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from PIL import ExifTags, Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """The photographer and the time of a photo; None where its file does not say."""

    photographer_id: UUID | None = None
    shooting_date: datetime | None = None


def shots_of(folder: Path, photos: Iterable[str]) -> Mapping[str, Shot]:
    """Return camera and time of each photo; times are taken as UTC."""
    return {photo: _shot(folder / photo) for photo in photos if (folder / photo).is_file()}


def _shot(path: Path) -> Shot:
    with Image.open(path) as photo:
        notes = photo.getexif().get_ifd(ExifTags.IFD.Exif)
    camera = notes.get(ExifTags.Base.BodySerialNumber)
    taken = notes.get(ExifTags.Base.DateTimeOriginal)
    if not camera or not taken:
        return Shot()
    part = str(notes.get(ExifTags.Base.SubsecTimeOriginal, "0"))
    return Shot(
        photographer_id=uuid5(NAMESPACE_URL, str(camera)),
        shooting_date=datetime.strptime(f"{taken}.{part}", "%Y:%m:%d %H:%M:%S.%f").replace(
            tzinfo=UTC
        ),
    )
