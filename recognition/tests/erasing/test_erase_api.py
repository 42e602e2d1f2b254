"""Erasing over the AdminApi…"""

from uuid import uuid4

import pytest

from foundation.privacy.models import Erasure
from foundation.privacy.tests.play.erasing import erased
from foundation.rest.tests.conftest import Caller
from recognition.models import PhotoPerson, Selfie, SelfieState
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2"


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_orders_an_erasure_and_shows_how_much_was_erased(caller: Caller, version: str) -> None:
    officer, base = caller("privacy.erase"), f"/admin-api/api/{version}"
    photo = PhotoFactory.create()
    PhotoPerson.objects.create(photo=photo, person_id="ann")

    ordered = officer.post(
        f"{base}/albums/{photo.album_id}/persons/ann/erase", {"reason": "By letter."}, format="json"
    )
    waiting = officer.get(f"{base}/erasures/{ordered.json()['erasureId']}").json()
    erased(Erasure.objects.get())
    finished = officer.get(f"{base}/erasures/{ordered.json()['erasureId']}").json()

    assert (ordered.status_code, list(ordered.json())) == (202, ["erasureId"])
    assert (waiting["state"], waiting["what"], waiting["finishedOn"]) == ("Waiting", {}, None)
    assert (finished["state"], finished["what"]) == ("Finished", {"faces": 1})
    assert (finished["orderedBy"], finished["reason"]) == ("ann", "By letter.")
    assert finished["finishedOn"]


def test_erases_a_selfie_without_a_reason(caller: Caller) -> None:
    officer = caller("privacy.erase")
    selfie = Selfie.objects.create(album=AlbumFactory.create(), state=SelfieState.NOT_FOUND)

    answer = officer.post(f"{BASE}/selfies/{selfie.pk}/erase")

    assert answer.status_code == 202
    assert erased(Erasure.objects.get()).what == {"selfies": 1}


def test_refuses_unknown_ones_missing_reasons_and_other_roles(caller: Caller) -> None:
    officer = caller("privacy.erase")
    manager = caller("recognition.manage", username="bob")
    album, nothing = AlbumFactory.create(), uuid4()
    person = f"{BASE}/albums/{album.pk}/persons/ann/erase"
    why = {"reason": "x"}

    statuses = [
        officer.post(person, why, format="json").status_code,
        officer.post(f"{BASE}/albums/{nothing}/persons/ann/erase", why, format="json").status_code,
        officer.post(f"{BASE}/selfies/{nothing}/erase", {}, format="json").status_code,
        officer.get(f"{BASE}/erasures/{nothing}").status_code,
        officer.post(person, {}, format="json").status_code,
        officer.post(person, {"reason": 7}, format="json").status_code,
        manager.post(person, why, format="json").status_code,
        manager.get(f"{BASE}/erasures").status_code,
    ]

    assert statuses == [404, 404, 404, 404, 422, 422, 403, 403]
    assert not Erasure.objects.exists()
