"""A service that keeps failing is paused, its photos wait, and it resumes by itself."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from recognition.models import Album, Callback, CallbackState, CompetitorInstance, Photo, Tenant
from recognition.numbers.start_lists import start_numbers_of
from recognition.processing.callbacks import apply_callback
from recognition.providers.faces import provider_of
from recognition.providers.failures import Busy, Postponed, ProcessingFailure
from recognition.providers.pace import Provider, asking
from recognition.tests.calls.outages import pauses
from recognition.tests.factories import (
    AccountFactory,
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

DOWN = ProcessingFailure("The face provider answered 500.")


@pytest.fixture
def provider() -> Provider:
    return provider_of(AccountFactory.create(name="Faces"))


def ask(provider: Provider, now: datetime, failure: ProcessingFailure | None = None) -> None:
    with asking(provider, now):
        if failure:
            raise failure


def fail(provider: Provider, now: datetime, times: int = 5) -> ProcessingFailure:
    """Fail one time after the other; return the last failure as it came out."""
    for _ in range(times):
        with pytest.raises(ProcessingFailure) as raised:
            ask(provider, now, DOWN)
    return raised.value


def waits(provider: Provider, now: datetime) -> float:
    with pytest.raises(Postponed) as raised:
        ask(provider, now)
    return raised.value.wait.total_seconds()


def test_a_provider_is_paused_after_five_failures_in_a_row(provider: Provider) -> None:
    now = timezone.now()

    last = fail(provider, now)

    assert isinstance(last, Postponed)
    assert waits(provider, now) >= 30
    pause = pauses().get()
    assert (pause.service, pause.name) == (provider.key, "face provider Faces")
    assert (pause.since, pause.failures, pause.ended_on) == (now, 5, None)
    assert pause.next_probe_on == now + timedelta(seconds=30)
    assert pause.reason == "The face provider answered 500."


def test_a_provider_makes_the_photo_wait_longer_than_the_pause_if_it_says_so(provider):
    now = timezone.now()
    fail(provider, now, times=4)
    an_hour = timedelta(hours=1)

    with pytest.raises(Busy) as raised:
        ask(provider, now, ProcessingFailure("Answered 500.", retry_after=an_hour))

    assert not isinstance(raised.value, Postponed)  # the end of the pause does not make it due
    assert raised.value.retry_after == an_hour
    assert 30 <= waits(provider, now) < 120


def test_a_provider_is_probed_by_one_and_asked_again_by_all_when_that_succeeds(provider):
    now = timezone.now()
    fail(provider, now)
    later = now + timedelta(seconds=31)

    with asking(provider, later):
        assert waits(provider, later) >= 5
    ask(provider, later)

    assert pauses().get().ended_on == later


def test_a_provider_is_paused_while_redis_is_away_and_waiting_photos_return_at_different_times(
    provider: Provider, settings: Any
) -> None:
    now = timezone.now()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    failed = fail(provider, now)
    times = [waits(provider, now) for _ in range(20)]

    assert isinstance(failed, Postponed)
    assert all(30 <= time < 61 for time in times)
    assert len(set(times)) == 20
    ask(provider, now + timedelta(seconds=31))
    assert pauses().get().ended_on is not None


SERVICE = "competitor-service"


@pytest.fixture
def instance(peers: SandboxClient) -> CompetitorInstance:
    return CompetitorInstanceFactory.create(name="Runs", base_url=peers.url(SERVICE))


@pytest.fixture
def album(peers: SandboxClient, instance: CompetitorInstance) -> Album:
    return album_of(peers, instance)


def album_of(peers: SandboxClient, instance: CompetitorInstance) -> Album:
    """Return an album that has a start list."""
    album: Album = AlbumFactory.create(tenant__competitor_instance=instance)
    peers.set_start_list(album.pk, ["7"])
    return album


def answered(album: Album) -> Callback:
    """Return a stored callback with a number of the list."""
    return CallbackFactory.create(
        request__photo__album=album,
        request__photo__state="AwaitingCallback",
        request__photo__callback_due_on=timezone.now() + timedelta(minutes=30),
        payload={"persons": [], "tags": [{"value": "7"}]},
    )


def apply(callback: Callback, now: datetime) -> tuple[str, str, int]:
    """Apply the callback; return its state, its photo's, and the attempts used up."""
    apply_callback(callback.pk, now)
    callback.refresh_from_db()
    photo = Photo.objects.get(pk=callback.request.photo.pk)
    return callback.state, photo.state, photo.number_attempts


def pause(peers: SandboxClient, album: Album, now: datetime) -> Postponed:
    """Make the service fail until it is paused; return the last failure."""
    peers.behave(SERVICE, failure_rate=1)
    for _ in range(5):
        with pytest.raises(Postponed) as raised:
            start_numbers_of(album, now)
    return raised.value


def test_all_its_albums_wait_and_those_of_others_do_not_until_it_is_asked_again(
    peers, album, instance
):
    now = timezone.now()
    sibling = answered(album_of(peers, instance))
    other = answered(album_of(peers, CompetitorInstanceFactory.create(base_url=peers.url(SERVICE))))

    last = pause(peers, album, now)
    with pytest.raises(Postponed, match="The competitor service Runs is paused since"):
        start_numbers_of(album, now)

    assert last.wait >= timedelta(seconds=30)
    assert peers.stats(SERVICE)["requests"] == 5
    paused = pauses().get()
    assert (paused.service, paused.failures) == (f"competitor:{instance.pk}", 5)
    assert paused.name == "competitor service Runs"
    assert paused.reason == "The competitor service answered 503."
    peers.behave(SERVICE, failure_rate=0)
    assert apply(sibling, now) == (CallbackState.STORED, "AwaitingCallback", 0)
    assert apply(other, now) == (CallbackState.APPLIED, "Processed", 0)
    assert start_numbers_of(album, now + timedelta(seconds=31)) == ("7",)
    assert pauses().get().ended_on is not None


def test_a_list_that_is_known_is_used_meanwhile_and_reserves_no_slot(
    peers: SandboxClient, album: Album, instance: CompetitorInstance, settings: Any
) -> None:
    settings.PROVIDER_RESUME_PER_SECOND = 1
    now = timezone.now()
    start_numbers_of(album, now)
    later = now + timedelta(minutes=11)
    first = pause(peers, album_of(peers, instance), later)

    for _ in range(100):
        assert start_numbers_of(album, later) == ("7",)

    with pytest.raises(Postponed) as raised:
        start_numbers_of(album_of(peers, instance), later)
    assert raised.value.wait - first.wait < timedelta(seconds=5)
    assert peers.stats(SERVICE)["requests"] == 6


@pytest.mark.parametrize("status", [401, 404])
def test_a_service_that_says_no_is_not_paused_and_fails_the_photos(peers, album, status):
    peers.behave(SERVICE, failure_rate=1, failure_status=status)
    callbacks = [answered(album) for _ in range(3)]

    ends = [[apply(callback, timezone.now()) for _ in range(3)][-1] for callback in callbacks]

    assert ends == [(CallbackState.FAILED, "Failed", 3)] * 3
    assert not pauses().exists()
    assert f"answered {status}" in Photo.objects.earliest("created_on").reason_description


def test_a_no_about_one_album_keeps_no_other_waiting_and_shows_that_the_service_is_back(
    peers, album, instance
):
    unknown: Album = AlbumFactory.create(tenant__competitor_instance=instance)
    for callback in [answered(unknown) for _ in range(6)]:
        assert apply(callback, timezone.now()) == (CallbackState.STORED, "AwaitingCallback", 1)
    assert not pauses().exists()
    now = timezone.now()
    pause(peers, album, now)
    peers.behave(SERVICE, failure_rate=0)
    later = now + timedelta(seconds=31)

    with pytest.raises(ProcessingFailure, match="answered 404") as raised:
        start_numbers_of(unknown, later)

    assert not isinstance(raised.value, Postponed)
    assert pauses().get().ended_on == later
    assert start_numbers_of(album, later) == ("7",)


@pytest.mark.parametrize("in_the_list", [False, True])
def test_competitor_service_its_outage_ends_with_it(
    peers, album, instance, admin_client, in_the_list
):
    pause(peers, album, timezone.now())
    Tenant.objects.update(competitor_instance=None)
    page = reverse("admin:recognition_competitorinstance_delete", args=[instance.pk])
    chosen = {}
    if in_the_list:
        page = reverse("admin:recognition_competitorinstance_changelist")
        chosen = {"action": "delete_selected", "_selected_action": [instance.pk]}

    admin_client.post(page, {**chosen, "post": "yes"})

    assert not CompetitorInstance.objects.exists()
    assert pauses().get().ended_on is not None
