"""Staff's view of what waits, what is dead and which services are down: read-only, with actions."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import timesince_filter
from django.utils import timezone

from messaging.circuit import EndOutagesCommand, end_outages
from messaging.commands import (
    SendBackDeadLetterCommand,
    SendBackOutboxMessageCommand,
    send_back_dead_letter,
    send_back_outbox_message,
)
from messaging.models import OF_LANES, WAITING, DeadLetter, InboxMessage, Outage, OutboxMessage
from messaging.queries import messages_of
from staff.actions import action, note_action
from staff.asking import Asking
from staff.read_only import ReadOnlyAdmin

SEND_BACK = "Send back"


class ConditionFilter(admin.SimpleListFilter):
    """A choice between named conditions."""

    conditions: ClassVar[dict[str, Q]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name.capitalize()) for name in self.conditions]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(self.conditions.get(self.value() or "", Q()))


class StateFilter(ConditionFilter):
    title = parameter_name = "state"
    conditions: ClassVar = {
        "dead": Q(dead_on__isnull=False),
        "waiting": WAITING,
        "delivered": Q(delivered_on__isnull=False),
        "withdrawn": Q(withdrawn_on__isnull=False),
    }


class KindFilter(ConditionFilter):
    title = parameter_name = "kind"
    conditions: ClassVar = {"lanes": OF_LANES, "providers": ~OF_LANES}


class SendingBack(Asking, ReadOnlyAdmin):
    """Messages that staff send back, after a page that asks."""

    actions = ("send_back",)
    asks: str
    sendable: Q
    resend: Callable[[Any], None]  # sends one message back

    @action(f"{SEND_BACK}…")
    def send_back(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Send the chosen messages back that can be sent back."""
        page = self.asked_first(request, queryset, SEND_BACK, self.asks)
        if page is not None:
            return page
        sent = list(queryset.filter(self.sendable))
        for record in sent:
            self.resend(record)
        note_action(request, sent, f"{SEND_BACK}.")
        self.message_user(request, f"{len(sent)} sent back.", messages.SUCCESS)
        return None


@admin.register(OutboxMessage)
class OutboxMessageAdmin(SendingBack):
    list_display = ("id", "kind", "destination", "key", "state", "age", "attempts", "reason")
    list_filter = (StateFilter, "kind")
    search_fields = ("key",)
    search_help_text = "A whole key, such as a photo's id with /tags or /persons"
    ordering = ("-id",)
    asks = "Of these messages, those that were given up are sent again at once."
    sendable = Q(dead_on__isnull=False)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[OutboxMessage], search_term: str
    ) -> tuple[QuerySet[OutboxMessage], bool]:
        """Find the rows of a key: by index, where a part of a key would read the whole table."""
        if not search_term:
            return queryset, False
        found = [message.pk for message in messages_of([search_term])]
        return queryset.filter(pk__in=found), False

    @admin.display(description="state")
    def state(self, row: OutboxMessage) -> str:
        ends = {"dead": row.dead_on, "delivered": row.delivered_on, "withdrawn": row.withdrawn_on}
        for state, moment in ends.items():
            if moment:
                return f"{state} {moment:%Y-%m-%d %H:%M:%S}"
        return f"waiting, due {row.due_on:%H:%M:%S}"

    @admin.display(description="age", ordering="created_on")
    def age(self, row: OutboxMessage) -> str:
        return timesince_filter(row.created_on)

    def resend(self, record: OutboxMessage) -> None:
        send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=record.pk))


@admin.register(DeadLetter)
class DeadLetterAdmin(SendingBack):
    list_display = ("topic", "event_id", "reason", "times", "age", "sent_back_on")
    list_filter = (("sent_back_on", admin.EmptyFieldListFilter), "topic")
    search_fields = ("topic", "event_id", "reason")
    ordering = ("-died_on",)
    exclude = ("body",)
    readonly_fields = ("text",)
    asks = "Of these messages, those not sent back before go to their topics again."
    sendable = Q(sent_back_on=None)

    @admin.display(description="body")
    def text(self, letter: DeadLetter) -> str:
        """Return the message as text; bytes that are no text are replaced."""
        return bytes(letter.body).decode(errors="replace")

    @admin.display(description="age", ordering="died_on")
    def age(self, letter: DeadLetter) -> str:
        return timesince_filter(letter.died_on)

    def resend(self, record: DeadLetter) -> None:
        send_back_dead_letter(
            SendBackDeadLetterCommand(dead_letter_id=record.pk, sent_back_on=timezone.now())
        )


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    list_display = ("name", "since", "reason", "failures", "next_probe_on", "ended_on")
    list_filter = (KindFilter, ("ended_on", admin.EmptyFieldListFilter), "name")
    search_fields = ("service", "name")
    ordering = ("-since",)
    actions = ("resume",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outage]:
        """Leave out failures that have paused nothing."""
        return super().get_queryset(request).filter(since__isnull=False)

    @action("Ask these services again at once")
    def resume(self, request: HttpRequest, queryset: QuerySet[Outage]) -> None:
        """End the outages among the chosen that are not finished."""
        chosen = list(queryset.filter(ended_on=None))
        command = EndOutagesCommand(
            services=tuple(outage.service for outage in chosen), now=timezone.now()
        )
        messages.success(request, f"{end_outages(command)} services are asked again.")
        note_action(request, chosen, "Asked again at once.")


@admin.register(InboxMessage)
class InboxMessageAdmin(ReadOnlyAdmin):
    list_display = ("topic", "source", "event_id", "received_on")
    search_fields = ("event_id__exact",)
    search_help_text = "A whole event id"
    ordering = ("-id",)
