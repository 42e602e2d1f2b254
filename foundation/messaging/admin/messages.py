"""Staff's view of what waits, what is dead and what was received: read-only, and sent again."""

import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import timesince_filter
from django.utils import timezone

from foundation.messaging.admin.subjects import links_in, links_of, what_is
from foundation.messaging.bus.events import Event, UnreadableEvent
from foundation.messaging.commands import (
    PutDeadLetterAsideCommand,
    SendBackDeadLetterCommand,
    SendBackOutboxMessageCommand,
    put_dead_letter_aside,
    send_back_dead_letter,
    send_back_outbox_message,
)
from foundation.messaging.models import (
    OPEN_LETTERS,
    WAITING,
    DeadLetter,
    DestinationKind,
    InboxMessage,
    OutboxMessage,
    receiver_in_words,
    topic_in_words,
)
from foundation.messaging.queries import messages_of
from foundation.records.audit import Actor, actor_of
from foundation.records.formats import TolerantDecoder
from foundation.records.texts import in_utc
from foundation.staff.actions import action, button, unless
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import Effect, as_action, facts_of, sent_again
from foundation.staff.display import shown_value, time_element
from foundation.staff.form_fields import ReasonField
from foundation.staff.long_lists import ConditionFilter

SEND_AGAIN = "Send again"
PUT_ASIDE = "Put aside"
NOT_OPEN = "It was sent again or put aside already."


class StateFilter(ConditionFilter):
    title = parameter_name = "state"
    conditions: ClassVar = {
        "dead": ("Given up", Q(dead_on__isnull=False)),
        "waiting": ("Waiting", WAITING),
        "delivered": ("Delivered", Q(delivered_on__isnull=False)),
        "withdrawn": ("Withdrawn", Q(withdrawn_on__isnull=False)),
    }


class ReceiverFilter(ConditionFilter):
    """To whom; the parameter is the one of links to the list."""

    title = "kind"
    parameter_name = "kind__exact"
    conditions: ClassVar = {
        kind.value: (words, Q(kind=kind))
        for kind, words in {
            DestinationKind.PEER: "To other services",
            DestinationKind.TOPIC: "Events",
            DestinationKind.HANDLER: "Own steps",
            DestinationKind.MAIL: "Mails",
        }.items()
    }


class LetterStateFilter(ConditionFilter):
    title = parameter_name = "state"
    conditions: ClassVar = {
        "open": ("Open", OPEN_LETTERS),
        "sent-back": ("Sent back", Q(sent_back_on__isnull=False)),
        "put-aside": ("Put aside", Q(sent_back_on=None, put_aside_on__isnull=False)),
    }


class TopicFilter(admin.SimpleListFilter):
    title = "event"
    parameter_name = "topic"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        topics = DeadLetter.objects.order_by("topic").values_list("topic", flat=True).distinct()
        return [(topic, topic_in_words(topic)) for topic in topics]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(topic=self.value()) if self.value() is not None else queryset


def _not_to_send(admin: "SendingBack", request: HttpRequest, record: Any) -> str:
    return unless(admin.sendable, "It is not open any more: nothing is to be sent again.")(
        admin, request, record
    )


class SendingBack(ReadOnlyAdmin):
    """Messages that staff send again, after a page that asks: from the list or from their page."""

    actions: Sequence[str] = ("send_back",)
    actions_detail: Sequence[str] = ("ask_to_send",)
    asks: str
    sendable: Q
    resend: Callable[[Any, Actor], None]  # sends one message again

    @action(f"{SEND_AGAIN}…")
    def send_back(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Send the chosen messages again that can be sent."""
        sends = Effect(self.sendable, "message", "is sent again", "are sent again")
        stays = Effect(~self.sendable, "message", "stays as it is", "stay as they are")
        page = self.asked_first(request, queryset, SEND_AGAIN, self.asks, (sends, stays))
        if page is not None:
            return page
        sent = list(queryset.filter(self.sendable))
        for record in sent:
            self.resend(record, actor_of(request))
        self.message_user(request, f"{len(sent)} sent again.", messages.SUCCESS)
        return None

    @button(f"{SEND_AGAIN}…", "send-again", why_not=_not_to_send)
    def ask_to_send(self, request: HttpRequest, object_id: str) -> HttpResponse:
        record = self.record_of(request, object_id)
        buttons, sends = {"confirmed": SEND_AGAIN}, as_action("send_back", record)
        return self.ask(request, [record], SEND_AGAIN, self.asks, buttons, **sends)

    @admin.display(description="Why")
    def why(self, record: Any) -> str:
        return str(record.reason)


@admin.register(OutboxMessage)
class OutboxMessageAdmin(SendingBack):
    filled_by = (
        "Messages to other services appear here, and stay some days after they are delivered."
    )
    list_display = ("what", "about", "shown_state", "age", "attempts", "why")
    list_filter = (StateFilter, ReceiverFilter)
    search_fields = ("key",)
    search_help_text = "A whole key, such as a photo's id with /tags or /persons"
    ordering = ("-id",)
    asks = (
        "Messages that were given up get all their attempts again; all of them are due at once, "
        "and a pause of their receiver ends."
    )
    sendable = Q(delivered_on=None, withdrawn_on=None)
    fields = ("what", "about", "to", "shown_state", "attempts", "why", "content", "message_id",
              "key", "created_on")  # fmt: skip
    readonly_fields = ("what", "about", "to", "shown_state", "why", "content")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[OutboxMessage], search_term: str
    ) -> tuple[QuerySet[OutboxMessage], bool]:
        """Find the rows of a key: by index, where a part of a key would read the whole table."""
        if not search_term:
            return queryset, False
        found = [message.pk for message in messages_of([search_term])]
        return queryset.filter(pk__in=found), False

    @admin.display(description="Message")
    def what(self, row: OutboxMessage) -> str:
        return what_is(row)

    @admin.display(description="About")
    def about(self, row: OutboxMessage) -> str:
        return links_of(self.reader, row)

    @admin.display(description="To")
    def to(self, row: OutboxMessage) -> str:
        return receiver_in_words(row.lane).capitalize()

    @admin.display(description="State")
    def shown_state(self, row: OutboxMessage) -> str:
        ends = {"given up": row.dead_on, "delivered": row.delivered_on,
                "withdrawn": row.withdrawn_on}  # fmt: skip
        for state, moment in ends.items():
            if moment:
                return f"{state} {in_utc(moment)}"
        return f"waiting, due {in_utc(row.due_on)}"

    @admin.display(description="Created", ordering="created_on")
    def age(self, row: OutboxMessage) -> str:
        return time_element(row.created_on, f"{timesince_filter(row.created_on)} ago")

    @admin.display(description="Content")
    def content(self, row: OutboxMessage) -> str:
        if row.body.get("isSecret"):  # a mail with a link that opens an account
            return shown_value({"to": row.body["to"], "subject": row.body["subject"]})
        return shown_value(row.body)

    def resend(self, record: OutboxMessage, by: Actor) -> None:
        send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=record.pk, by=by))


class PuttingAsideForm(forms.Form):
    """Why dead letters are put aside."""

    reason = ReasonField(help_text="It stands with the message, and in the audit.")


@admin.register(DeadLetter)
class DeadLetterAdmin(SendingBack):
    filled_by = "A message that could not be handled appears here: an empty list is good."
    actions = ("send_back", "put_aside")
    actions_detail = ("ask_to_send", "ask_to_put_aside")
    list_display = ("shown_topic", "why", "times", "age", "sent_back_on", "put_aside_on")
    list_filter = (LetterStateFilter, TopicFilter)
    search_fields = ("topic", "event_id", "reason")
    ordering = ("-died_on",)
    fields = ("shown_topic", "about", "why", "times", "first_failed", "last_failed",
              "sent_back_on", "put_aside_on", "put_aside_by", "put_aside_why", "event_id",
              "content")  # fmt: skip
    readonly_fields = ("shown_topic", "about", "why", "first_failed", "last_failed", "content")
    asks = "Of these messages, those not sent again before go to their topics again."
    sendable = Q(sent_back_on=None)
    asks_to_put_aside = (
        "For messages that can never be used. They count no more, and are deleted after some time. "
        "Those that are not open stay as they are."
    )

    @action(f"{PUT_ASIDE}…")
    def put_aside(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Put the chosen messages aside that are open, after a page that asks why."""
        is_sent = "confirmed" in request.POST
        form = PuttingAsideForm(request.POST if is_sent else None)
        if not is_sent or not form.is_valid():
            again = [each for each in sent_again(request) if each[0] not in ("confirmed", "reason")]
            facts = facts_of(
                queryset,
                Effect(OPEN_LETTERS, "message", "is put aside", "are put aside"),
                Effect(~OPEN_LETTERS, "message", "stays as it is", "stay as they are"),
            )
            return self._asked(request, list(queryset), form, hidden=again, facts=facts)
        letters, reason = list(queryset.filter(OPEN_LETTERS)), form.cleaned_data["reason"]
        for letter in letters:
            put_dead_letter_aside(
                PutDeadLetterAsideCommand(
                    dead_letter_id=letter.pk,
                    reason=reason,
                    put_aside_on=timezone.now(),
                    by=actor_of(request),
                )
            )
        self.message_user(request, f"{len(letters)} put aside.", messages.SUCCESS)
        return None

    @button(f"{PUT_ASIDE}…", "put-aside", why_not=unless(OPEN_LETTERS, NOT_OPEN))
    def ask_to_put_aside(self, request: HttpRequest, object_id: str) -> HttpResponse:
        letter = self.record_of(request, object_id)
        return self._asked(request, [letter], PuttingAsideForm(), **as_action("put_aside", letter))

    def _asked(
        self, request: HttpRequest, letters: list[DeadLetter], form: forms.Form, **context: Any
    ) -> HttpResponse:
        buttons = {"confirmed": PUT_ASIDE}
        return self.ask(
            request, letters, PUT_ASIDE, self.asks_to_put_aside, buttons, form, **context
        )

    @admin.display(description="About")
    def about(self, letter: DeadLetter) -> str:
        return links_in(self.reader, bytes(letter.body))

    @admin.display(description="Event", ordering="topic")
    def shown_topic(self, letter: DeadLetter) -> str:
        return topic_in_words(letter.topic)

    @admin.display(description="Content")
    def content(self, letter: DeadLetter) -> str:
        """Return an event's data, or the data of another message; what is no data as text."""
        body = bytes(letter.body)
        try:
            return shown_value(dict(Event.from_json(body).data))
        except UnreadableEvent:
            text = body.decode(errors="replace")
        try:
            return shown_value(json.loads(text, cls=TolerantDecoder))
        except ValueError:
            return text

    @admin.display(description="First failed")
    def first_failed(self, letter: DeadLetter) -> str:
        return in_utc(letter.first_died_on)

    @admin.display(description="Last failed")
    def last_failed(self, letter: DeadLetter) -> str:
        return in_utc(letter.died_on)

    @admin.display(description="Given up", ordering="died_on")
    def age(self, letter: DeadLetter) -> str:
        return time_element(letter.died_on, f"{timesince_filter(letter.died_on)} ago")

    def resend(self, record: DeadLetter, by: Actor) -> None:
        send_back_dead_letter(
            SendBackDeadLetterCommand(dead_letter_id=record.pk, sent_back_on=timezone.now(), by=by)
        )


@admin.register(InboxMessage)
class InboxMessageAdmin(ReadOnlyAdmin):
    filled_by = "Events that other services published appear here, and stay some days."
    list_display = ("event", "source", "event_id", "received_on")
    search_fields = ("event_id__exact",)
    search_help_text = "A whole event id"
    ordering = ("-id",)
    fields = ("event", "source", "event_id", "received_on")
    readonly_fields = ("event",)

    @admin.display(description="Event", ordering="topic")
    def event(self, message: InboxMessage) -> str:
        return topic_in_words(message.topic)
