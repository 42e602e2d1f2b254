"""Staff's view of the outbox and the dead letters."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from messaging.bus import dead_letters
from messaging.models import DeadLetter, OutboxMessage
from messaging.tests.play.rows import to_handler, write

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = "admin:messaging_outboxmessage_changelist"
LETTERS = "admin:messaging_deadletter_changelist"


@pytest.fixture
def staff(client: Client) -> Client:
    user = User.objects.create_superuser("staff", "staff@example.org", "a-long-password")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def letter() -> DeadLetter:
    headers = {dead_letters.TOPIC_HEADER: "a.b", dead_letters.REASON_HEADER: "no such album"}
    dead_letters.store(b"<script>", "", headers)
    return DeadLetter.objects.get()


@pytest.fixture
def dead_row() -> OutboxMessage:
    (row,) = write(to_handler())
    OutboxMessage.objects.update(dead_on="2026-01-01T00:00Z", reason="422 no such photo")
    return row


@pytest.mark.parametrize("name", [ROWS, LETTERS, "admin:messaging_outage_changelist"])
def test_opens_each_list_with_records_in_it(
    staff: Client, letter: DeadLetter, dead_row: OutboxMessage, name: str
):
    assert staff.get(reverse(name), secure=True).status_code == 200


@pytest.mark.parametrize("state", ["dead", "waiting", "delivered", "withdrawn"])
def test_filters_by_state(staff: Client, dead_row: OutboxMessage, state: str):
    page = staff.get(reverse(ROWS), {"state": state}, secure=True).content.decode()

    assert ("422 no such photo" in page) == (state == "dead")


def test_shows_what_was_withdrawn_and_why(staff: Client):
    write(to_handler())
    OutboxMessage.objects.update(withdrawn_on="2026-01-01T00:00Z", reason="No such photo any more.")

    page = staff.get(reverse(ROWS), {"state": "withdrawn"}, secure=True).content.decode()

    assert "withdrawn 2026-01-01 00:00:00" in page
    assert "No such photo any more." in page


def test_shows_a_dead_letter_as_text(staff: Client, letter: DeadLetter):
    address = reverse("admin:messaging_deadletter_change", args=[letter.pk])

    page = staff.get(address, secure=True).content.decode()

    assert "&lt;script&gt;" in page
    assert "no such album" in page


def sent_back(staff: Client, page: str, *keys: object, **more: str) -> str:
    """Choose messages and have them sent back; return the page that follows."""
    chosen = {"action": "send_back", "_selected_action": keys, **more}
    return staff.post(reverse(page), chosen, secure=True).content.decode()


def test_sends_dead_rows_back(staff: Client, dead_row: OutboxMessage):
    sent_back(staff, ROWS, dead_row.pk, confirmed="yes")

    assert OutboxMessage.objects.waiting().get() == dead_row


def test_sends_dead_letters_back(staff: Client, letter: DeadLetter):
    sent_back(staff, LETTERS, letter.pk, confirmed="yes")

    assert OutboxMessage.objects.get().destination == "a.b"


def test_asks_before_it_sends_back(staff: Client, dead_row: OutboxMessage, letter: DeadLetter):
    pages = [sent_back(staff, ROWS, dead_row.pk), sent_back(staff, LETTERS, letter.pk)]

    for page, key in zip(pages, (dead_row.pk, letter.pk), strict=True):
        assert f'name="_selected_action" value="{key}"' in page
        assert 'name="action" value="send_back"' in page
        assert 'name="confirmed"' in page
    assert not OutboxMessage.objects.waiting().exists()
    assert not LogEntry.objects.exists()


def test_notes_who_sent_back(staff: Client, dead_row: OutboxMessage, letter: DeadLetter):
    sent_back(staff, ROWS, dead_row.pk, confirmed="yes")
    sent_back(staff, LETTERS, letter.pk, confirmed="yes")

    entries = LogEntry.objects.order_by("pk")
    assert [entry.object_id for entry in entries] == [str(dead_row.pk), str(letter.pk)]
    assert {entry.change_message for entry in entries} == {"Send back."}


def test_changes_nothing_for_staff_who_may_only_look(client: Client, letter: DeadLetter):
    viewer = User.objects.create_user("viewer", password="a-long-password", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_deadletter"))
    client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")

    client.post(
        reverse(LETTERS),
        {"action": "send_back", "_selected_action": [letter.pk], "confirmed": "yes"},
        secure=True,
    )

    assert not OutboxMessage.objects.exists()
