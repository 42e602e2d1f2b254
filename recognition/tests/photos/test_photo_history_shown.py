"""The history of a photo is shown by the AdminApi, a command, and a page of the admin."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from recognition.models import Photo
from recognition.tests.calls.processes import apply_callbacks
from recognition.tests.factories import CallbackFactory
from tools.sandbox.client import SandboxClient


@pytest.fixture
def photo(db: None, peers: SandboxClient) -> Photo:
    """Return a photo that was asked about, answered, and rests."""
    callback = CallbackFactory.create(
        request__photo__album__name="Spring Run",
        payload={"persons": [], "tags": [{"value": "<b>7</b>"}]},
    )
    apply_callbacks(timezone.now())
    found: Photo = callback.request.photo
    found.refresh_from_db()
    return found


def test_the_admin_api_gives_it(manager, photo):
    answer = manager.get(f"/admin-api/api/v2/photos/{photo.pk}/history")

    assert answer.status_code == 200
    body = answer.json()
    assert (body["photoId"], body["albumId"]) == (str(photo.pk), str(photo.album_id))
    assert (body["state"], body["numberRecognized"]) == ("Processed", True)
    assert body["history"][0] == {
        "occurredOn": photo.created_on.isoformat().replace("+00:00", "Z"),
        "kind": "Published",
        "text": f"Published in the album {photo.album}.",
        "details": {"albumId": str(photo.album_id), "imageUrl": photo.image_url},
    }
    kinds = {entry["kind"] for entry in body["history"]}
    assert {"RequestSent", "CallbackReceived", "NumberRejected"} <= kinds


def test_the_command_prints_it(photo: Photo) -> None:
    out = StringIO()

    call_command("explain_photo", str(photo.pk), stdout=out)

    first, *_, last = out.getvalue().splitlines()
    assert first == f"photo {photo.pk}, album {photo.album_id} (Spring Run), strategy Number"
    assert last == "now Processed: faces not recognised, numbers recognised."
    assert "NumberRejected" in out.getvalue()


@pytest.mark.django_db
def test_the_command_says_when_there_is_no_such_photo() -> None:
    with pytest.raises(CommandError, match="No photo"):
        call_command("explain_photo", str(uuid4()))


def test_the_admin_s_page_of_it_shows_it_escaped(staff, photo):
    page = staff.get(f"/admin/recognition/photo/{photo.pk}/history/").content.decode()

    assert "photo-history" in page
    assert "&lt;b&gt;7&lt;/b&gt;" in page
    assert "<b>7</b>" not in page
