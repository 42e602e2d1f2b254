"""Counts and errors in words for people."""

import socket

import pytest
import requests

from foundation.records.refusals import Conflict
from foundation.records.texts import UNFORESEEN, counted, no_answer, reason_of, reworded


class SlotTaken(Conflict):
    """Another has the slot."""


def unanswered(url: str) -> str:
    with pytest.raises(requests.RequestException) as raised:
        requests.get(url, timeout=0.2)
    return no_answer("The host", raised.value)


def test_names_each_kind_of_network_failure_once():
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


def test_takes_a_refusals_sentence_and_no_text_of_a_fault():
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
def test_counts_and_says_where_counting_stopped(count: int, most: int | None, said: str):
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
def test_rewords_what_another_service_says_with_names_of_errors(given: str, shown: str):
    assert reworded(given) == shown
