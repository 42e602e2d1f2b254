"""Texts, guids, moments and JSON as they are read and written; counts and errors in words…"""

import json
import socket
import sys
import uuid
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as some

from foundation.records.formats import (
    StrictDecoder,
    TolerantDecoder,
    Unstorable,
    around,
    read_guid,
    with_moment_in_utc,
)
from foundation.records.refusals import Conflict
from foundation.records.texts import (
    UNFORESEEN,
    clean,
    composed_values,
    counted,
    no_answer,
    reason_of,
    reworded,
)

LAEUFE, APART = "L\u00e4ufe", "La\u0308ufe"


SPACES = "".join(filter(str.isspace, map(chr, range(sys.maxunicode + 1))))
INSIDE = ["", "a\u200bb", "two  words", "👩\u200d🚀", "🏴\U000e0067\U000e007f"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (APART, LAEUFE),
        (f" {APART}\n", LAEUFE),
        (f"{LAEUFE}\u200b", LAEUFE),
        (f"\ufeff{LAEUFE}\u2060 \u00a0", LAEUFE),
        (f"\u200e{APART}\u00ad", LAEUFE),
        ("\u200b \ufeff" + SPACES, ""),
        *((text, text) for text in INSIDE),
    ],
)
def test_have_one_form_and_nothing_unseen_at_the_ends_but_stay_inside(text: str, kept: str):
    assert clean(text) == kept


def test_json_keeps_its_keys() -> None:
    assert composed_values({APART: [APART, 1, None]}) == {APART: [LAEUFE, 1, None]}


def test_a_long_run_of_spaces_or_marks_takes_no_time_worth_mentioning():
    """Anyone may send such a text: quadratic work would take minutes here."""
    spaces, marks = f"a{' ' * 1_000_000}b", "a" + "\u0315\u0300" * 500_000

    assert clean(f" {spaces}\u200b ") == spaces
    assert clean(marks) == marks


@given(some.uuids())
def test_are_read_as_they_are_written(guid: uuid.UUID):
    assert read_guid(str(guid)) == read_guid(guid.hex) == read_guid(str(guid).upper()) == guid


FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_are_as_far_away_as_asked() -> None:
    noon = datetime(2026, 5, 17, 12, tzinfo=UTC)

    assert around(noon, HOUR, 2 * HOUR) == (noon - HOUR, noon + 2 * HOUR)
    assert around(noon, HOUR) == (noon - HOUR, noon + HOUR)


@pytest.mark.parametrize(
    "zone", [UTC, timezone(timedelta(hours=14)), timezone(-timedelta(hours=12))]
)
def test_end_where_the_calendar_ends(zone: timezone) -> None:
    for end in (datetime.min.replace(tzinfo=zone), datetime.max.replace(tzinfo=zone)):
        earliest, latest = around(end, timedelta(days=2))

        assert FIRST <= earliest <= latest <= LAST


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-06-01T00:00:00+02:00", "2026-05-31T22:00:00Z"),
        ("2026-06-01 10:00:00.500Z", "2026-06-01T10:00:00Z"),
        ("2026-06-01T10:00:00Z", "2026-06-01T10:00:00Z"),
        ("2026-06-01", "2026-06-01"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        ("gold", "gold"),
    ],
)
def test_are_compared_in_utc_however_they_are_written(written: str, read: str) -> None:
    assert with_moment_in_utc(written) == read


UNSTORABLE = [
    ('"a\\u0000b\\ud800"', "a\ufffdb\ufffd"),
    ('"\\ud83d\\ude00 \\ud83d"', "\U0001f600 \ufffd"),
    ('{"\\u0000": 1, "b": "\\udfff"}', {"\ufffd": 1, "b": "\ufffd"}),
    ("[NaN, Infinity, -Infinity]", ["\ufffdNaN", "\ufffdInfinity", "\ufffd-Infinity"]),
    ("[1e999, -1e999]", [sys.float_info.max, -sys.float_info.max]),
    ("9" * 5000, int("9" * 1000)),
    ("-" + "9" * 5000, -int("9" * 999)),
]


@pytest.mark.parametrize(("written", "read"), UNSTORABLE)
def test_a_value_that_could_not_be_stored_is_refused_or_replaced(written: str, read: Any):
    with pytest.raises(Unstorable):
        json.loads(written, cls=StrictDecoder)

    assert json.loads(written, cls=TolerantDecoder) == read


def test_what_is_nested_too_deeply_is_refused_or_left_out():
    deepest = "[" * 51 + "1" + "]" * 51

    assert json.loads(deepest[1:-1], cls=StrictDecoder) == json.loads(deepest[1:-1])
    assert json.loads(deepest, cls=TolerantDecoder) == json.loads(deepest)
    deeper = json.loads(f"[{deepest}]", cls=TolerantDecoder)
    assert deeper == json.loads("[" * 51 + "null" + "]" * 51)
    with pytest.raises(Unstorable):
        json.loads(f"[{deepest}]", cls=StrictDecoder)
    with pytest.raises(Unstorable):
        json.loads("[" * 5000 + "]" * 5000, cls=TolerantDecoder)


@pytest.mark.parametrize("written", ["", "{", '"\0"', "[1,]", "nan", "'a'"])
def test_what_is_no_json_is_refused_by_both(written: str):
    for decoder in (StrictDecoder, TolerantDecoder):
        with pytest.raises(json.JSONDecodeError):
            json.loads(written, cls=decoder)


def test_what_can_be_stored_is_read_as_it_is():
    value = {"a": [1, -2, 0.5, 1e300, True, None, {"\u00fc": "\U0001f600"}], "b": {}, "c": []}

    assert json.loads(json.dumps(value), cls=TolerantDecoder) == value


@pytest.mark.parametrize("written", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": 2, "a": null}}]'])
def test_a_key_that_stands_twice_is_refused(written: str):
    with pytest.raises(Unstorable, match="The key 'a' stands twice in an object"):
        json.loads(written, cls=StrictDecoder)


class SlotTaken(Conflict):
    """Another has the slot."""


def unanswered(url: str) -> str:
    with pytest.raises(requests.RequestException) as raised:
        requests.get(url, timeout=0.2)
    return no_answer("The host", raised.value)


def test_words_names_each_kind_of_network_failure_once():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]

        assert unanswered(f"http://127.0.0.1:{port}/") == "The host did not answer in time."
    assert unanswered(f"http://127.0.0.1:{port}/") == "The host refused the connection."
    resolved = "The host has a name that could not be resolved."
    assert unanswered("http://no-such-host.invalid/") == resolved
    secure = "The host has no secure connection (TLS) that can be trusted."
    assert no_answer("The host", requests.exceptions.SSLError()) == secure
    assert no_answer("The host", ConnectionResetError()) == "The host broke off the connection."
    assert no_answer("The host", OSError(113, "No route")) == "The host cannot be reached."


def test_words_takes_a_refusals_sentence_and_no_text_of_a_fault():
    assert reason_of(SlotTaken()) == "Another has the slot."
    assert reason_of(KeyError("secret")) == UNFORESEEN


@pytest.mark.parametrize(
    ("count", "most", "said"),
    [
        (0, None, "0 photos"),
        (1, None, "1 photo"),
        (1234, None, "1,234 photos"),
        (10_000, 10_000, "10,000 photos"),
        (10_001, 10_000, "more than 10,000 photos"),
    ],
)
def test_words_counts_and_says_where_counting_stopped(count: int, most: int | None, said: str):
    assert counted(count, "photo", most) == said


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (
            "The number provider does not answer (ConnectTimeout). Next attempt at noon.",
            "The number provider did not answer in time. Next attempt at noon.",
        ),
        (
            "ConnectionError: HTTPConnectionPool(host='a'): [Errno 111] Connection refused",
            "The other side refused the connection.",
        ),
        (
            "The picture cannot be fetched: ClientConnectorDNSError: Cannot connect to host a",
            "The picture cannot be fetched: the other side has a name that could not be resolved.",
        ),
        ('422 Gone: {"status": 422, "detail": "No such photo."}', "422 Gone: No such photo."),
        ("502 Bad Gateway: <html><h1>Bad", "502 Bad Gateway."),
        ("ValueError: broken", "The other side failed."),
        ("Reading: KeyError.", "Reading: the other side failed."),
        ("Error: the picture is too dark", "Error: the picture is too dark"),
        ("504 Gateway Timeout", "504 Gateway Timeout"),
        ("Width too small: <100 px", "Width too small: <100 px"),
        ("The photo was deleted.", "The photo was deleted."),
    ],
)
def test_words_rewords_what_another_service_says_with_names_of_errors(given: str, shown: str):
    assert reworded(given) == shown
