"""Orders of staff about albums, photos, persons and providers."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from config.tests.audit.staff.forms import (
    Given,
    Orders,
    act,
    added,
    button,
    delete,
    delete_chosen,
    opened,
)
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

ORDERS: Orders = {
    "recognition.account <path:object_id>/switch-off/": lambda _: _moved(),
    "recognition.account action switch_off": lambda _: act(AccountFactory.create(), "switch_off"),
    "recognition.account action switch_on": lambda _: act(
        AccountFactory.create(is_active=False), "switch_on"
    ),
    "recognition.account add": lambda client: added(
        client, Account, name="New", provider="sandbox", base_url="http://faces.example.org"
    ),
    "recognition.account change": lambda client: opened(client, AccountFactory.create(), name="x"),
    "recognition.accountspace <path:object_id>/switch-off/": lambda _: _moved(of_space=True),
    "recognition.accountspace action switch_off": lambda _: act(
        AccountSpaceFactory.create(), "switch_off"
    ),
    "recognition.accountspace action switch_on": lambda _: act(
        AccountSpaceFactory.create(is_active=False), "switch_on"
    ),
    "recognition.accountspace add": lambda client: added(
        client, AccountSpace, account=AccountFactory.create().pk, name="New", external_id="new"
    ),
    "recognition.accountspace change": lambda client: opened(
        client, AccountSpaceFactory.create(), name="x"
    ),
    "recognition.album <path:object_id>/judge-again/": lambda _: button(
        AlbumFactory.create(), "judge-again"
    ),
    "recognition.album <path:object_id>/withdraw-text/": lambda _: _withdrawn(),
    "recognition.album <uuid:album_id>/persons/<path:person_id>/erase": lambda _: _of_person(
        "erase", reason="Asked.", is_sure="on"
    ),
    "recognition.album <uuid:album_id>/persons/<path:person_id>/merge/": lambda _: _of_person(
        "merge/?into=p2"
    ),
    "recognition.album <uuid:album_id>/persons/<path:person_id>/split/": lambda _: _of_person(
        "split/", is_merged=True
    ),
    "recognition.album <uuid:album_id>/persons/<path:person_id>/refuse/": lambda _: _of_person(
        "refuse/", other="p2"
    ),
    "recognition.album <uuid:album_id>/persons/<path:person_id>/suggest-again/": lambda _: (
        _of_person("suggest-again/", are_apart=True, other="p2")
    ),
    "recognition.album <path:object_id>/find-runner/": lambda _: button(
        AlbumFactory.create(strategy="FaceNumber"), "find-runner", image=picture_sent()
    ),
    "recognition.album action reprocess": lambda _: act(AlbumFactory.create(), "reprocess"),
    "recognition.album action reprocess_all": lambda _: act(AlbumFactory.create(), "reprocess_all"),
    "recognition.album action switch_off": lambda _: act(
        AlbumFactory.create(state="On"), "switch_off"
    ),
    "recognition.album action switch_on": lambda _: act(
        AlbumFactory.create(state="Off"), "switch_on"
    ),
    "recognition.album change": lambda client: opened(client, AlbumFactory.create(), priority=7),
    "recognition.competitorinstance action delete_selected": lambda _: delete_chosen(_competitor()),
    "recognition.competitorinstance add": lambda client: added(
        client, CompetitorInstance, name="x", base_url="http://lists.example.org"
    ),
    "recognition.competitorinstance change": lambda client: opened(client, _competitor(), name="x"),
    "recognition.competitorinstance delete": lambda _: delete(_competitor()),
    "recognition.photo <uuid:photo_id>/numbers": lambda _: _corrected("numbers", numbers="7"),
    "recognition.photo <uuid:photo_id>/persons": lambda _: _corrected(
        "persons", remove="p1", confirmed="yes"
    ),
    "recognition.photo action reprocess": lambda _: act(PhotoFactory.create(), "reprocess"),
    "recognition.photo action reprocess_all": lambda _: act(PhotoFactory.create(), "reprocess_all"),
    "recognition.selfie <path:object_id>/erase/": lambda _: button(
        Selfie.objects.create(album=AlbumFactory.create(), state="NotFound"),
        "erase",
        reason="Asked.",
        is_sure="on",
    ),
    "recognition.tenant action switch_off": lambda _: act(
        TenantFactory.create(recognition_state="On"), "switch_off"
    ),
    "recognition.tenant action switch_on": lambda _: act(
        TenantFactory.create(recognition_state="Off"), "switch_on"
    ),
    "recognition.tenant add": lambda client: added(client, Tenant, id=uuid4()),
    "recognition.tenant change": lambda client: opened(client, TenantFactory.create(), name="x"),
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
