"""An answer that was given up for want of a start list…"""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from recognition.commands.jobs import start_scheduled_jobs
from recognition.commands.photos.reprocessing import reconsider_photos
from recognition.models import (
    Album,
    Callback,
    CallbackState,
    JobMode,
    NumberRequest,
    Photo,
    Strategy,
)
from recognition.tests.calls.processes import apply_callbacks, process_photos_in, run_jobs
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    NumberRequestFactory,
)
from recognition.tests.job_factories import start
from recognition.tests.statements import counted
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    """Return an album that its competitor service does not know (yet)."""
    instance = CompetitorInstanceFactory.create(base_url=peers.url("competitor-service"))
    found: Album = AlbumFactory.create(tenant__competitor_instance=instance)
    return found


def given_up(album: Album, **request: datetime) -> Callback:
    """Return a callback that ended with its photo's attempts, two days ago."""
    long_ago = timezone.now() - timedelta(days=2)
    callback: Callback = CallbackFactory.create(
        request=NumberRequestFactory.create(
            photo__album=album,
            photo__state="Failed",
            photo__number_failure="The competitor service answered 404.",
            photo__number_attempts=3,
            photo__updated_on=long_ago,
            **request,
        ),
        payload={"persons": [], "tags": [{"value": "7"}]},
        state=CallbackState.FAILED,
        reason_description="The competitor service answered 404.",
        settled_on=long_ago,
        next_attempt_on=None,
    )
    return callback


def next_day() -> None:
    """Start the scheduled jobs as beat does, and run them."""
    start_scheduled_jobs(timezone.now(), limit=10)
    run_jobs()


def requests_sent(peers: SandboxClient) -> int:
    sent: int = peers.stats("number-provider")["requests"]
    return sent


def test_kept_callback_is_applied_the_next_day_and_the_provider_not_asked(peers, album):
    callback = given_up(album)
    peers.set_start_list(album.pk, ["7"])

    next_day()
    photo = Photo.objects.get()
    assert (photo.state, photo.number_attempts) == ("AwaitingCallback", 0)
    assert "answered 404. Next attempt at" in photo.reason_description
    process_photos_in(seconds=1)
    apply_callbacks(timezone.now())

    photo.refresh_from_db()
    callback.refresh_from_db()
    assert (photo.state, photo.numbers.get().value) == ("Processed", "7")
    assert callback.state == CallbackState.APPLIED
    assert requests_sent(peers) == 0
    assert NumberRequest.objects.count() == 1


def test_kept_callback_is_given_up_again_where_there_is_still_no_list(peers, album):
    callback = given_up(album)

    next_day()
    while apply_callbacks(timezone.now() + timedelta(days=1)):
        continue

    callback.refresh_from_db()
    photo = Photo.objects.get()
    assert (callback.state, photo.state) == (CallbackState.FAILED, "Failed")
    assert photo.number_attempts == 3
    assert requests_sent(peers) == 0


@pytest.mark.parametrize("mode", [JobMode.CHANGED, JobMode.AGAIN, JobMode.FORCE])
def test_kept_callback_is_left_where_staff_ask_about_the_photo_again(peers, album, mode):
    callback = given_up(album)

    start(album, mode)
    run_jobs()
    process_photos_in(seconds=1)

    callback.refresh_from_db()
    assert callback.state == CallbackState.FAILED
    assert requests_sent(peers) == 1


def test_kept_callback_is_left_once_the_photo_was_asked_about_again(peers, album):
    """Staff wanted another answer, and did not get one; the former is not put in its place."""
    callback = given_up(album, created_on=timezone.now() - timedelta(days=3))
    NumberRequestFactory.create(photo=callback.request.photo)

    next_day()
    process_photos_in(seconds=1)

    callback.refresh_from_db()
    assert callback.state == CallbackState.FAILED
    assert requests_sent(peers) == 1


def test_kept_callback_is_left_where_people_read_the_numbers_now(peers, album):
    callback = given_up(album)
    Album.objects.update(strategy=Strategy.MANUAL)

    next_day()
    process_photos_in(seconds=1)

    callback.refresh_from_db()
    assert callback.state == CallbackState.FAILED
    assert Photo.objects.get().state == "AwaitingTagging"


def test_kept_callback_costs_two_statements_for_all_photos_of_a_part(album: Album) -> None:
    photos = [given_up(album).request.photo.pk for _ in range(5)]

    with counted() as statements:
        reconsider_photos(photos, JobMode.SCHEDULED, timezone.now())

    spent = [text for text in statements.sent if '"recognition_callback"' in text]
    assert len(spent) == 2, str(statements)
    assert Callback.objects.filter(state=CallbackState.STORED).count() == 5
