"""The results: a row a photo, and precision and recall if the true numbers are known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import requests
from django.conf import settings

from recognition.models import Photo, PhotoState
from recognition.wire.tagator_service import tagator_service
from tools.local.demos.photos.folder import DemoAlbum, DemoPhoto

if TYPE_CHECKING:
    from rich.table import Table

RESTING = (PhotoState.PROCESSED, PhotoState.AWAITING_TAGGING, PhotoState.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoRow:
    """One photo: what was recognised, whether it was delivered (None: no result), the truth."""

    file: str
    state: str
    reason: str
    persons: int
    read: frozenset[str]
    accepted: frozenset[str]
    truth: frozenset[str] | None
    delivered: bool | None


class Accuracy(NamedTuple):
    """The share of accepted numbers that are true, and of true numbers that are accepted."""

    precision: float
    recall: float


def count_resting(album: DemoAlbum) -> int:
    """Count the photos for which workers have nothing to do."""
    return Photo.objects.filter(album_id=album.album_id, state__in=RESTING).count()


def how_to_tag(album: DemoAlbum) -> str:
    """Return how many photos wait for a tagger, and where they are read; empty: none."""
    waiting = PhotoState.AWAITING_TAGGING
    count = Photo.objects.filter(album_id=album.album_id, state=waiting).count()
    if not count:
        return ""
    many = "1 photo waits" if count == 1 else f"{count} photos wait"
    waits = f"{many} for a tagger, {tagator_service().workplace()}"
    if settings.TAGATOR_SERVICE_URL or not settings.DEMO_TAGGER:
        return waits
    return f"{waits}\nSign in as {settings.DEMO_TAGGER} with the password that ./script/up printed."


def rows_of(album: DemoAlbum) -> list[PhotoRow]:
    """Return a row a photo, in the album's order."""
    photos = Photo.objects.filter(album_id=album.album_id).prefetch_related("numbers", "persons")
    found = {photo.pk: photo for photo in photos}
    return [_row(demo, found[demo.photo_id]) for demo in album.photos if demo.photo_id in found]


def accuracy_of(rows: Iterable[PhotoRow]) -> Accuracy | None:
    """Return precision and recall of the accepted numbers; None if no true numbers are known."""
    known = [(row.accepted, row.truth) for row in rows if row.truth is not None]
    hits = sum(len(accepted & truth) for accepted, truth in known)
    accepted = sum(len(accepted) for accepted, _ in known)
    true = sum(len(truth) for _, truth in known)
    if not known:
        return None
    return Accuracy(hits / accepted if accepted else 1.0, hits / true if true else 1.0)


def _row(demo: DemoPhoto, photo: Photo) -> PhotoRow:
    numbers = list(photo.numbers.all())
    accepted = frozenset(number.value for number in numbers if not number.rejection)
    return PhotoRow(
        file=demo.file.name,
        state=photo.state,
        reason=photo.reason_description,
        persons=len(photo.persons.all()),
        read=frozenset(number.value for number in numbers),
        accepted=accepted,
        truth=demo.numbers,
        delivered=_is_delivered(photo, accepted),
    )


def _is_delivered(photo: Photo, accepted: frozenset[str]) -> bool | None:
    """Return whether the photo service has exactly the results; None: there are none."""
    persons = frozenset(person.person_id for person in photo.persons.all())
    wanted = {"tags": accepted} if photo.number_recognized else {}
    if photo.face_recognized:
        wanted["persons"] = persons
    return all(_held(photo.pk, kind) == wanted[kind] for kind in wanted) if wanted else None


def _held(photo_id: UUID, kind: str) -> frozenset[str] | None:
    """Return the persons or tags at the photo service; None: it received none yet."""
    url = f"{settings.PHOTO_SERVICE_URL}/api/v1/photos/{photo_id}/{kind}"
    answer = requests.get(url, timeout=10)
    if answer.status_code == requests.codes.not_found:
        return None
    answer.raise_for_status()
    name = {"tags": "value", "persons": "personId"}[kind]
    return frozenset(item[name] for item in answer.json()[kind])


def table_of(rows: Sequence[PhotoRow]) -> "Table":
    """Return the rows as a table for the screen."""
    from rich.table import Table  # a deployment does not have it

    table = Table()
    table.add_column("Photo", overflow="fold")
    for heading in ("Faces", "Numbers read", "Numbers accepted", "Delivered"):
        table.add_column(heading)
    table.add_column("State", min_width=len(PhotoState.PROCESSED))
    for row in rows:
        table.add_row(
            row.file,
            str(row.persons),
            _shown(row.read),
            _shown(row.accepted),
            {None: "–", True: "yes", False: "no"}[row.delivered],
            row.state if row.state != PhotoState.FAILED else f"{row.state}: {row.reason}",
        )
    return table


def _shown(numbers: Iterable[str]) -> str:
    return " ".join(sorted(numbers, key=lambda number: (len(number), number))) or "–"
