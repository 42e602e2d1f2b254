"""Requests to a provider that sells so many a second."""

from itertools import pairwise
from uuid import uuid4

import pytest
from django.utils import timezone
from structlog.testing import capture_logs

from recognition.models import Account, Photo, Strategy
from recognition.providers.failures import Postponed
from recognition.providers.pace import SLOT_TIMEOUT_MIDWAY, Provider, check_available, take_slot
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import AlbumFactory, published
from recognition.tests.play.sandbox_albums import album_with_faces

pytestmark = pytest.mark.django_db

HOURLY = 1 / 3600


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("recognition.providers.pace.time.sleep", found.append)
    return found


def provider(per_second: float | None = HOURLY) -> Provider:
    return Provider(key=f"account:{uuid4()}", name="face provider", per_second=per_second)


def postponed_by(slow: Provider) -> float:
    with pytest.raises(Postponed) as raised:
        take_slot(slow)
    return raised.value.wait.total_seconds()


def test_requests_that_are_postponed_each_get_a_time_of_their_own() -> None:
    slow = provider()
    take_slot(slow)

    waits = [postponed_by(slow) for _ in range(5)]

    gaps = [later - sooner for sooner, later in pairwise(waits)]
    assert gaps == pytest.approx([3600] * 4, abs=60)


def test_requests_that_are_only_checked_reserve_no_slot() -> None:
    slow = provider()

    check_available(slow, timezone.now())
    take_slot(slow)

    with pytest.raises(Postponed):
        check_available(slow, timezone.now())


def test_requests_whose_slot_is_near_are_waited_for_and_longer_midway(slept):
    brisk, slow = provider(per_second=2), provider(per_second=1 / 8)
    take_slot(brisk)
    take_slot(brisk)
    assert 0 < slept.pop() <= 0.5
    take_slot(slow)
    assert slept == []
    take_slot(slow, timeout=SLOT_TIMEOUT_MIDWAY)
    assert 1 < slept.pop() <= 8


def test_requests_of_one_account_postpone_only_its_own() -> None:
    busy, idle = provider(), provider()
    take_slot(busy)

    take_slot(idle)

    assert postponed_by(busy) > 0
    assert postponed_by(idle) > 0


def test_requests_without_a_limit_are_not_held_up(slept):
    unlimited = provider(per_second=None)
    for _ in range(100):
        take_slot(unlimited, timeout=0)
    assert slept == []


def test_requests_are_not_paced_while_redis_is_down(settings, slept):
    slow, redis_url = provider(), settings.REDIS_URL
    take_slot(slow)

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with capture_logs() as logged:
        take_slot(slow)

    assert slept == []
    assert [line["event"] for line in logged if "provider" in line] == ["provider_unpaced"]
    settings.REDIS_URL = redis_url
    assert postponed_by(slow) > 0


@pytest.mark.usefixtures("transactional_db")
def test_requests_to_a_face_provider_postpone_the_photo_without_an_attempt(peers):
    album = album_with_faces(peers)
    Account.objects.update(requests_per_second=HOURLY)
    image = peers.url("album", "/pixel.jpg")

    for _ in range(3):
        consume("photos.photo-published", published(album, imageUrl=image))

    done, *waiting = Photo.objects.order_by("created_on")
    assert done.state == "Processed"
    assert [photo.state for photo in waiting] == ["New", "New"]
    assert [photo.face_attempts for photo in waiting] == [0, 0]
    assert "takes 0.000277778 requests a second" in waiting[0].reason_description
    times = sorted(p.faces_next_attempt_on for p in waiting if p.faces_next_attempt_on)
    assert (times[1] - times[0]).total_seconds() == pytest.approx(3600, abs=60)
    assert peers.stats("face-provider")["requests"] == 1
    assert peers.stats("album")["requests"] == 1  # no image is fetched in vain


@pytest.mark.usefixtures("transactional_db")
def test_requests_to_the_number_provider_postpone_the_photo_without_an_attempt(peers, settings):
    settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND = HOURLY
    album = AlbumFactory.create(strategy=Strategy.NUMBER)

    for _ in range(2):
        consume("photos.photo-published", published(album))

    done, waiting = Photo.objects.order_by("created_on")
    assert (done.state, waiting.state) == ("AwaitingCallback", "New")
    assert waiting.number_attempts == 0
    assert waiting.number_requests.count() == 0
    assert process_photos_in(minutes=0) == 0
