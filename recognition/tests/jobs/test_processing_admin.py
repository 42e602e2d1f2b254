"""Processing again on the staff's site…"""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django.utils import timezone

from foundation.records.models import AuditEntry
from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Album, AlbumPhotosProcessingJob, JobMode, Photo
from recognition.queries.photos.history.entries import explain_photo
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.usefixtures("transactional_db")

HTTPS = {"secure": True}

RIGHTS = ("view_album", "change_album", "view_photo", "change_photo",
          "view_albumphotosprocessingjob")  # fmt: skip


@pytest.fixture
def staff(client: Any) -> Any:
    """A client signed in as staff who may change albums and photos."""
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    client.force_login(user)
    yield client
    user.delete()


def act(client: Any, model: str, action: str, *records: Any, **more: str) -> str:
    """Choose records, run an action on them, and return the page that follows."""
    chosen = {"action": action, "_selected_action": [str(record.pk) for record in records], **more}
    address = reverse(f"admin:recognition_{model}_changelist")
    answer = client.post(address, chosen, follow=True, **HTTPS)
    assert answer.status_code == 200
    return str(answer.content.decode())


def asked_at(record: Any) -> list[str]:
    """Return where the buttons of a record's page lead to."""
    page = address_of_page(type(record), record.pk).removesuffix("change/")
    return [f"{page}{name}/" for name in ("process-again", "process-from-scratch")]


def shown(client: Any, address: str) -> str:
    answer = client.get(address, **HTTPS)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_albums_say_how_many_photos_are_not_recognised_and_get_jobs_when_confirmed(staff):
    albums = [AlbumFactory.create(), AlbumFactory.create()]
    PhotoFactory.create_batch(2, album=albums[0])
    PhotoFactory.create(album=albums[1], state="Processed", number_recognized=True)

    page = act(staff, "album", "reprocess", *albums)

    assert "<strong>2 photos</strong>" in page
    assert not AlbumPhotosProcessingJob.objects.exists()
    page = act(staff, "album", "reprocess", *albums, confirmed="yes")
    assert "The albums are processed again" in page
    assert set(AlbumPhotosProcessingJob.objects.values_list("album", "mode")) == {
        (album.pk, JobMode.AGAIN) for album in albums
    }

    assert set(AlbumPhotosProcessingJob.objects.values_list("started_by", flat=True)) == {"meg"}
    audited = AuditEntry.objects.values_list("record_id", "action")
    assert set(audited) == {(str(album.pk), "Processed again") for album in albums}


def test_chosen_photos_are_asked_about_again(staff: Any) -> None:
    chosen, other = PhotoFactory.create(), PhotoFactory.create()
    done = PhotoFactory.create(state="Processed", number_recognized=True)

    said = act(staff, "photo", "reprocess", chosen, done)
    page = act(staff, "photo", "reprocess", chosen, done, confirmed="yes")

    assert "<strong>1 photo</strong>" in said
    assert "1 of the photos are processed again." in page
    assert Photo.objects.get(version=2) == chosen
    assert other.version == 1
    assert "Chosen by meg (Again)." in [each.text for each in explain_photo(chosen.pk).entries]
    back = act(staff, "photo", "reprocess", other, confirmed="yes")  # to the one record
    assert f"<title>{other.pk} " in " ".join(back.split()).replace("<title> ", "<title>")


@pytest.mark.parametrize("model", ["album", "photo"])
def test_from_scratch_is_said_first_and_done_when_confirmed(staff: Any, model: str) -> None:
    photo = PhotoFactory.create(state="Processed", number_recognized=True)
    record = photo if model == "photo" else photo.album

    page = act(staff, model, "reprocess_all", record)
    assert "<strong>1 photo</strong>" in page
    assert Photo.objects.get().number_recognized
    assert not AlbumPhotosProcessingJob.objects.exists()

    act(staff, model, "reprocess_all", record, confirmed="yes")
    jobs = AlbumPhotosProcessingJob.objects.all()
    assert [job.mode for job in jobs] == ([JobMode.FORCE] if model == "album" else [])
    run_jobs()
    assert not Photo.objects.get().number_recognized
    for job in jobs:
        listed = reverse("admin:recognition_albumphotosprocessingjob_changelist")
        assert str(photo.album) in shown(staff, listed)
        said = "1 photo taken: 0 processed, 0 failed, 1 under way"
        assert said in shown(staff, address_of_page(type(job), job.pk))


@pytest.mark.parametrize("model", ["album", "photo"])
def test_corrections_are_overwritten_only_by_a_button_of_their_own(staff: Any, model: str) -> None:
    photo = PhotoFactory.create(
        state="Processed", number_recognized=True, numbers_corrected_on=timezone.now()
    )
    record = photo if model == "photo" else photo.album

    page = act(staff, model, "reprocess_all", record)

    assert "Process 1 photo again" not in page
    assert "Also overwrite what was corrected on 1 photo" in page
    act(staff, model, "reprocess_all", record, confirmed="yes")
    run_jobs()
    assert Photo.objects.get().number_recognized
    act(staff, model, "reprocess_all", record, overwriting="yes")
    run_jobs()
    read_again = Photo.objects.get()
    assert (read_again.number_recognized, read_again.numbers_corrected_on) == (False, None)


@pytest.mark.parametrize("model", ["album", "photo"])
def test_a_record_s_own_page_leads_to_what_says_it_first(staff: Any, model: str) -> None:
    photo = PhotoFactory.create(state="Processed", number_recognized=True)
    record = photo if model == "photo" else photo.album
    page = shown(staff, address_of_page(type(record), record.pk))

    again, from_scratch = (shown(staff, address) for address in asked_at(record))

    assert all(address in page for address in asked_at(record))
    assert "<strong>0 photos</strong>" in again
    assert "There is nothing to do" in again
    assert "<strong>1 photo</strong>" in from_scratch
    assert f'action="{address_of_list(type(record))}"' in from_scratch
    assert Photo.objects.get().number_recognized
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_all_albums_of_a_filtered_list_are_those_of_the_filter(staff: Any) -> None:
    wanted, other = AlbumFactory.create(state="Off"), AlbumFactory.create()
    address = f"{address_of_list(Album)}?state__exact=Off"
    chosen = {"action": "reprocess", "_selected_action": [wanted.pk], "select_across": "1"}
    page = staff.post(address, chosen, **HTTPS).content.decode()

    staff.post(address, {**chosen, "confirmed": "yes"}, **HTTPS)

    assert str(wanted) in page
    assert str(other) not in page
    assert '<form method="post" novalidate class=' in page  # to the same address
    assert AlbumPhotosProcessingJob.objects.get().album == wanted


def test_who_may_only_look_may_not_process_again(staff: Any) -> None:
    missing = [staff.get(page, **HTTPS).status_code for page in asked_at(AlbumFactory.build())]
    assert missing == [404, 404]
    User.objects.get().user_permissions.remove(Permission.objects.get(codename="change_album"))
    album = AlbumFactory.create()

    for action in ("reprocess", "reprocess_all"):
        act(staff, "album", action, album, confirmed="yes")

    refused = [staff.get(page, **HTTPS).status_code for page in asked_at(album)]
    assert refused == [403, 403]
    assert not AlbumPhotosProcessingJob.objects.exists()
