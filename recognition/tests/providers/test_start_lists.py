"""Start lists: cached, revalidated by ETag, and never guessed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import requests
import time_machine
from django.core.cache import cache
from django.utils import timezone

from recognition.commands.photos.callbacks import apply_callback
from recognition.models import Album, Callback, CallbackState, Photo, Strategy
from recognition.providers import start_lists
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.start_lists import names_of, start_numbers_of
from recognition.tests.calls.processes import apply_callbacks
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    TenantFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    """Return an album whose tenant has a competitor service that wants a token."""
    instance = CompetitorInstanceFactory.create(
        base_url=peers.url("competitor-service"), token="t0ken"
    )
    album = AlbumFactory.create(tenant=TenantFactory.create(competitor_instance=instance))
    peers.behave("competitor-service", token="t0ken")
    peers.set_start_list(album.pk, ["1", "002"])
    return album


def list_of(album: Album) -> tuple[str, ...] | None:
    """Return the album's start list as it is to be had now."""
    return start_numbers_of(album, timezone.now())


def counts(sandbox: SandboxClient) -> tuple[int, int]:
    """Return how often the list was sent whole, and how often it was confirmed."""
    answers = sandbox.state("competitor-service")["counts"]
    return answers["full"], answers["notModified"]


def test_a_tenant_without_a_competitor_service_has_none() -> None:
    assert list_of(AlbumFactory.create()) is None


def test_a_list_is_asked_for_once_while_it_is_fresh(peers: SandboxClient, album: Album) -> None:
    assert list_of(album) == ("1", "002")
    assert list_of(album) == ("1", "002")

    assert counts(peers) == (1, 0)


def test_an_older_list_is_revalidated(peers: SandboxClient, album: Album) -> None:
    list_of(album)

    for minutes in (11, 22):
        with time_machine.travel(timezone.now() + timedelta(minutes=minutes)):
            assert list_of(album) == ("1", "002")
            assert list_of(album) == ("1", "002")

    assert counts(peers) == (1, 2)


def test_a_changed_list_replaces_the_known_one(peers: SandboxClient, album: Album) -> None:
    list_of(album)
    peers.set_start_list(album.pk, ["7"])

    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert list_of(album) == ("7",)

    assert counts(peers) == (2, 0)


def test_names_are_kept_as_long_as_their_list(peers, album, monkeypatch):
    peers.set_start_list(album.pk, ["1"], {"1": "Kim Berg"})
    list_of(album)
    before = names_of(album)
    monkeypatch.setattr(start_lists, "_KEPT_FOR", 0)  # from the next answer on

    with later(minutes=11):
        list_of(album)

    assert (before, names_of(album), counts(peers)) == ({"1": "Kim Berg"}, {}, (1, 1))


def later(**after: float) -> time_machine.travel:
    """Let this much time have passed."""
    return time_machine.travel(timezone.now() + timedelta(**after))


@pytest.mark.parametrize("status", [400, 401, 404, 410, 422])
def test_a_service_that_refuses_is_a_failure_that_is_tried_again(peers, album, status):
    list_of(album)
    peers.behave("competitor-service", failure_rate=1, failure_status=status)

    with later(minutes=11), pytest.raises(ProcessingFailure) as raised:
        list_of(album)

    assert not isinstance(raised.value, FinalFailure)


@pytest.mark.parametrize("behaves", [{"failureStatus": 500}, {"failureStatus": 429}, {}])
def test_an_older_list_is_used_while_the_service_is_down_for_an_hour_and_no_longer(
    peers: SandboxClient, album: Album, behaves: dict[str, Any]
) -> None:
    list_of(album)
    peers.replace_behaviour(
        "competitor-service", {"failureRate": 1, **behaves} if behaves else {"dropRate": 1}
    )

    for minutes in (11, 69):
        _end_locks(album)
        with later(minutes=minutes):
            assert list_of(album) == ("1", "002")

    _end_locks(album)
    with later(minutes=71), pytest.raises(ProcessingFailure) as raised:
        list_of(album)
    assert not isinstance(raised.value, FinalFailure)


def _end_locks(album: Album) -> None:
    """Let the pause end in which no request is sent."""
    assert album.tenant is not None
    cache.delete(f"start-list:{album.tenant.competitor_instance_id}:{album.pk}:lock")


def test_a_service_that_is_down_is_not_asked_for_every_photo(peers, album):
    list_of(album)
    peers.behave("competitor-service", failure_rate=1)

    with later(minutes=11):
        for _ in range(5):
            list_of(album)

    assert peers.stats("competitor-service")["requests"] == 2


def test_a_list_that_comes_back_is_revalidated(peers: SandboxClient, album: Album) -> None:
    list_of(album)
    peers.behave("competitor-service", next=["fail"])
    peers.set_start_list(album.pk, ["7"])

    with later(minutes=11):
        assert list_of(album) == ("1", "002")
        _end_locks(album)
        assert list_of(album) == ("7",)
        assert list_of(album) == ("7",)


def test_one_process_revalidates_while_the_others_go_on_with_the_known_list(peers, album):
    list_of(album)
    peers.set_start_list(album.pk, ["7"])
    peers.behave("competitor-service", latency=0.5)

    with later(minutes=11), ThreadPoolExecutor(max_workers=8) as processes:
        lists = list(processes.map(list_of, [album] * 8))

    assert (lists.count(("1", "002")), lists.count(("7",))) == (7, 1)
    assert peers.stats("competitor-service")["requests"] == 2


def test_an_unknown_list_is_asked_for_by_every_process(peers: SandboxClient, album: Album) -> None:
    with ThreadPoolExecutor(max_workers=4) as processes:
        lists = list(processes.map(list_of, [album] * 4))

    assert lists == [("1", "002")] * 4


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"{}",
        b'{"startNumbers": null}',
        b"<html>",
        b'{"startNumbers": [null]}',
        b'{"startNumbers": ["1", {"n": 17}]}',
        b'{"startNumbers": [17]}',
        b'{"startNumbers": [" "]}',
    ],
)
def test_an_answer_without_a_list_is_a_failure(album, monkeypatch, body):
    answer = requests.Response()
    answer.status_code, answer._content = 200, body
    monkeypatch.setattr("recognition.providers.start_lists.send", lambda *args, **kwargs: answer)

    with pytest.raises(ProcessingFailure):
        list_of(album)


def answered(album: Album, strategy: Strategy = Strategy.NUMBER) -> Callback:
    """Return a stored callback with one number that is in the list and one that is not."""
    album.store(strategy=strategy)
    return CallbackFactory.create(
        request__photo__album=album,
        request__photo__state="AwaitingCallback",
        request__photo__callback_due_on=timezone.now() + timedelta(minutes=30),
        payload={"persons": [], "tags": [{"value": "0001"}, {"value": "3"}]},
    )


def apply(callback: Callback) -> Photo:
    apply_callback(callback.pk, timezone.now())
    callback.refresh_from_db()
    return Photo.objects.get(pk=callback.request.photo.pk)


@pytest.mark.parametrize("strategy", [Strategy.NUMBER, Strategy.NUMBER_THEN_MANUAL])
def test_without_the_list_nothing_is_accepted_or_dropped(peers, album, strategy):
    peers.behave("competitor-service", failure_rate=1)
    callback = answered(album, strategy)

    photo = apply(callback)

    assert not photo.numbers.exists()
    assert not photo.number_recognized
    assert photo.tagging_task_id is None
    assert "competitor service answered 503" in photo.reason_description
    assert callback.state == CallbackState.STORED
    assert callback.next_attempt_on == photo.numbers_next_attempt_on


def test_the_kept_answer_is_used_once_the_list_is_there(peers: SandboxClient, album: Album) -> None:
    peers.behave("competitor-service", next=["fail"])
    callback = answered(album)
    apply(callback)

    assert apply_callbacks(timezone.now() + timedelta(minutes=1)) == 1

    photo = Photo.objects.get()
    assert photo.state == "Processed"
    assert sorted(photo.numbers.values_list("value", "rejection")) == [
        ("1", ""),
        ("3", "NotInStartList"),
    ]


def test_an_answer_is_given_up_with_its_photo(peers: SandboxClient, album: Album) -> None:
    peers.behave("competitor-service", failure_rate=1, failure_status=401)
    callback = answered(album)

    for _ in range(3):
        photo = apply(callback)

    assert photo.state == "Failed"
    assert callback.state == CallbackState.FAILED


def test_the_list_is_not_asked_for_where_no_number_was_read(peers, album):
    peers.behave("competitor-service", failure_rate=1)
    callback = answered(album)
    Callback.objects.update(payload={"persons": [], "tags": []})

    assert apply(callback).state == "Processed"
    assert peers.stats("competitor-service")["requests"] == 0


def test_the_answer_for_a_deleted_photo_is_ignored_also_without_the_list(peers, album, settings):
    peers.behave("competitor-service", failure_rate=1)
    callback = answered(album)
    Photo.objects.update(state="Deleted")

    apply(callback)

    assert callback.state == CallbackState.IGNORED
