"""Albums are moved to another space, and what they used is switched off."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.messaging.jobs.models import LongJobState
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
from foundation.staff.links import address_of_page
from recognition.albums.commands import FaceProviderUnusable
from recognition.albums.moving import (
    AlbumsMoveToItself,
    AlbumsMoveUnderWay,
    MoveAlbumsCommand,
    move_albums,
)
from recognition.models import AccountSpace, Album, AlbumPhotosProcessingJob, AlbumsMove
from recognition.providers.models import AccountSpaceNotFound
from recognition.tests.calls.staff_pages import read, signed_in
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db

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
