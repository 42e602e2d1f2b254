"""Start lists: cached, revalidated by ETag, and never guessed; their entries…"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import requests
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils import timezone

from foundation.staff.display import address_of_page
from recognition.models import Album, Callback, CallbackState, Photo, Strategy
from recognition.numbers import start_lists
from recognition.numbers.start_lists import NotAtHand, list_at_hand, names_of, start_numbers_of
from recognition.processing.callbacks import apply_callback
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.tests.calls.judging import listed_album, read, tag, verdicts
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


def later(**after: float) -> time_machine.travel:
    """Let this much time have passed."""
    return time_machine.travel(timezone.now() + timedelta(**after))


def test_a_list_is_asked_for_once_while_it_is_fresh_and_then_revalidated(peers, album):
    assert list_of(AlbumFactory.create()) is None  # its tenant has no competitor service
    for _ in range(2):
        assert list_of(album) == ("1", "002")
    assert counts(peers) == (1, 0)
    for minutes in (11, 22):
        with later(minutes=minutes):
            assert list_of(album) == list_of(album) == ("1", "002")
    assert counts(peers) == (1, 2)
    peers.set_start_list(album.pk, ["7"])
    with later(minutes=33):
        assert list_of(album) == ("7",)
    assert counts(peers) == (2, 2)


def test_names_are_kept_as_long_as_their_list(peers, album, monkeypatch):
    peers.set_start_list(album.pk, ["1"], {"1": "Kim Berg"})
    list_of(album)
    before = names_of(album)
    monkeypatch.setattr(start_lists, "_KEPT_FOR", 0)  # from the next answer on

    with later(minutes=11):
        list_of(album)

    assert (before, names_of(album), counts(peers)) == ({"1": "Kim Berg"}, {}, (1, 1))


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


def test_a_service_that_is_down_is_not_asked_for_every_photo_and_revalidated_later(peers, album):
    list_of(album)
    peers.behave("competitor-service", next=["fail"])
    peers.set_start_list(album.pk, ["7"])
    with later(minutes=11):
        for _ in range(5):
            assert list_of(album) == ("1", "002")
        assert peers.stats("competitor-service")["requests"] == 2
        _end_locks(album)
        assert list_of(album) == list_of(album) == ("7",)


def test_one_process_revalidates_while_the_others_go_on_with_the_known_list(peers, album):
    list_of(album)
    peers.set_start_list(album.pk, ["7"])
    peers.behave("competitor-service", latency=0.5)

    with later(minutes=11), ThreadPoolExecutor(max_workers=8) as processes:
        lists = list(processes.map(list_of, [album] * 8))

    assert (lists.count(("1", "002")), lists.count(("7",))) == (7, 1)
    assert peers.stats("competitor-service")["requests"] == 2


@pytest.mark.parametrize(
    "body",
    [
        b"[]", b'{"startNumbers": null}', b'{"startNumbers": ["1", {"n": 17}]}',
        b'{"startNumbers": [17]}', b'{"startNumbers": [" "]}',
    ],
)  # fmt: skip
def test_an_answer_without_a_list_is_a_failure(album, monkeypatch, body):
    answer = requests.Response()
    answer.status_code, answer._content = 200, body
    monkeypatch.setattr(
        "recognition.numbers.competitor_services.send", lambda *args, **kwargs: answer
    )

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


@pytest.mark.parametrize("strategy", [Strategy.NUMBER, Strategy.NUMBER_THEN_MANUAL])
def test_without_the_list_nothing_is_accepted_or_dropped(peers, album, strategy):
    peers.behave("competitor-service", failure_rate=1)
    callback = answered(album, strategy)

    apply_callback(callback.pk, timezone.now())

    callback.refresh_from_db()
    photo = Photo.objects.get()
    assert not photo.numbers.exists()
    assert not photo.number_recognized
    assert photo.tagging_task_id is None
    assert "competitor service answered 503" in photo.reason_description
    assert callback.state == CallbackState.STORED
    assert callback.next_attempt_on == photo.numbers_next_attempt_on


REPAIRED = [
    ("\ufeff101", "101"),
    ("１０１", "101"),
    ("١٠١", "101"),
    (" 1 0\u00a01 ", "101"),
    ("\u200b101", "101"),
    ("०१०१", "0101"),
]

NOT_REPAIRED = ["#12", "12.0", "10-20", "М12", "12a", "123456", "²"]


@pytest.mark.parametrize(("entry", "read_as"), REPAIRED)
def test_entries_are_made_comparable_where_that_is_safe(sandbox, entry, read_as):
    album = listed_album(sandbox, entry, "7")
    sandbox.set_start_list(album.pk, [entry, "7"], {entry: "Kim Berg"})

    photo = read(album, tag("101"))

    assert start_numbers_of(album, timezone.now()) == (read_as, "7")
    assert verdicts(photo)["101"] == "accepted"
    assert names_of(album) == {read_as: "Kim Berg"}


@pytest.mark.parametrize("entry", NOT_REPAIRED)
def test_entries_are_named_on_the_page_of_the_album_where_it_is_not(sandbox, client, entry):
    album = listed_album(sandbox, entry, "7")
    read(album, tag("7"))
    client.force_login(User.objects.create_superuser("boss"))

    page = client.get(address_of_page(Album, album.pk), secure=True).content.decode()
    listed = client.get(f"/admin/recognition/album/{album.pk}/start-list/", secure=True)

    assert f"no reading can match 1 of them: {entry}" in page
    assert "No reading can match 1 of them" in listed.content.decode()


@pytest.mark.parametrize("entries", [NOT_REPAIRED, []])
def test_entries_of_which_none_can_be_used_are_no_list(sandbox, entries):
    album = listed_album(sandbox, *entries)

    photo = read(album, tag("12"))

    assert verdicts(photo) == {}
    assert "start list without" in photo.__class__.objects.get(pk=photo.pk).reason_description
    with pytest.raises(ProcessingFailure):
        start_numbers_of(album, timezone.now())
    with pytest.raises(NotAtHand):
        list_at_hand(album, timezone.now())
