"""The base of all pages of staff: lists, fields, buttons, and pages that ask first."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, Self
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.utils import unquote
from django.db import DataError
from django.db.models import Model, QuerySet
from django.forms import Form, Media
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from foundation.records.audit import Actor, actor_of
from foundation.records.refusals import Refusal
from foundation.staff.actions import OpenedByRoles, WhyNot, say_done, say_for_how_many
from foundation.staff.choosing import ChosenFilter, ChosenRecord
from foundation.staff.confirming import (
    Effect,
    each_done,
    facts_of,
    sent_again,
    show_refusal,
    text_of,
)
from foundation.staff.display import address_of_list, address_of_page, help_in_words
from foundation.staff.form_fields import FORM_FIELDS
from foundation.staff.long_lists import DaysFilter, guids_within, is_unreadable
from foundation.staff.page_parts import WithParts

UNREADABLE = "What the list should be narrowed by cannot be read: the whole list is shown."
EXPORT = "admin:exports_export_add"


class StaffAdmin(WithParts, OpenedByRoles, ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Records on the staff's site, before Django's or the theme's admin in a class's bases.

    A list is narrowed by its address, and can be exported. One of many rows is a `LongList` too.
    Actions and buttons are for staff who may change the model's records. Messages of success are
    `say_done`, those of Django's own pages too. Each request has a copy, with `reader`.
    """

    formfield_overrides = FORM_FIELDS
    list_per_page = 50  # a row takes a millisecond or two
    filled_by = ""  # where rows come from: an empty list says it
    counted_as = ""  # several rows, where the list's name is not their plural
    reader: HttpRequest

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Return whether this user may run the actions (`permissions=["act"]`)."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def message_user(
        self,
        request: HttpRequest,
        message: Any,
        level: Any = messages.INFO,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        if level == messages.SUCCESS:
            say_done(request, message)
        else:
            super().message_user(request, message, level, *args, **kwargs)

    # Lists.

    @property
    def list_filter_submit(self) -> bool:
        """Whether a button sends the filters: one of them is typed or chosen by a search."""
        return self._has_filter(ChosenFilter, DaysFilter)

    @property
    def media(self) -> Media:
        own: Media = super().media
        return own + Media(ChosenRecord.Media) if self._has_filter(ChosenFilter) else own

    def _has_filter(self, *kinds: type) -> bool:
        used = [each[1] if isinstance(each, tuple) else each for each in self.list_filter]
        return any(isinstance(each, type) and issubclass(each, kinds) for each in used)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list; where the address asks for what cannot be read, the whole list."""
        given = [(name, value) for name, values in request.GET.lists() for value in values]
        if any(is_unreadable(name, value) for name, value in given):
            return self._whole_list(request)
        shown = {**(extra_context or {}), "export_address": self.address_of_export(request)}
        try:
            page: HttpResponse = super(StaffAdmin, self._read_by(request)).changelist_view(
                request, shown
            )
        except DataError:  # a value that no column can have
            if not given:
                raise
            return self._whole_list(request)
        return page

    def _read_by(self, request: HttpRequest) -> Self:
        own = copy(self)
        own.reader = request
        return own

    def _whole_list(self, request: HttpRequest) -> HttpResponse:
        """Show the whole list, as Django's own lists do; but say so."""
        self.message_user(request, UNREADABLE, messages.WARNING)
        return HttpResponseRedirect(f"{request.path}?e=1")

    def address_of_export(self, request: HttpRequest) -> str:
        """Return the address that exports the list as it is filtered."""
        asked = {"list": self.opts.label_lower, "filters": request.GET.urlencode()}
        return f"{reverse(EXPORT)}?{urlencode(asked)}"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find a record that is found by its id also by a pasted link to its page."""
        is_link = "id" in self.search_fields and "/" in search_term
        ids = guids_within(search_term) if is_link else []
        wanted = str(ids[0]) if ids else search_term
        return super().get_search_results(request, queryset, wanted)

    # A record's page.

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super(StaffAdmin, self._read_by(request)).changeform_view(request, *args, **kwargs)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        kwargs.setdefault("help_texts", help_in_words(self.model))
        return super().get_form(request, obj, change=change, **kwargs)

    def record_of(self, request: HttpRequest, key: str) -> Any:
        """Return the record of the page whose button was pressed; 404 if there is none."""
        record = ModelAdmin.get_object(self, request, unquote(key))
        if record is None:
            raise Http404
        return record

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> Any:
        """Return the buttons of a record's page, without those that its state leaves nothing to."""
        buttons = super().get_actions_detail(request, object_id)  # type: ignore[misc]  # unfold's
        try:
            record = self.record_of(request, str(object_id))
        except Http404:
            return []
        return [each for each in buttons if not _why_not(self, request, record, each.method)]

    # Pages that ask, and what follows.

    def page(
        self,
        request: HttpRequest,
        template: str,
        title: str,
        form: Form | None = None,
        **shown: Any,
    ) -> HttpResponse:
        """Return a page of the model, with what is shown in it; a form's files come along."""
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "media": self.media + form.media if form else self.media,
            "form": form,
            **shown,
        }
        return TemplateResponse(request, template, context)

    def asked_first(
        self,
        request: HttpRequest,
        chosen: QuerySet[Any],
        title: str,
        text: str,
        effects: Sequence[Effect] = (),
        **context: Any,
    ) -> HttpResponse | None:
        """Return the page that asks to confirm an action on chosen records; None if confirmed.

        :param effects: what it does, counted for the page beside its other `facts`.
        """
        if "confirmed" in request.POST:
            return None
        if effects:
            context["facts"] = [*facts_of(chosen, *effects), *context.get("facts", ())]
        hidden = sent_again(request)
        buttons = {"confirmed": title}
        return self.ask(request, list(chosen), title, text, buttons, hidden=hidden, **context)

    def ask(
        self,
        request: HttpRequest,
        records: Sequence[Model],
        title: str,
        text: str,
        buttons: Mapping[str, str],
        form: Form | None = None,
        **context: Any,
    ) -> HttpResponse:
        """Return the page that says what will happen, with these buttons (text by name)."""
        one = address_of_page(self.model, records[0].pk) if len(records) == 1 else ""
        shown = {
            "text": text,
            "records": [(address_of_page(self.model, each.pk), each) for each in records[:5]],
            "more": len(records) - 5,
            "buttons": list(buttons.items()),
            "back": one or address_of_list(self.model),
            **context,
        }
        return self.page(request, "staff/ask.html", title, form, **shown)

    def ordered(
        self,
        request: HttpRequest,
        record: Model,
        title: str,
        text: str,
        do: Callable[[dict[str, Any]], str],
        form: type[Form] | None = None,
        **context: Any,
    ) -> HttpResponse:
        """Ask first; then do it, and show the record again, or why it is refused.

        :param do: takes what the form has, and returns what is said then; empty: nothing.
        """
        is_sent = "confirmed" in request.POST
        shown = form(request.POST if is_sent else None) if form else None
        buttons = {"confirmed": title}
        ask = partial(self.ask, request, [record], title, text, buttons, shown, **context)
        if not is_sent or (shown and not shown.is_valid()):
            return ask()
        try:
            if said := do(shown.cleaned_data if shown else {}):
                say_done(request, said)
        except Refusal as refusal:
            if shown:
                show_refusal(shown, refusal)
                return ask()
            messages.error(request, text_of(refusal))
        return HttpResponseRedirect(address_of_page(self.model, record.pk))

    def of_one(
        self, request: HttpRequest, key: str, page: Callable[..., HttpResponse | None]
    ) -> HttpResponse:
        """Return a page about chosen records for one of them; its own where that returns None."""
        shown = page(request, [self.record_of(request, key)])
        return shown or HttpResponseRedirect(address_of_page(self.model, key))

    def act(
        self,
        request: HttpRequest,
        records: Iterable[Any],
        do: Callable[[Any, Actor], Any],
        title: str,
    ) -> None:
        """Call `do` with each record and who asks; show for how many, and every refusal."""
        by, done, unchanged = actor_of(request), 0, 0
        for record, result, is_done in each_done(records, lambda each: do(each, by)):
            if isinstance(result, Refusal):
                self.message_user(request, f"{record}: {text_of(result)}", messages.ERROR)
            else:
                done, unchanged = done + is_done, unchanged + (not is_done)
        if done or unchanged:
            say_for_how_many(request, title, done, unchanged)


def _why_not(admin: StaffAdmin, request: HttpRequest, record: Any, page: Any) -> str:
    why_not: WhyNot | None = getattr(page, "why_not", None)
    return why_not(admin, request, record) if why_not else ""
