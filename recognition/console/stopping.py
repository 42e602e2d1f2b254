"""Switching an account or a space off that albums use: its albums, and moving them elsewhere."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted
from foundation.staff.actions import button, unless
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.confirming import Asking, show_refusal
from foundation.staff.html import address_of_list, address_of_page, link
from recognition.accounts.queries import MANY, AlbumUse, albums_of, get_use
from recognition.albums.moving import MoveAlbumsCommand, move_albums
from recognition.console.labels import ShownReason, ShownState
from recognition.jobs.models import AlbumsMove
from recognition.providers.models import Account, AccountSpace
from recognition.records.albums import Album

SWITCH_OFF = "Switch off"
IS_OFF = "It is switched off already."
MOVES = (
    "Each album then uses the chosen space: new photos, and those not recognised yet, are "
    "recognised there. The others keep their persons and numbers; a selfie finds them again when "
    "the album has been processed from scratch."
)


class MoveForm(forms.Form):
    """Where the albums go."""

    to_space = forms.ModelChoiceField(
        AccountSpace.objects.none(), label="Move the albums to", widget=UnfoldAdminSelectWidget
    )

    def __init__(self, record: Account | AccountSpace, *args: Any) -> None:
        super().__init__(*args)
        field: Any = self.fields["to_space"]
        active = AccountSpace.objects.filter(is_active=True, account__is_active=True)
        is_own = Q(account=record.pk) if isinstance(record, Account) else Q(pk=record.pk)
        field.queryset = active.exclude(is_own).select_related("account").order_by("account__name")
        field.label_from_instance = lambda space: f"{space.account} / {space}"
        add = link(f"{address_of_list(AccountSpace)}add/", "Add one")
        field.help_text = format_html("An account stands here once it has a space. {}", add)


class Stopping(Asking):
    """An account or a space with a button that switches it off, and moves its albums before."""

    actions_detail: tuple[str, ...] = ("ask_to_stop",)

    @button(f"{SWITCH_OFF}…", "switch-off", why_not=unless(Q(is_active=True), IS_OFF))
    def ask_to_stop(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Name the albums that use it and ask where they go; without any, ask to confirm."""
        record = self.record_of(request, object_id)
        ids = _ids(record)
        use = get_use(albums_of(**ids))
        if not use.count:
            hidden = [("action", "switch_off"), ("_selected_action", record.pk)]
            return self.ask(
                request, [record], SWITCH_OFF, "No album uses it.", {"confirmed": SWITCH_OFF},
                hidden=hidden, action_address=address_of_list(self.model),
            )  # fmt: skip
        form = MoveForm(record, request.POST or None)
        if form.is_valid():
            try:
                to_space = form.cleaned_data["to_space"]
                move = move_albums(
                    MoveAlbumsCommand(
                        to_space_id=to_space.pk, now=timezone.now(), by=actor_of(request), **ids
                    )
                )
            except Refusal as refusal:
                show_refusal(form, refusal)
            else:
                return HttpResponseRedirect(address_of_page(AlbumsMove, move.pk))
        buttons = {"confirmed": f"Move {counted(use.count, 'album', MANY)} and switch off"}
        return self.ask(request, [record], SWITCH_OFF, _text(use, ids), buttons, form)


def _ids(record: Account | AccountSpace) -> dict[str, Any]:
    if isinstance(record, Account):
        return {"account_id": record.pk}
    return {"account_id": record.account_id, "space_id": record.pk}


def _text(use: AlbumUse, ids: dict[str, Any]) -> SafeString:
    newest = ((link(address_of_page(Album, each.pk), each),) for each in use.newest)
    columns = {"account_id": "face_account", "space_id": "face_space"}
    filters = {f"{columns[name]}__id__exact": key for name, key in ids.items()}
    everything = link(address_of_list(Album, **filters), "show all")
    albums, photos = counted(use.count, "album", MANY), counted(use.photos, "photo", MANY)
    used = f"{albums} with {photos} {'uses' if use.count == 1 else 'use'} it"
    named = format_html_join(", ", "{}", newest)
    return format_html("{}: {} ({}). {}", used, named, everything, MOVES)


@admin.register(AlbumsMove)
class AlbumsMoveAdmin(ShownState, ShownReason, FollowedAdmin):
    """Albums that are moved to another space, and how far the job is."""

    filled_by = "Switching off an account or a space that albums use starts one."
    list_display = ("created_on", "of", "to", "shown_state", "progress", "started_by")
    list_select_related = ("account", "space", "to_space__account")
    ordering = ("-created_on",)
    fields = ("of", "to", "shown_state", "progress", "why", "started_by", "created_on",
              "finished_on")  # fmt: skip
    readonly_fields = ("of", "to", "shown_state", "progress", "why")

    @admin.display(description="Albums of")
    def of(self, move: AlbumsMove) -> str:
        moved = move.space or move.account
        return link(address_of_page(type(moved), moved.pk), moved)

    @admin.display(description="To")
    def to(self, move: AlbumsMove) -> str:
        space = move.to_space
        return link(address_of_page(AccountSpace, space.pk), f"{space.account} / {space}")

    @admin.display(description="Progress")
    def progress(self, move: AlbumsMove) -> str:
        return f"{move.done:,} of {counted(max(move.total or 0, move.done), 'album')} moved"
