"""Participants, as staff see them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from foundation.privacy.admin import Erasing
from foundation.records.audit import Actor, actor_of
from foundation.staff.actions import button
from foundation.staff.command_admin import record_action
from foundation.staff.confirming import Effect
from foundation.staff.long_lists import FoundById, LongList
from programs.importing.page import ImportPage
from programs.participants.commands import (
    ChangeParticipantStateCommand,
    ImportedParticipants,
    Participants,
    change_participant_state,
)
from programs.participants.erasing import (
    EraseParticipantCommand,
    count_erased_with_participant,
    erase_participant,
)
from programs.participants.models import Participant, ParticipantState
from programs.putting_admin import RecordAdmin, RecordForm

ACTIVE = Q(state=ParticipantState.ACTIVE)


class ParticipantForm(RecordForm):
    kind = Participants


def by_words(text: str) -> Q:
    """Return the condition for participants whose label or external id has these words."""
    return Q(pk__in=Participant.objects.named(text))


def _change_to(state: ParticipantState) -> Callable[[Participant, Actor], Participant]:
    return lambda participant, by: change_participant_state(
        ChangeParticipantStateCommand(participant_id=participant.pk, state=state, by=by)
    )


@admin.register(Participant)
class ParticipantAdmin(Erasing, ImportPage, FoundById, LongList, RecordAdmin):
    filled_by = "Participants are added here, imported from CSV, or sent by the API."
    form = ParticipantForm
    subject = ImportedParticipants
    list_display = ("id", "label", "external_id", "program", "state", "created_on")
    list_filter = ("state", "program")
    autocomplete_fields = ("program",)
    search_help_text = "A whole id, or words of the label or external id"
    searched_in_vain = "No participant has “{}” as id, or a word of label or external id with it."
    readonly_fields = ("state", *RecordAdmin.readonly_fields)
    fixed_once_added = ("id", "program")
    actions = ("block", "unblock")
    actions_list = ("import_csv",)
    actions_detail = ("ask_to_erase",)
    block = record_action(
        "Block the participants",
        _change_to(ParticipantState.BLOCKED),
        "Their new activities are refused until they are unblocked; the existing ones stay.",
        Effect(ACTIVE, "participant", "is blocked", "are blocked"),
        Effect(~ACTIVE, "participant", "is blocked already", "are blocked already"),
    )
    unblock = record_action(
        "Unblock the participants",
        _change_to(ParticipantState.ACTIVE),
        "Their new activities are taken again. Those that were refused meanwhile are not.",
        Effect(~ACTIVE, "participant", "is unblocked", "are unblocked"),
        Effect(ACTIVE, "participant", "is not blocked", "are not blocked"),
    )

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Name the participant in the title; the record's own text, the id, goes into the audit."""
        if participant := context.get("original"):
            context["title"] = context["subtitle"] = participant.known_as
        return super().render_change_form(request, context, *args, **kwargs)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Participant]:
        found: QuerySet[Participant] = super().get_queryset(request)
        return found.select_related("program")

    def chosen_as(self, participant: Participant) -> str:
        return f"{participant.known_as} ({participant.program})"

    def with_text(self, text: str) -> Q:
        return by_words(text)

    @button("Erase…", "erase", permission="erase")
    def ask_to_erase(self, request: HttpRequest, object_id: str) -> HttpResponse:
        participant: Participant = self.record_of(request, object_id)
        return self.erasing_page(
            request,
            participant,
            "this participant",
            count_erased_with_participant(participant),
            lambda reason: erase_participant(
                EraseParticipantCommand(
                    erasure_id=uuid4(),
                    participant_id=participant.pk,
                    reason=reason,
                    by=actor_of(request),
                    now=timezone.now(),
                )
            ),
        )
