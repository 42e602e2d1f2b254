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


def test_orders_an_erasure_and_shows_how_much_was_erased(caller):
    officer = caller("privacy.erase")
    photo = PhotoFactory.create()
    PhotoPerson.objects.create(photo=photo, person_id="ann")
    person = f"{BASE}/albums/{photo.album_id}/persons/ann/erase"

    ordered = officer.post(person, {"reason": "By letter."}, format="json")
    waiting = officer.get(f"{BASE}/erasures/{ordered.json()['erasureId']}").json()
    erased(Erasure.objects.get())
    finished = officer.get(f"{BASE}/erasures/{ordered.json()['erasureId']}").json()

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


def test_refuses_unknown_ones_and_missing_reasons(caller):
    officer = caller("privacy.erase")
    album, nothing = AlbumFactory.create(), uuid4()
    person = f"{BASE}/albums/{album.pk}/persons/ann/erase"
    elsewhere = f"{BASE}/albums/{nothing}/persons/ann/erase"
    statuses = [
        officer.post(address, body, format="json").status_code
        for address, body in (
            (person, {"reason": "x"}),
            (elsewhere, {"reason": "x"}),
            (f"{BASE}/selfies/{nothing}/erase", {}),
            (person, {}),
            (person, {"reason": 7}),
        )
    ]
    assert statuses == [404, 404, 404, 422, 422]
    assert not Erasure.objects.exists()
