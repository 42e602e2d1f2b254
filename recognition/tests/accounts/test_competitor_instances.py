"""Competitor services: where they are, and tokens that go in and never come out."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.messaging.models import LongJobState
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
from foundation.staff.display import address_of_page
from foundation.staff.tests import staff_pages
from foundation.staff.tests.staff_pages import form_errors
from recognition.albums.commands import FaceProviderUnusable
from recognition.albums.moving_to_space import (
    AlbumsMoveToItself,
    AlbumsMoveUnderWay,
    MoveAlbumsCommand,
    move_albums,
)
from recognition.models import (
    AccountSpace,
    Album,
    AlbumPhotosProcessingJob,
    AlbumsMove,
    CompetitorInstance,
)
from recognition.numbers.competitor_services import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    CompetitorNameTaken,
    add_competitor_instance,
    change_competitor_instance,
)
from recognition.providers.models import AccountSpaceNotFound
from recognition.tests.calls.staff_pages import read, signed_in
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)

pytestmark = pytest.mark.django_db


def save(client: Client, instance: CompetitorInstance, **data: Any) -> Any:
    given = {"name": instance.name, "base_url": instance.base_url, **data}
    return staff_pages.save(client, instance, **given)


def token() -> str:
    return str(CompetitorInstance.objects.get().token)


@pytest.mark.parametrize(
    ("given", "kept", "version"),
    [
        ({}, "t0ken", 1),
        ({"name": "Renamed"}, "t0ken", 2),
        ({"name": "Renamed", "new_token": "an0ther"}, "an0ther", 2),
        ({"remove_token": "on"}, "", 2),
    ],
)
def test_competitor_services_are_added_and_change_where_they_differ(
    admin_client, given, kept, version
):
    form = {"name": "Races", "base_url": "http://competitors:8300", "new_token": "t0ken"}
    admin_client.post(reverse("admin:recognition_competitorinstance_add"), form, secure=True)
    instance = CompetitorInstance.objects.get()
    assert (instance.name, instance.base_url, token()) == tuple(form.values())
    page = save(admin_client, instance, base_url="nowhere", new_token="wr0ng").content.decode()
    assert 'value="wr0ng"' in page  # what was typed stays
    assert "t0ken" not in page

    save(admin_client, instance, **given)

    instance.refresh_from_db()
    assert (instance.version, token()) == (version, kept)
    assert instance.name == given.get("name", "Races")


def test_competitor_services_have_a_name_that_no_other_has(admin_client):
    CompetitorInstanceFactory.create(name="Taken")
    instance = CompetitorInstanceFactory.create(name="Free")
    wanted: dict[str, Any] = {"name": "taken", "base_url": "http://competitors"}

    answer = save(admin_client, instance, name="TAKEN")

    assert form_errors(answer) == {"__all__": ["Another competitor service has that name."]}
    with pytest.raises(CompetitorNameTaken):
        add_competitor_instance(
            AddCompetitorInstanceCommand(competitor_instance_id=uuid4(), **wanted)
        )
    with pytest.raises(CompetitorNameTaken):
        change_competitor_instance(
            ChangeCompetitorInstanceCommand(competitor_instance_id=instance.pk, **wanted)
        )
    names = CompetitorInstance.objects.order_by("name").values_list("name", "version")
    assert list(names) == [("Free", 1), ("Taken", 1)]


@pytest.mark.parametrize(("used", "left"), [(True, 1), (False, 0)])
def test_competitor_services_are_deleted_unless_a_tenant_uses_them(admin_client, used, left):
    instance = CompetitorInstanceFactory.create()
    if used:
        TenantFactory.create(competitor_instance=instance)
    page = reverse("admin:recognition_competitorinstance_delete", args=[instance.pk])

    admin_client.post(page, {"post": "yes"}, secure=True)

    assert CompetitorInstance.objects.count() == left


@pytest.mark.parametrize(
    "address",
    [
        "competitors:8300",
        "ftp://competitors",
        "http://a b",
        "http://",
        "",
        "http://ann:pw@competitors",
        "http://competitors/?key=1",
        "http://competitors/#lists",
    ],
)
def test_competitor_services_are_at_the_address_of_a_service(address):
    with pytest.raises(ValidationError, match="base_url"):
        CompetitorInstanceFactory.build(base_url=address).full_clean()


ANN = Actor("ann")


def used_space(albums: int = 2, **fields: Any) -> AccountSpace:
    space = AccountSpaceFactory.create(**fields)
    for number in range(albums):
        AlbumFactory.create(face_space=space, name=f"Race of {space.name} {number}")
    return space


def ordered(used: AccountSpace, to_space: AccountSpace, **fields: Any) -> MoveAlbumsCommand:
    return MoveAlbumsCommand(
        **{
            "account_id": used.account_id,
            "to_space_id": to_space.pk,
            "now": timezone.now(),
            "by": ANN,
            **fields,
        }
    )


def run(job: AlbumsMove) -> AlbumsMove:
    finish_jobs(AlbumsMove)
    job.refresh_from_db()
    return job


def test_moves_all_albums_of_an_account_by_one_order_and_switches_it_off():
    used, other, new = used_space(2), used_space(1), AccountSpaceFactory.create()

    job = move_albums(ordered(used, new))
    late = AlbumFactory.create(face_space=used)
    run(job)

    assert set(Album.objects.filter(face_space=new)) == {
        late,
        *Album.objects.exclude(face_space=other),
    }
    assert Album.objects.get(face_space=other).face_account == other.account
    assert AlbumPhotosProcessingJob.objects.count() == 3  # as after each change of the settings
    used.account.refresh_from_db()
    assert not used.account.is_active
    assert (job.state, job.total, job.done) == (LongJobState.FINISHED, 2, 3)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.record_id) == ("ann", str(used.account_id))
    assert entry.changes["is_active"] == [True, False]


def test_moves_the_albums_of_one_space_and_switches_only_that_off():
    used = used_space(1)
    new = AccountSpaceFactory.create(account=used.account, is_default=False)
    kept = AlbumFactory.create(face_account=used.account, face_space=new)

    run(move_albums(ordered(used, new, space_id=used.pk)))

    used.refresh_from_db()
    assert set(new.albums.all()) == set(Album.objects.all())
    assert kept.face_space == new
    assert (used.is_active, used.account.is_active) == (False, True)


def test_refuses_to_move_albums_where_they_cannot_go_or_twice():
    used, new = used_space(1), AccountSpaceFactory.create()
    off = AccountSpaceFactory.create(is_active=False)
    wrong: list[tuple[type[Refusal], MoveAlbumsCommand]] = [
        (AlbumsMoveToItself, ordered(used, used)),
        (AlbumsMoveToItself, ordered(used, used, space_id=used.pk)),
        (FaceProviderUnusable, ordered(used, off)),
        (AccountSpaceNotFound, ordered(used, new, to_space_id=uuid4())),
        (AccountSpaceNotFound, ordered(used, new, space_id=new.pk)),
    ]

    for refusal, command in wrong:
        with pytest.raises(refusal):
            move_albums(command)

    assert not AlbumsMove.objects.exists()
    assert not AuditEntry.objects.exists()
    move_albums(ordered(used, new))
    with pytest.raises(AlbumsMoveUnderWay):
        move_albums(ordered(used, new))
    assert AlbumsMove.objects.count() == 1


def test_names_the_albums_and_moves_them_from_the_page_in_four_clicks(client: Client):
    staff = signed_in(client)
    used, new = used_space(7, account__name="Old"), AccountSpaceFactory.create(name="New")
    PhotoFactory.create(album=Album.objects.filter(face_space=used).latest("created_on"))

    page = read(staff, address_of_page(type(used.account), used.account_id))
    address = reverse("admin:recognition_account_ask_to_stop", args=[used.account_id])
    question = read(staff, address)
    answer = staff.post(address, {"to_space": new.pk, "confirmed": "yes"}, secure=True)

    assert address in page
    assert "7 albums with 1 photo use it" in question
    assert f"Race of {used.name} 6" in question
    assert f"Race of {used.name} 1<" not in question  # the newest five, and a link to all
    job = AlbumsMove.objects.get()
    assert answer["Location"] == address_of_page(AlbumsMove, job.pk)
    run(job)
    assert "7 of 7 albums moved" in read(staff, answer["Location"])
    assert address not in read(staff, address_of_page(type(used.account), used.account_id))
