"""A text of an album that staff withdraw…"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging import jobs
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_page
from recognition.models import (
    Album,
    AlbumRetention,
    AlbumText,
    Callback,
    FormerNumber,
    KnownFace,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfieState,
    Strategy,
)
from recognition.numbers.repeated_texts import PHOTOS
from recognition.retention import (
    ChangeAlbumRetentionCommand,
    change_album_retention,
    preview_retention,
    start_retentions,
)
from recognition.tests.calls.api import client_of
from recognition.tests.calls.judging import BOX, album_of, judge_again, read, tag
from recognition.tests.calls.judging import verdicts as verdicts_of
from recognition.tests.calls.staff_pages import page_of, signed_in
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

BANNER = tag("21", box=BOX)
NO_NUMBER = {"21": "NotANumber Context"}
ACCEPTED = {"21": "accepted"}


@pytest.fixture
def photos() -> list[Photo]:
    """Photos of an album with a number at the same place, which was taken for a text."""
    album = album_of()
    photos = [read(album, BANNER, persons=(f"p{place}",)) for place in range(PHOTOS)]
    judge_again()
    return photos


def address(text: AlbumText) -> str:
    return f"/admin-api/api/v2/albums/{text.album_id}/texts/{text.pk}/withdraw"


def withdraw(manager: APIClient) -> AlbumText:
    text = AlbumText.objects.get()
    answer = manager.post(address(text))
    assert (answer.status_code, answer.content) == (204, b"")
    text.refresh_from_db()
    return text


def verdicts(photos: list[Photo]) -> list[dict[str, str]]:
    return [verdicts_of(photo) for photo in photos]


def test_withdrawn_text_may_be_found_among_words_until_these_are_withdrawn(manager, photos):
    withdraw(manager)
    album, phrased = photos[0].album, tag("21", phrase="Bangsaen 21")
    more = [read(album, phrased, persons=(f"p{place}",)) for place in range(PHOTOS)]
    judge_again()
    assert verdicts(more) == [NO_NUMBER] * PHOTOS

    manager.post(address(AlbumText.objects.get(withdrawn_on=None)))
    more.append(read(album, phrased))
    judge_again()

    assert verdicts(more) == [ACCEPTED] * (PHOTOS + 1)


def test_withdrawn_text_of_another_album_stays(manager, photos):
    text = AlbumText.objects.get()
    other = album_of()

    foreign = manager.post(address(text).replace(str(text.album_id), str(other.pk)))
    unknown = manager.post(address(AlbumText(pk=uuid4(), album_id=text.album_id)))
    nowhere = manager.post(address(AlbumText(pk=text.pk, album_id=uuid4())))

    codes = [answer.json()["code"] for answer in (foreign, unknown, nowhere)]
    assert codes == ["album-text-not-found", "album-text-not-found", "album-not-found"]
    assert {answer.status_code for answer in (foreign, unknown, nowhere)} == {404}
    text.refresh_from_db()
    assert text.withdrawn_on is None


def test_withdrawn_text_says_who_withdrew_it_first(manager, photos):
    first = withdraw(manager)
    again = withdraw(client_of("recognition.manage"))

    assert first.withdrawn_by
    assert (again.withdrawn_by, again.withdrawn_on) == (first.withdrawn_by, first.withdrawn_on)
    answer = manager.get(f"/admin-api/api/v2/albums/{first.album_id}/texts")
    [shown] = answer.json()["results"]
    assert shown["textId"] == str(first.pk)
    assert (shown["value"], shown["text"], shown["photos"]) == ("21", "21", PHOTOS)
    assert shown["place"] == {"x": 50, "y": 14, "height": 8}
    assert shown["withdrawnBy"] == first.withdrawn_by
    assert shown["withdrawnOn"]


def test_withdrawn_text_is_chosen_on_the_albums_page(client: Client, photos):
    staff, album = signed_in(client), photos[0].album
    text = AlbumText.objects.get()
    page = f"{address_of_page(Album, album.pk).replace('/change/', '')}/withdraw-text"
    asked = staff.get(page, follow=True)
    assert "21, 50 %, 14 %" in asked.content.decode()

    staff.post(asked.request["PATH_INFO"], {"text": str(text.pk), "withdraw": "yes"})
    judge_again()

    assert verdicts(photos) == [ACCEPTED] * PHOTOS
    assert "UTC by " in page_of(staff, Album, album.pk)
    assert AuditEntry.objects.get().action == "Withdrew a text"


NOW = timezone.now()
ADDRESS = "/admin-api/api/v2/albums/{}/retention"


def _album(sandbox: SandboxClient, days_ago: int, space: Any = None, **fields: Any) -> Album:
    """Return an album with one photo that came so long ago, and with all that shows people."""
    space = space or AccountSpaceFactory.create(account__base_url=sandbox.url("face-provider"))
    album: Album = AlbumFactory.create(face_space=space, strategy=Strategy.NUMBER, **fields)
    photo = PhotoFactory.create(album=album, created_on=NOW - timedelta(days=days_ago))
    PhotoPerson.objects.create(photo=photo, person_id="ann", album_id=album.pk)
    number = {"photo": photo, "value": "42", "source": NumberSource.PROVIDER}
    PhotoNumber.objects.create(**number)
    FormerNumber.objects.create(**number, is_suggestion=False, judged_on=NOW)
    CallbackFactory.create(request__photo=photo, state="Applied", next_attempt_on=None)
    Selfie.objects.create(album=album, state=SelfieState.NOT_FOUND)
    KnownFace.objects.get_or_create(space=space, face_id="ann", person_id="ann")
    return album


def _run() -> int:
    started = start_retentions(NOW, 10)
    for job in AlbumRetention.objects.unfinished():
        for _ in jobs.portions(AlbumRetention, job.pk, uuid4()):
            pass
    return len(started.results)


def _left() -> list[int]:
    models = (PhotoPerson, FormerNumber, Callback, Selfie, KnownFace)
    return [model._default_manager.count() for model in models]


def test_by_the_setting_or_its_own_and_numbers_stay(sandbox: SandboxClient, settings: Any) -> None:
    settings.ALBUMS_KEEP = timedelta(days=30)
    old = _album(sandbox, days_ago=31)
    _album(sandbox, days_ago=31, keep_days=0)
    _album(sandbox, days_ago=31, keep_days=40)
    _album(sandbox, days_ago=29)

    first, second = _run(), _run()

    assert (first, second) == (1, 0)
    assert _left() == [3, 3, 3, 3, 3]
    assert not PhotoPerson.objects.filter(photo__album=old).exists()
    assert PhotoNumber.objects.filter(photo__album=old).exists()


@pytest.mark.parametrize("is_shared", [False, True])
def test_and_where_the_album_s_faces_were_recognised_before(sandbox, is_shared):
    _album(sandbox, days_ago=4000)  # never by default
    assert _run() == 0
    album = _album(sandbox, days_ago=31, keep_days=30)
    space: Any = album.face_space
    former = {"face_account": None, "face_space": None, "former_face_spaces": [space.pk]}
    Album.objects.filter(pk=album.pk).update(**former)
    if is_shared:  # a person of another album stays at the provider
        _album(sandbox, days_ago=1, space=space)

    _run()

    assert _left() == [1 + is_shared] * 5
    asked = sandbox.log(service="face-provider")
    assert any(each["method"] == "DELETE" for each in asked) is not is_shared


def test_and_again_after_a_later_photo(sandbox: SandboxClient) -> None:
    album = _album(sandbox, days_ago=60, keep_days=30)
    _run()
    photo = PhotoFactory.create(album=album, created_on=NOW - timedelta(days=40))
    PhotoPerson.objects.create(photo=photo, person_id="bob", album_id=album.pk)

    assert _run() == 1
    assert not PhotoPerson.objects.exists()


@pytest.mark.parametrize(("days", "is_due"), [(30, True), (40, False), (0, False)])
def test_says_before_what_it_will_delete(sandbox: SandboxClient, days: int, is_due: bool) -> None:
    album = _album(sandbox, days_ago=31)

    said = preview_retention(album, days)
    change_album_retention(ChangeAlbumRetentionCommand(album_id=album.pk, keep_days=days))
    before = [PhotoPerson.objects.count(), Selfie.objects.count()]
    photos = Photo.objects.count()
    _run()
    after = [PhotoPerson.objects.count(), Selfie.objects.count()]

    assert [said.faces, said.selfies] == before == [1, 1]
    assert (said.photos, said.was_done) == (photos, False)
    assert Photo.objects.count() == photos
    assert (said.due_on is not None and said.due_on <= NOW) == is_due
    assert after == ([0, 0] if is_due else before)
    if is_due:
        again = preview_retention(album, days)
        assert (again.due_on, again.was_done) == (None, True)


def test_as_managers_set_it(manager: APIClient) -> None:
    album = AlbumFactory.create()
    address = ADDRESS.format(album.pk)

    statuses = [
        manager.put(address, {"keepDays": 90}, format="json").status_code,
        manager.put(address, {"keepDays": 90}, format="json").status_code,
        manager.put(address, {"keepDays": -1}, format="json").status_code,
        manager.put(address, {}, format="json").status_code,
        manager.put(ADDRESS.format(uuid4()), {"keepDays": 1}, format="json").status_code,
    ]

    album.refresh_from_db()
    assert statuses == [204, 204, 422, 422, 404]
    assert album.keep_days == 90
    assert AuditEntry.objects.get().changes == {"keep_days": [None, 90]}
