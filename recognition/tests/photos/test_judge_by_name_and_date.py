"""In an album without a start list, what its name and date say is no start number…"""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from recognition.commands.albums.settings import CreateAlbumCommand, create_album
from recognition.models import Album, Photo
from recognition.queries.photos.history.entries import explain_photo
from recognition.tests.calls.judging import (
    album_of,
    judge_again,
    listed_album,
    read,
    sent,
    tag,
    verdicts,
)
from recognition.tests.calls.staff_pages import page_of, signed_in
from tools.sandbox.client import SandboxClient

MAY = datetime(2024, 5, 12, 9, 0, tzinfo=UTC)
YEAR, SIGN = tag("2024"), tag("10", phrase="10 km")


def announce(album: Album) -> None:
    """Fill in the name and the date of an album that was known only from its photos."""
    Album.objects.filter(pk=album.pk).update(name="", event_date=None, announced_on=None)
    tenant = album.tenant_id or uuid4()
    create_album(
        CreateAlbumCommand(
            album_id=album.pk,
            tenant_id=tenant,
            name="City Run",
            event_date=MAY,
            told_on=timezone.now(),
            now=timezone.now(),
        )
    )


@pytest.mark.django_db
def test_rejects_it_and_says_why(client: Client) -> None:
    photo = read(album_of(name="City Run 10 km", event_date=MAY), YEAR, SIGN, tag("123"))

    assert verdicts(photo) == {
        "10": "NotANumber Context",
        "2024": "NotANumber Context",
        "123": "accepted",
    }
    assert sent(photo) == [["123"]]
    entries = {entry.details.get("value"): entry for entry in explain_photo(photo.pk).entries}
    year, sign = entries["2024"], entries["10"]
    why = "no start number: it is the year of the album"
    assert year.text == f"“2024” rejected, read by the provider: {why}."
    assert "it stands as “10 km”, a distance in the album's name" in sign.text
    assert sign.details["named"] == {"kind": "Distance", "words": "10 km"}
    assert f"rejected: {why}" in page_of(signed_in(client), Photo, photo.pk)


@pytest.mark.django_db
def test_judges_again_when_the_album_gets_its_name_and_date() -> None:
    album = album_of(name="")
    photo = read(album, YEAR, tag("123"))
    assert verdicts(photo) == {"123": "accepted", "2024": "accepted"}

    announce(album)
    judge_again()

    assert verdicts(photo) == {"123": "accepted", "2024": "NotANumber Context"}
    assert [sorted(numbers) for numbers in sent(photo)] == [["123", "2024"], ["123"]]


@pytest.mark.django_db
def test_leaves_it_to_the_start_list_where_there_is_one(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "2024", name="")
    photo = read(album, YEAR, tag("123"))
    assert verdicts(photo) == {"123": "NotInStartList", "2024": "accepted"}

    announce(album)
    judge_again()

    assert verdicts(photo) == {"123": "NotInStartList", "2024": "accepted"}
