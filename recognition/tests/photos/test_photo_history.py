"""The history of a photo says everything that happened to it, in order, and is shown…"""

from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.utils import IntegrityError
from django.utils import timezone

from recognition.console.photo_page import timeline_of
from recognition.models import Callback, CallbackState, JobMode, Photo, PhotoAttempt, Strategy
from recognition.photos.history import PhotoHistoryEntry, explain_photo
from recognition.processing.reported import (
    RejectTaggingCommand,
    WithdrawTaggingCommand,
    reject_tagging,
    withdraw_tagging,
)
from recognition.tests.calls.outages import pauses
from recognition.tests.calls.processes import (
    apply_callbacks,
    consume,
    deliver,
    process_photos_at,
    process_photos_in,
    until,
)
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
    published,
)
from recognition.tests.play.sandbox_albums import album_with_faces
from tools.sandbox.client import SandboxClient


def kinds(photo: Photo) -> list[str]:
    return [entry.kind for entry in explain_photo(photo.pk).entries]


def texts(photo: Photo) -> str:
    return "\n".join(entry.text for entry in explain_photo(photo.pk).entries)


@pytest.mark.usefixtures("transactional_db")
def test_history_has_the_whole_way_of_a_photo(wires: SandboxClient) -> None:
    competitors = CompetitorInstanceFactory.create(base_url=wires.url("competitor-service"))
    tenant = TenantFactory.create(competitor_instance=competitors)
    album = AlbumFactory.create(strategy=Strategy.FACE_NUMBER, tenant=tenant)
    wires.set_start_list(album.pk, ["101", "102"])
    data = published(album)
    others = [{"value": "0102", "confidence": 0.81}, {"value": "103", "confidence": 0.9}]
    unclear = {"value": "1O2", "confidence": 0.6, "alternatives": others}
    wires.set_truth(data["photoId"], persons=["p1"], tags=["101", "999", "A12", unclear])
    wires.behave("number-provider", next=["fail"], callback={"delay": 0.3})
    wires.behave("photo-service", next=["fail"])

    consume("photos.photo-published", data)
    process_photos_in(minutes=20)
    until(Callback.objects.filter(state=CallbackState.STORED).exists)
    apply_callbacks(timezone.now() + timedelta(seconds=31))
    deliver()
    photo = Photo.objects.get()

    assert kinds(photo)[:6] == [
        "Published",
        "RequestSent",
        "AttemptFailed",
        "RequestSent",
        "RequestAccepted",
        "CallbackReceived",
    ]
    assert sorted(kinds(photo)[6:]) == [
        "CallbackApplied",
        "Delivered",
        "DeliveryQueued",
        "DeliveryQueued",
        "FacesRecognized",
        "NumberKept",
        "NumberKept",
        "NumberRejected",
        "NumberRejected",
        "NumbersRecognized",
    ]
    found = texts(photo)
    assert "The number provider failed: The number provider answered 503. Next attempt at" in found
    assert "called back: persons p1; numbers 101, 999, A12, 1O2." in found
    assert "101 kept, read by the provider." in found
    assert "“999” rejected, read by the provider: not in the start list." in found
    assert "“A12” rejected, read by the provider: not a number." in found
    assert "Faces recognised: p1." in found
    only = "the only alternative on the start list, confidence 0.81"
    assert f"102 kept, read by the provider: read as 1O2, taken as 102: {only}." in found
    assert "Numbers recognised: 101, 102." in found
    assert "(waits, tried 1 times: " in found


@pytest.mark.usefixtures("transactional_db")
def test_history_has_every_failed_attempt_until_the_last(wires: SandboxClient) -> None:
    wires.behave("number-provider", next=["throttle"], failureRate=1, callback={"lostRate": 1})
    consume("photos.photo-published", published(AlbumFactory.create()))
    while process_photos_in(days=1):
        continue

    photo = Photo.objects.get()
    found = list(photo.attempts.order_by("pk"))
    assert [attempt.outcome for attempt in found] == ["Busy", "Failed", "Failed", "Failed"]
    assert [attempt.next_attempt_on is None for attempt in found] == [False] * 3 + [True]
    assert found[0].reason == "The number provider is busy (429)."
    assert texts(photo).count("The number provider answered 503.") == 3
    assert texts(photo).endswith("No further attempt.")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        PhotoAttempt.objects.update(reason="It never did.")


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("down", ["number-provider", "face-provider"])
def test_history_a_wait_is_recorded_once_and_again_when_its_reason_changes(wires, down):
    wires.behave(down, failureRate=1)
    image = wires.url("album", "/pixel.jpg")
    album = AlbumFactory.create() if down == "number-provider" else album_with_faces(wires)
    for _ in range(6):
        consume("photos.photo-published", published(album, imageUrl=image))
    photo = Photo.objects.latest("created_on")
    version, now = photo.version, timezone.now()
    for minutes in range(2, 8):
        process_photos_at(now + timedelta(minutes=minutes))

    photo.refresh_from_db()
    assert photo.version >= version + 3
    assert kinds(photo).count("AttemptBusy") == 1
    pauses().update(ended_on=now)
    cache.clear()
    for minutes in range(20, 26):
        process_photos_at(now + timedelta(minutes=minutes))
    assert kinds(photo).count("AttemptBusy") == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "expected"), [("publication", ["Published", "Deleted"]), ("deletion", ["Deleted"])]
)
def test_history_has_publication_and_deletion(peers, first, expected):
    data = published(AlbumFactory.create(strategy=Strategy.DISABLED))
    deletion = {"photoId": data["photoId"], "albumId": data["albumId"]}
    events = [("photos.photo-published", data), ("photos.photo-deleted", deletion)]
    for topic, body in events if first == "publication" else reversed(events):
        consume(topic, body)

    found = kinds(Photo.objects.get())

    assert [kind for kind in found if kind != "DeliveryQueued"] == expected


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["withdrawn", "rejected"])
def test_history_a_task_that_came_to_nothing_is_an_attempt(peers: SandboxClient, what: str) -> None:
    task_id, now = uuid4(), timezone.now()
    photo = PhotoFactory.create(
        album__strategy=Strategy.MANUAL, state="AwaitingTagging", tagging_task_id=task_id
    )

    if what == "withdrawn":
        withdraw_tagging(WithdrawTaggingCommand(photo_id=photo.pk, reason="blurred", now=now))
    else:
        reject_tagging(RejectTaggingCommand(photo_id=photo.pk, task_id=task_id, now=now))

    attempt = PhotoAttempt.objects.get()
    assert (attempt.recogniser, attempt.outcome) == ("Tagator", "Failed")
    assert ("blurred" if what == "withdrawn" else "sent the task back") in attempt.reason


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
    with pytest.raises(CommandError, match="No photo"):
        call_command("explain_photo", str(uuid4()))


def test_the_admin_s_page_of_it_shows_it_escaped(staff, photo):
    page = staff.get(f"/admin/recognition/photo/{photo.pk}/history/").content.decode()

    assert "photo-history" in page
    assert "&lt;b&gt;7&lt;/b&gt;" in page
    assert "<b>7</b>" not in page


AGAIN, CHANGED, FORCE = JobMode.AGAIN, JobMode.CHANGED, JobMode.FORCE
MIDNIGHT = datetime(2026, 5, 18, tzinfo=UTC)


def entry(kind: str, seconds: float) -> PhotoHistoryEntry:
    return PhotoHistoryEntry(
        occurred_on=MIDNIGHT + timedelta(seconds=seconds), kind=kind, text=kind
    )


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0004, "+0.000 s"),
        (1.5, "+1.500 s"),
        (59.6, "+60 s"),
        (725, "+12 min"),
        (7384, "+2 h 3 min"),
    ],
)
def test_timeline_timeline_says_how_long_after_the_row_before(seconds, shown):
    first, second = timeline_of([entry("Published", 0), entry("RequestSent", seconds)])
    assert (first.after, second.after) == ("", shown)


def test_timeline_timeline_shows_facts_in_words() -> None:
    details = {
        "nextAttemptOn": None,
        "persons": ["p1", "p2"],
        "body": {"version": 3, "tags": [{"value": "154", "source": "Provider"}]},
        "isFinal": True,
    }
    [row] = timeline_of(
        [PhotoHistoryEntry(occurred_on=MIDNIGHT, kind="Sent", text="Sent.", details=details)]
    )

    assert row.facts == [
        ("Next attempt on", "none"),
        ("Persons", "p1; p2"),
        ("Body", "version 3, tags value 154, source Provider"),
        ("Is final", "yes"),
    ]
