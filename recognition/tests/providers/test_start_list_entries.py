"""Entries of a start list that are written in another way than numbers are read…"""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.staff.links import address_of_page
from recognition.models import Album, NumberFormat
from recognition.numbers import check, rules_of
from recognition.providers.failures import ProcessingFailure
from recognition.providers.start_lists import NotAtHand, list_at_hand, names_of, start_numbers_of
from recognition.tests.calls.judging import listed_album, read, tag, verdicts
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

REPAIRED = [
    ("\ufeff101", "101"),
    ("１０１", "101"),
    ("١٠١", "101"),
    (" 1 0\u00a01 ", "101"),
    ("\u200b101", "101"),
    ("०१०१", "0101"),
]
NOT_REPAIRED = ["#12", "12.0", "10-20", "М12", "12a", "123456", "²"]


@pytest.mark.parametrize(("entry", "read_as"), REPAIRED)
def test_are_made_comparable_where_that_is_safe(sandbox, entry, read_as):
    album = listed_album(sandbox, entry, "7")
    sandbox.set_start_list(album.pk, [entry, "7"], {entry: "Kim Berg"})

    photo = read(album, tag("101"))

    assert start_numbers_of(album, timezone.now()) == (read_as, "7")
    assert verdicts(photo)["101"] == "accepted"
    assert names_of(album) == {read_as: "Kim Berg"}


@pytest.mark.parametrize("entry", NOT_REPAIRED)
def test_are_named_on_the_page_of_the_album_where_it_is_not(sandbox, client, entry):
    album = listed_album(sandbox, entry, "7")
    read(album, tag("7"))
    client.force_login(User.objects.create_superuser("boss"))

    page = client.get(address_of_page(Album, album.pk), secure=True).content.decode()
    listed = client.get(f"/admin/recognition/album/{album.pk}/start-list/", secure=True)

    assert f"no reading can match 1 of them: {entry}" in page
    assert "No reading can match 1 of them" in listed.content.decode()


@pytest.mark.parametrize("entries", [NOT_REPAIRED, []])
def test_of_which_none_can_be_used_are_no_list(sandbox: SandboxClient, entries: list[str]) -> None:
    album = listed_album(sandbox, *entries)

    photo = read(album, tag("12"))

    assert verdicts(photo) == {}
    assert "start list without" in photo.__class__.objects.get(pk=photo.pk).reason_description
    with pytest.raises(ProcessingFailure):
        start_numbers_of(album, timezone.now())
    with pytest.raises(NotAtHand):
        list_at_hand(album, timezone.now())


def test_are_used_by_the_format_of_the_album(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "12a", number_format=NumberFormat.LETTERS_AND_DIGITS)
    rules = rules_of(album, start_numbers_of(album, timezone.now()))

    assert check("12A", rules).rejection is None
