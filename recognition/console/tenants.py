"""Tenants: recognition on or off, and the competitor service with their start lists."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from foundation.records.audit import Actor, actor_of
from foundation.records.texts import counted
from foundation.staff.actions import action, button
from foundation.staff.command_admin import CommandAdmin
from foundation.staff.confirming import as_action, sent_again
from recognition.albums.change_previews import preview_competitor_instance, preview_tenant, sum_of
from recognition.albums.tenants import (
    AddTenantCommand,
    ChangeTenantCompetitorInstanceCommand,
    ChangeTenantRecognitionStateCommand,
    NameTenantCommand,
    add_tenant,
    albums_to_judge,
    change_tenant_competitor_instance,
    change_tenant_recognition_state,
    name_tenant,
)
from recognition.console.album_changes import CONFIRMED, preview_in_words, title_of_switch
from recognition.records.albums import RecognitionState, Tenant

SWITCHED = (
    "This holds for the photos of all albums. Photos that failed stay failed while it is off. Each "
    "album's page shows the progress."
)
JUDGED = "What was read on photos is judged again, without asking a provider."


class _TenantToBeConfirmed(Exception):
    """A change that staff have not confirmed; the transaction is rolled back."""

    def __init__(self, tenant: Tenant, order: ChangeTenantCompetitorInstanceCommand) -> None:
        super().__init__()
        self.tenant = tenant
        self.order = order


def _switch(state: RecognitionState, tenant: Tenant, by: Actor) -> None:
    change_tenant_recognition_state(
        ChangeTenantRecognitionStateCommand(
            tenant_id=tenant.pk, state=state, now=timezone.now(), by=by
        )
    )


def _judged_in_words(order: ChangeTenantCompetitorInstanceCommand) -> list[str]:
    """Return what other start lists do, a sentence each."""
    said = preview_competitor_instance(order)
    facts = [
        *preview_in_words(said.counted),
        *(
            f"What was read in {counted(albums, 'album')} waits for the start list, and is judged "
            f"again once it is known. {reason}"
            for reason, albums in said.waiting.items()
        ),
    ]
    if said.left_out:
        facts.append(
            f"These are the counts of the newest {counted(said.albums, 'album')}. What was read in "
            f"{counted(said.left_out, 'older album')} is judged again, too."
        )
    return facts


def _foreseen(chosen: QuerySet[Tenant], state: RecognitionState) -> list[str]:
    orders = (
        ChangeTenantRecognitionStateCommand(tenant_id=each.pk, state=state, now=timezone.now())
        for each in chosen
    )
    return preview_in_words(sum_of([preview_tenant(order) for order in orders]))


@admin.register(Tenant)
class TenantAdmin(CommandAdmin):
    filled_by = "Tenants come with their first album."
    list_display = ("__str__", "recognition_state", "competitor_instance", "updated_on")
    list_filter = ("recognition_state", "competitor_instance")
    list_select_related = ("competitor_instance",)
    search_fields = ("id", "name")
    fields = ("id", "name", "recognition_state", "competitor_instance")
    readonly_fields = ("recognition_state",)
    fixed_once_added = ("id",)
    actions = ("switch_on", "switch_off")
    actions_detail = ("switch_one",)

    @action("Switch recognition on…")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        return self._ask_to_switch(request, queryset, RecognitionState.ON)

    @action("Switch recognition off…")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        return self._ask_to_switch(request, queryset, RecognitionState.OFF)

    @button("Switch recognition on or off…", "switch-recognition")
    def switch_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask as the action of the list does, which does it."""
        tenant: Tenant = self.record_of(request, object_id)
        is_on = tenant.recognition_state == RecognitionState.ON
        state, name = (
            (RecognitionState.OFF, "switch_off") if is_on else (RecognitionState.ON, "switch_on")
        )
        title, chosen = title_of_switch(state), Tenant.objects.filter(pk=tenant.pk)
        shown = {"facts": _foreseen(chosen, state), **as_action(name, tenant)}
        return self.ask(request, [tenant], title, SWITCHED, {CONFIRMED: title}, **shown)

    def _ask_to_switch(
        self, request: HttpRequest, chosen: QuerySet[Any], state: RecognitionState
    ) -> HttpResponse | None:
        """Ask with what it does to the photos; switch once it is confirmed."""
        title = title_of_switch(state)
        facts = [] if "confirmed" in request.POST else _foreseen(chosen, state)
        page = self.asked_first(request, chosen, title, SWITCHED, facts=facts)
        if page is None:
            self.act(request, chosen, partial(_switch, state), title)
        return page

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except (
            _TenantToBeConfirmed
        ) as asked:  # outside of the transaction: the lists may be asked for
            return self.ask(
                request,
                [asked.tenant],
                "Change the competitor service of the tenant",
                JUDGED,
                {CONFIRMED: "Save the change"},
                facts=_judged_in_words(asked.order),
                hidden=sent_again(request),
            )

    def save_model(self, request: HttpRequest, obj: Tenant, form: Any, change: bool) -> None:
        chosen = form.cleaned_data["competitor_instance"]
        instance_id = chosen.pk if chosen else None
        by, name = actor_of(request), form.cleaned_data["name"]
        wanted: dict[str, Any] = {"competitor_instance_id": instance_id, "by": by}
        if change:
            if "name" in form.changed_data:
                name_tenant(NameTenantCommand(tenant_id=obj.pk, name=name, by=by))
            order = ChangeTenantCompetitorInstanceCommand(
                tenant_id=obj.pk, now=timezone.now(), **wanted
            )
            is_other = "competitor_instance" in form.changed_data
            if is_other and CONFIRMED not in request.POST and albums_to_judge(obj).exists():
                raise _TenantToBeConfirmed(obj, order)
            change_tenant_competitor_instance(order)
        else:
            add_tenant(AddTenantCommand(tenant_id=obj.pk, name=name, **wanted))
