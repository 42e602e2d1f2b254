"""Orders of staff about albums, photos, persons and providers."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from config.tests.audit.staff.forms import Given, Orders, act, button, orders_of
from foundation.staff.display import address_of_page
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    CompetitorInstance,
    PersonApart,
    PersonMerge,
    Photo,
    Selfie,
    Tenant,
)
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    PhotoFactory,
    TenantFactory,
)
from recognition.tests.play.selfie_pictures import picture_sent

PERSON = "recognition.album <uuid:album_id>/persons/<path:person_id>"

ORDERS: Orders = {
    "recognition.account <path:object_id>/switch-off/": lambda _: _moved(),
    **orders_of(
        Account,
        AccountFactory.create,
        add=lambda: {"name": "New", "provider": "sandbox", "base_url": "http://faces.example.org"},
        change={"name": "x"},
        actions={"switch_off": {}},
    ),
    "recognition.account action switch_on": lambda _: act(
        AccountFactory.create(is_active=False), "switch_on"
    ),
    "recognition.accountspace <path:object_id>/switch-off/": lambda _: _moved(of_space=True),
    **orders_of(
        AccountSpace,
        AccountSpaceFactory.create,
        add=lambda: {"account": AccountFactory.create().pk, "name": "New", "external_id": "new"},
        change={"name": "x"},
        actions={"switch_off": {}},
    ),
    "recognition.accountspace action switch_on": lambda _: act(
        AccountSpaceFactory.create(is_active=False), "switch_on"
    ),
    **orders_of(
        Album,
        lambda: AlbumFactory.create(strategy="FaceNumber", state="On"),
        change={"priority": 7},
        actions={"reprocess": {}, "reprocess_all": {}, "switch_off": {}},
        buttons={"judge-again": {}},
    ),
    "recognition.album action switch_on": lambda _: act(
        AlbumFactory.create(state="Off"), "switch_on"
    ),
    "recognition.album <path:object_id>/find-runner/": lambda _: button(
        AlbumFactory.create(strategy="FaceNumber"), "find-runner", image=picture_sent()
    ),
    "recognition.album <path:object_id>/withdraw-text/": lambda _: _withdrawn(),
    f"{PERSON}/erase": lambda _: _of_person("erase", reason="Asked.", is_sure="on"),
    f"{PERSON}/merge/": lambda _: _of_person("merge/?into=p2"),
    f"{PERSON}/split/": lambda _: _of_person("split/", is_merged=True),
    f"{PERSON}/refuse/": lambda _: _of_person("refuse/", other="p2"),
    f"{PERSON}/suggest-again/": lambda _: _of_person("suggest-again/", are_apart=True, other="p2"),
    **orders_of(
        CompetitorInstance,
        lambda: _competitor(),
        add=lambda: {"name": "x", "base_url": "http://lists.example.org"},
        change={"name": "x"},
        delete=True,
    ),
    "recognition.photo <uuid:photo_id>/numbers": lambda _: _corrected("numbers", numbers="7"),
    "recognition.photo <uuid:photo_id>/persons": lambda _: _corrected(
        "persons", remove="p1", confirmed="yes"
    ),
    **orders_of(Photo, PhotoFactory.create, actions={"reprocess": {}, "reprocess_all": {}}),
    **orders_of(
        Selfie,
        lambda: Selfie.objects.create(album=AlbumFactory.create(), state="NotFound"),
        buttons={"erase": {"reason": "Asked.", "is_sure": "on"}},
    ),
    **orders_of(
        Tenant,
        lambda: TenantFactory.create(recognition_state="On"),
        add=lambda: {"id": uuid4()},
        change={"name": "x"},
        actions={"switch_off": {}},
    ),
    "recognition.tenant action switch_on": lambda _: act(
        TenantFactory.create(recognition_state="Off"), "switch_on"
    ),
}


def _competitor() -> CompetitorInstance:
    found = CompetitorInstance(name="lists", base_url="http://lists.example.org")
    found.token = ""
    found.save()
    return found


def _moved(*, of_space: bool = False) -> tuple[str, Given]:
    """Return the order that switches off what an album uses."""
    used, other = AccountSpaceFactory.create(), AccountSpaceFactory.create()
    AlbumFactory.create(face_account=used.account, face_space=used)
    return button(used if of_space else used.account, "switch-off", to_space=other.pk)


def _withdrawn() -> tuple[str, Given]:
    album = AlbumFactory.create()
    text = album.texts.create(value="21", words="#", photos=9)
    return button(album, "withdraw-text", text=text.pk)


def _of_person(
    path: str, *, is_merged: bool = False, are_apart: bool = False, **fields: Any
) -> tuple[str, Given]:
    """Return an order on the page of a person, beside another one of the album."""
    photo = PhotoFactory.create()
    photo.persons.create(person_id="p1")
    PhotoFactory.create(album=photo.album).persons.create(person_id="p2")
    if is_merged:
        PersonMerge.objects.create(
            album=photo.album, person_id="p1", into="p2", merged_on=timezone.now()
        )
    if are_apart:
        PersonApart.objects.create(album=photo.album, person_id="p1", other="p2")
    page = address_of_page(Album, photo.album_id).replace("/change/", "/persons/p1/")
    return page + path, {"confirmed": "yes", **fields}


def _corrected(path: str, **fields: Any) -> tuple[str, Given]:
    photo = PhotoFactory.create()
    photo.persons.create(person_id="p1")
    page = address_of_page(Photo, photo.pk).replace("/change/", f"/{path}")
    return page, {"version": photo.version, **fields}
