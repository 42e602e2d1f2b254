"""The button that fetches an album's start list and judges its numbers again…"""

from typing import Any

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from recognition.models import Album, AlbumRejudging, PhotoNumber
from recognition.numbers.start_lists import kept_list
from recognition.tests.calls.judging import album_of, judge_again, listed_album, read, tag
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


def asked(client: Client, album: Album) -> str:
    return client.get(address(album), secure=True, follow=True).content.decode()


def ordered(client: Client, album: Album) -> str:
    sent: Any = client.post(address(album), {"confirmed": "yes"}, secure=True, follow=True)
    return str(sent.content.decode())


def address(album: Album) -> str:
    return f"/admin/recognition/album/{album.pk}/judge-again/"


def accepted() -> list[str]:
    found = PhotoNumber.objects.filter(rejection="").order_by("value")
    return list(found.values_list("value", flat=True))


def test_says_the_difference_and_judges_by_the_list_of_now_when_confirmed(staff, sandbox):
    album = listed_album(sandbox, "7", "9")
    for value in ("7", "8"):
        read(album, tag(value))
    judge_again()
    assert accepted() == ["7"]
    sandbox.set_start_list(album.pk, ["8", "9"])

    page = asked(staff, album)

    assert "The start list has 2 numbers now: 1 (8) new, 1 (7) no longer on it." in page
    for said in ("1 number of 1 photo is withdrawn", "1 number of 1 photo is added"):
        assert said in page
    judge_again()
    assert accepted() == ["7"]  # looking keeps no list
    assert "has 2 numbers. What was read is judged again." in ordered(staff, album)
    judge_again()
    assert accepted() == ["8"]
    assert AuditEntry.objects.filter(action="Judged the numbers again").count() == 1
    assert "has 2 numbers now, the same as before." in asked(staff, album)


def test_says_why_the_list_cannot_be_fetched_and_judges_nothing(staff, sandbox):
    album = listed_album(sandbox, "7")
    read(album, tag("7"))
    judge_again()
    sandbox.remove_start_list(album.pk)

    for page in (asked(staff, album), ordered(staff, album)):
        assert "The start list cannot be fetched, so nothing is judged again. " in page
    assert not AuditEntry.objects.exists()
    assert accepted() == ["7"]


def test_fetches_the_list_before_anything_is_read(staff: Client, sandbox: SandboxClient):
    album = listed_album(sandbox, "7")

    assert "The start list has 1 number now. None was fetched before." in asked(staff, album)
    assert "The start list has 1 number. No number was read yet." in ordered(staff, album)
    kept = kept_list(album)
    assert kept is not None
    assert kept.start_numbers == ("7",)
    assert not AlbumRejudging.objects.exists()
    assert AuditEntry.objects.get().action == "Fetched the start list"


def test_is_not_there_where_nothing_was_read_and_there_is_no_list(staff: Client):
    assert "No number was read on its photos yet" in asked(staff, album_of())
