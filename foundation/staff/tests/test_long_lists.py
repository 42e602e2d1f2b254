"""A list over a long table…"""

import pytest
from django.db import ProgrammingError
from django.test import Client
from django.urls import reverse

from foundation.messaging.admin.messages import OutboxMessageAdmin
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.rows import to_handler, to_peer, write
from foundation.messaging.tests.test_admin import staff
from foundation.staff import long_lists
from foundation.staff.display import address_of_page

__all__ = ["staff"]

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = "admin:messaging_outboxmessage_changelist"


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three rows be the most."""
    monkeypatch.setattr(long_lists, "MOST", 3)


def shown(staff: Client, **parameters: str) -> str:
    return " ".join(staff.get(reverse(ROWS), parameters, secure=True).content.decode().split())


@pytest.mark.usefixtures("_short")
def test_counts_no_further_than_it_shows(staff, django_assert_max_num_queries):
    write(*(to_peer(f"photo-{number}") for number in range(5)))

    with django_assert_max_num_queries(10) as queries:
        page = shown(staff)

    assert "the first 3 outbox messages; there are more: filter or search" in page
    counts = [query["sql"] for query in queries if "COUNT(" in query["sql"]]
    assert len(counts) == 1
    assert "LIMIT 4" in counts[0]


@pytest.mark.usefixtures("_short")
def test_runs_an_action_on_all_rows_that_it_counts(staff: Client):
    rows = write(*(to_handler(f"key-{number}") for number in range(5)))
    OutboxMessage.objects.update(dead_on="2026-01-01T00:00Z")

    chosen = {"action": "send_back", "select_across": "1", "_selected_action": [rows[0].pk]}
    staff.post(reverse(ROWS), {**chosen, "confirmed": "yes"}, secure=True)

    assert set(OutboxMessage.objects.waiting()) == set(rows[2:])


@pytest.mark.parametrize(("term", "found"), [("photo-1", True), ("photo", False)])
def test_finds_outbox_messages_by_their_whole_key(staff: Client, term: str, found: bool):
    rows = write(to_peer("photo-1"), to_peer("photo-2"))

    page = shown(staff, q=term)

    pages = [address_of_page(OutboxMessage, row.pk) in page for row in rows]
    assert pages == [found, False]


@pytest.mark.parametrize(
    "wild",
    [
        {"created_on__range": "2026"},
        {"created_on__year": "9999"},
        {"created_on__iso_year": "0"},
        {"key": "\0"},
    ],
)
def test_is_shown_as_a_whole_where_its_address_cannot_be_read(staff, monkeypatch, wild):
    monkeypatch.setattr(OutboxMessageAdmin, "list_filter", ("created_on", "key"))

    answer = staff.get(reverse(ROWS), wild, secure=True)

    assert (answer.status_code, answer["Location"]) == (302, f"{reverse(ROWS)}?e=1")


@pytest.mark.parametrize("fault", [ProgrammingError, ValueError, IndexError, OverflowError])
def test_does_not_hide_a_fault_of_ours(staff, monkeypatch, fault):
    def search(*_: object) -> None:
        raise fault("no such column")

    monkeypatch.setattr(OutboxMessageAdmin, "get_search_results", search)

    with pytest.raises(fault):
        shown(staff, q="photo-1")
