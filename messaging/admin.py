"""Staff's view of what waits and what is dead: read-only, with one action, send back."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timesince import timesince
from unfold.admin import ModelAdmin

from messaging.commands import (
    SendBackDeadLetterCommand,
    SendBackOutboxMessageCommand,
    send_back_dead_letter,
    send_back_outbox_message,
)
from messaging.deliveries import messages_of
from messaging.long_lists import LongList
from messaging.models import WAITING, DeadLetter, InboxMessage, OutboxLane, OutboxMessage


class ReadOnlyAdmin(LongList, ModelAdmin):  # type: ignore[misc]
    """Nothing is added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Name the states."""
        return [("dead", "Dead"), ("waiting", "Waiting"), ("delivered", "Delivered")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Keep the rows of the chosen state."""
        match self.value():
            case "dead":
                return queryset.filter(dead_on__isnull=False)
            case "waiting":
                return queryset.filter(WAITING)
            case "delivered":
                return queryset.filter(delivered_on__isnull=False)
        return queryset


@admin.register(OutboxMessage)
class OutboxMessageAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "destination", "key", "state", "age", "attempts", "reason")
    list_filter = (StateFilter, "kind")
    search_fields = ("key",)
    search_help_text = "A whole key, such as a photo's id with /tags or /persons"
    ordering = ("-id",)
    actions = ("send_back",)

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
        """Say where the row is, and when it is tried next."""
        if row.dead_on:
            return f"dead since {row.dead_on:%Y-%m-%d %H:%M:%S}"
        if row.delivered_on:
            return f"delivered {row.delivered_on:%Y-%m-%d %H:%M:%S}"
        return f"{'being delivered' if row.lease else 'waiting'}, due {row.due_on:%H:%M:%S}"

    @admin.display(description="age", ordering="created_on")
    def age(self, row: OutboxMessage) -> str:
        """Say how long ago the row was written."""
        return timesince(row.created_on)

    @admin.action(description="Send back", permissions=["send_back"])
    def send_back(self, request: HttpRequest, queryset: QuerySet[OutboxMessage]) -> None:
        """Make the dead rows among the chosen wait again."""
        dead = list(queryset.filter(dead_on__isnull=False).values_list("pk", flat=True))
        for pk in dead:
            send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=pk))
        self.message_user(request, f"{len(dead)} sent back.", messages.SUCCESS)

    def has_send_back_permission(self, request: HttpRequest) -> bool:
        """Say whether the user may send rows back: whoever may change them."""
        return request.user.has_perm("messaging.change_outboxmessage")


@admin.register(DeadLetter)
class DeadLetterAdmin(ReadOnlyAdmin):
    list_display = ("topic", "event_id", "reason", "times", "age", "sent_back_on")
    list_filter = (("sent_back_on", admin.EmptyFieldListFilter), "topic")
    search_fields = ("topic", "event_id", "reason")
    ordering = ("-died_on",)
    exclude = ("body",)
    readonly_fields = ("text",)
    actions = ("send_back",)

    @admin.display(description="body")
    def text(self, letter: DeadLetter) -> str:
        """Return the message as text, what is no text replaced."""
        return bytes(letter.body).decode(errors="replace")

    @admin.display(description="age", ordering="died_on")
    def age(self, letter: DeadLetter) -> str:
        """Say how long ago the message died, at last."""
        return timesince(letter.died_on)

    @admin.action(description="Send back", permissions=["send_back"])
    def send_back(self, request: HttpRequest, queryset: QuerySet[DeadLetter]) -> None:
        """Send the chosen messages to their topics again."""
        open_letters = list(queryset.filter(sent_back_on=None).values_list("pk", flat=True))
        for pk in open_letters:
            send_back_dead_letter(
                SendBackDeadLetterCommand(dead_letter_id=pk, sent_back_on=timezone.now())
            )
        self.message_user(request, f"{len(open_letters)} sent back.", messages.SUCCESS)

    def has_send_back_permission(self, request: HttpRequest) -> bool:
        """Say whether the user may send messages back: whoever may change them."""
        return request.user.has_perm("messaging.change_deadletter")


@admin.register(OutboxLane)
class OutboxLaneAdmin(ReadOnlyAdmin):
    list_display = ("name", "busy_until", "paused_until", "failures", "reason")


@admin.register(InboxMessage)
class InboxMessageAdmin(ReadOnlyAdmin):
    list_display = ("topic", "source", "event_id", "received_on")
    search_fields = ("event_id__exact",)
    search_help_text = "A whole event id"
    ordering = ("-id",)
