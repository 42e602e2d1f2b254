"""Staff's view of the outbox and the dead letters."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from foundation.messaging.bus import dead_letters
from foundation.messaging.commands import PUT_ASIDE, SENT_BACK
from foundation.messaging.models import DeadLetter, InboxMessage, Outage, OutboxMessage
from foundation.messaging.tests.play.rows import to_handler, to_peer, write
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page

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
    dead_letters.store_dead_letter(b"<script>", "", headers)
    return DeadLetter.objects.get()


@pytest.fixture
def dead_row() -> OutboxMessage:
    (row,) = write(to_handler())
    OutboxMessage.objects.update(dead_on="2026-01-01T00:00Z", reason="422 no such photo")
    return row


@pytest.mark.parametrize("state", ["dead", "waiting", "delivered", "withdrawn"])
def test_filters_by_state(staff: Client, dead_row: OutboxMessage, state: str):
    page = staff.get(reverse(ROWS), {"state": state}, secure=True).content.decode()

    assert ("422 no such photo" in page) == (state == "dead")


def test_shows_what_was_withdrawn_and_why(staff: Client):
    write(to_handler())
    OutboxMessage.objects.update(withdrawn_on="2026-01-01T00:00Z", reason="No such photo any more.")

    page = staff.get(reverse(ROWS), {"state": "withdrawn"}, secure=True).content.decode()

    assert "withdrawn 2026-01-01 00:00:00 UTC" in page
    assert "No such photo any more." in page


def messages_of_each_kind() -> list[Model]:
    """Return messages whose topics, receivers and content have names of machines."""
    rows = [write(to_handler())[0], write(to_peer())[0]]
    topic = {"kind": "Topic", "destination": "activities.reward-set", "lane": "bus", "key": "k"}
    event = OutboxMessage.objects.create(**topic, body={"participantId": None, "isNew": True})
    received = InboxMessage.objects.create(source="s", event_id="1", topic="photos.photo-published")
    headers = {dead_letters.TOPIC_HEADER: "photos.photo-published"}
    dead_letters.store_dead_letter(b'{"photoId": null, "isNew": true}', "", headers)
    return [*rows, event, received, DeadLetter.objects.get()]


def test_pages_have_words_of_people_alone(staff: Client):
    for message in messages_of_each_kind():
        for address in (address_of_list(type(message)), address_of_page(type(message), message.pk)):
            page = staff.get(address, secure=True).content.decode()
            shown = strip_tags(re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL))

            machine = r"[a-z]+\.[a-z]+-[a-z]+|peer:|handler:|tests\.|\bnull\b|\bTrue\b|[{}]\""
            assert re.findall(machine, shown) == [], address


def test_lists_name_events_and_receivers_and_are_filtered_by_them(staff: Client):
    messages_of_each_kind()

    letters = staff.get(reverse(LETTERS), secure=True).content.decode()
    rows = staff.get(reverse(ROWS), {"kind__exact": "Topic"}, secure=True).content.decode()
    none = staff.get(reverse(LETTERS), {"topic": "other"}, secure=True).content.decode()

    assert "Photo published (photos)" in letters
    assert "Event “Reward set (activities)”" in rows
    assert "Own steps" in rows
    assert rows.count('name="_selected_action"') == 1
    assert 'name="_selected_action"' not in none


def test_shows_a_dead_letter_as_text(staff: Client, letter: DeadLetter):
    address = reverse("admin:messaging_deadletter_change", args=[letter.pk])

    page = staff.get(address, secure=True).content.decode()

    assert "&lt;script&gt;" in page
    assert "no such album" in page


def sent_back(staff: Client, page: str, *keys: object, **more: str) -> str:
    """Choose messages and have them sent back; return the page that follows."""
    chosen = {"action": "send_back", "_selected_action": keys, **more}
    return staff.post(reverse(page), chosen, secure=True).content.decode()


def test_asks_before_it_sends_back_and_notes_who_did(staff, dead_row, letter):
    pages = [sent_back(staff, ROWS, dead_row.pk), sent_back(staff, LETTERS, letter.pk)]

    for page, key in zip(pages, (dead_row.pk, letter.pk), strict=True):
        assert f'name="_selected_action" value="{key}"' in page
        assert 'name="action" value="send_back"' in page
        assert 'name="confirmed"' in page
    assert not OutboxMessage.objects.waiting().exists()
    assert not AuditEntry.objects.exists()

    sent_back(staff, ROWS, dead_row.pk, confirmed="yes")
    sent_back(staff, LETTERS, letter.pk, confirmed="yes")

    assert OutboxMessage.objects.exclude(pk=dead_row.pk).get().destination == "a.b"
    entries = AuditEntry.objects.order_by("pk")
    assert [entry.record_id for entry in entries] == [str(dead_row.pk), str(letter.pk)]
    assert {(entry.actor, entry.action) for entry in entries} == {("staff", SENT_BACK)}


def test_asks_why_before_it_puts_a_dead_letter_aside_which_may_still_be_sent_again(staff, letter):
    chosen = {"action": "put_aside", "_selected_action": letter.pk}
    button = reverse("admin:messaging_deadletter_ask_to_put_aside", args=[letter.pk])
    pages = [
        staff.get(button, secure=True),
        staff.post(reverse(LETTERS), chosen, secure=True),
        staff.post(reverse(LETTERS), {**chosen, "confirmed": "yes", "reason": ""}, secure=True),
    ]

    for page in pages:
        shown = page.content.decode()
        assert 'name="action" value="put_aside"' in shown
        assert shown.count('name="confirmed"') == shown.count('name="reason"') == 1
    letter.refresh_from_db()
    assert letter.put_aside_on is None

    reason = {"confirmed": "yes", "reason": "No JSON."}
    staff.post(reverse(LETTERS), {**chosen, **reason}, secure=True)

    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.reason) == ("staff", PUT_ASIDE, "No JSON.")
    page = staff.get(address_of_page(DeadLetter, letter.pk), secure=True).content.decode()
    assert "No JSON." in page
    assert "/put-aside/" not in page
    assert "/send-again/" in page
    opened = staff.get(reverse(LETTERS), {"state": "open"}, secure=True)
    assert list(opened.context["cl"].result_list) == []


def test_offers_on_its_page_to_send_a_message_again_at_once(staff: Client):
    (row,) = write(to_peer())
    later, pause = timezone.now() + timedelta(hours=1), {"since": "2026-01-01T00:00Z"}
    OutboxMessage.objects.update(due_on=later, reason="The photo service did not answer in time.")
    Outage.objects.create(service=f"lane {row.lane}", name="photo service", **pause)
    address = reverse("admin:messaging_outboxmessage_change", args=[row.pk])

    page = staff.get(address, secure=True).content.decode()
    question = staff.get(address.replace("change/", "send-again/"), secure=True).content.decode()
    sent_back(staff, ROWS, row.pk, confirmed="yes")

    assert "The photo service did not answer in time." in page
    assert f"{row.pk}/send-again/" in page
    assert 'name="action" value="send_back"' in question
    row.refresh_from_db()
    assert row.due_on < later
    assert not Outage.objects.paused().exists()
    OutboxMessage.objects.update(delivered_on="2026-01-01T00:00Z")
    assert "send-again" not in staff.get(address, secure=True).content.decode()


def test_shows_what_a_message_holds_as_fields_without_json(staff: Client):
    body = {"version": 3, "isNew": True, "box": None, "tags": [{"value": "7"}]}
    (row,) = write(to_peer())
    OutboxMessage.objects.update(body=body, key="a/tags")
    address = reverse("admin:messaging_outboxmessage_change", args=[row.pk])

    page = staff.get(address, secure=True).content.decode()

    assert "Tags for the photo service, version 3" in page
    assert "<dt>Is new</dt><dd>yes</dd>" in page
    assert "<dt>Box</dt><dd>–</dd>" in page
    assert "{&#x27;" not in page


def test_ends_a_pause_from_its_page(staff: Client):
    outage = Outage.objects.create(
        service="lane peer:photo-service",
        name="peer:photo-service",
        reason="502 Bad: Try later.",
        since="2026-01-01T00:00Z",
    )
    address = reverse("admin:messaging_outage_change", args=[outage.pk])

    page = staff.get(address, secure=True).content.decode()
    question = staff.get(address.replace("change/", "end/"), secure=True).content.decode()
    chosen = {"action": "resume", "_selected_action": [outage.pk], "confirmed": "yes"}
    staff.post(reverse("admin:messaging_outage_changelist"), chosen, secure=True)

    assert "Photo service" in page
    assert "Empty until" not in page  # a field that is not empty is not explained
    assert "Failures one after the other, probes too." in page
    assert "502 Bad: Try later." in page
    assert f"{outage.pk}/end/" in page
    assert "asked again at once" in question
    assert not Outage.objects.paused().exists()
    assert AuditEntry.objects.get().actor == "staff"
    assert f"{outage.pk}/end/" not in staff.get(address, secure=True).content.decode()


@pytest.mark.parametrize(
    ("probe_lasts", "ended", "shown"),
    [
        (timedelta(seconds=50), False, "being asked now"),
        (timedelta(seconds=-1), False, "2026-01-01 00:01:00 UTC"),  # its worker was lost
        (None, False, "2026-01-01 00:01:00 UTC"),
        (timedelta(seconds=50), True, "–"),
    ],
)
def test_shows_when_a_paused_service_is_asked_again(staff, probe_lasts, ended, shown):
    outage = Outage.objects.create(
        service="lane peer:photo-service",
        name="peer:photo-service",
        since="2026-01-01T00:00Z",
        next_probe_on="2026-01-01T00:01Z",
        leased_until=timezone.now() + probe_lasts if probe_lasts else None,
        ended_on="2026-01-01T00:02Z" if ended else None,
    )
    page = reverse("admin:messaging_outage_change", args=[outage.pk])

    for address in (page, reverse("admin:messaging_outage_changelist")):
        content = staff.get(address, secure=True).content.decode()
        assert shown in content
        assert ("2026-01-01 00:01:00 UTC" in content) == (shown == "2026-01-01 00:01:00 UTC")
        assert ("being asked now" in content) == (shown == "being asked now")
