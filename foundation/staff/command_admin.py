"""Records that staff change, by commands; `staff.read_only` has those that they only look at."""

from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin

from foundation.records.audit import Actor
from foundation.records.refusals import NotFound, Refusal
from foundation.records.versioned import VersionedModel
from foundation.staff.actions import WithActions, action
from foundation.staff.audited import AuditedByCommands
from foundation.staff.confirming import Asking, Effect
from foundation.staff.links import address_of_page, may_see
from foundation.staff.long_lists import NarrowedList
from foundation.staff.refusals import show_refusal


class OpenedForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A form that is refused if the record changed after the page was opened."""

    opened_version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["opened_version"] = self.instance.version

    def clean(self) -> dict[str, Any] | None:
        if self.cleaned_data.get("opened_version") != self.instance.version:
            raise forms.ValidationError(
                f"The {self.instance._meta.verbose_name} changed since you opened this page: "
                "nothing is saved. Open the page again and repeat your change."
            )
        return super().clean()


class RefusedForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A form whose command refused: shown again as it was typed, with the reason."""

    refusal: ClassVar[Refusal]

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        show_refusal(self, self.refusal)
        return cleaned


class CommandAdmin(AuditedByCommands, NarrowedList, WithActions, Asking, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A versioned record that staff change, by commands if there are any.

    If a command refuses, staff see why beside what they typed, and nothing is changed. A page that
    was opened before another user's change is refused too: it would undo that change.
    """

    change_form_before_template = "admin/opened_version.html"
    fixed_once_added: ClassVar[tuple[str, ...]] = ()  # fields of the form that no change may change
    goes_on_when_added = False  # whether more is to be done on the page of a new record
    refusal: Refusal | None = None  # of the command, on the copy that shows the form again

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fixed = self.fixed_once_added if obj is not None else ()
        return (*fixed, *super().get_readonly_fields(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> "type[forms.ModelForm[Any]]":
        form = kwargs.get("form", self.form)
        shared: tuple[type[Any], ...] = (OpenedForm,) if change else ()
        own: dict[str, Any] = {}
        if self.refusal is not None:
            shared, own = (RefusedForm, *shared), {"refusal": self.refusal}
        # Fields that the form declares, and that this user only reads.
        fixed = self.get_readonly_fields(request, obj)
        own |= dict.fromkeys(name for name in fixed if name in form.declared_fields)
        if shared or own:
            kwargs["form"] = type(form.__name__, (*shared, form), own)
        return super().get_form(request, obj, change=change, **kwargs)

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> VersionedModel | None:
        """Return the record; for a change, lock it so that its version stays the same."""
        found: VersionedModel | None = super().get_object(request, *args, **kwargs)
        if found is None or request.method != "POST":
            return found
        try:
            return self.locked(found)
        except NotFound:
            return None

    def locked(self, record: Any) -> VersionedModel:
        """Return the current record, locked in the same order as in its commands."""
        now: VersionedModel = self.model._default_manager.locked(record.pk)
        return now

    def response_post_save_add(self, request: HttpRequest, obj: Any) -> HttpResponseRedirect:
        """Lead to what is next: the new record, or the one whose link has filled itself in."""
        if self.goes_on_when_added and self.has_view_permission(request, obj):
            return HttpResponseRedirect(address_of_page(self.model, obj.pk))
        for field in self.opts.fields:
            model, key = field.related_model, str(getattr(obj, field.attname))
            if model and request.GET.get(field.name) == key and may_see(request, model):
                return HttpResponseRedirect(address_of_page(model, key))
        page: HttpResponseRedirect = super().response_post_save_add(request, obj)
        return page

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            page: HttpResponse = super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:  # outside of the transaction, which is rolled back
            again = copy(self)
            again.refusal = refusal
            page = super(CommandAdmin, again).changeform_view(request, *args, **kwargs)
        return page


def record_action(
    description: str, do: Callable[[Any, Actor], object], asks: str, *effects: Effect
) -> Callable[..., HttpResponse | None]:
    """Return an action that does this to each chosen record, and shows which refused and why.

    `do` takes the record and who asks, for the audit.

    :param asks: what a page says first, for staff to confirm, with the counted effects.
    """

    @action(f"{description}…")
    def run(
        admin: CommandAdmin, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        page = admin.asked_first(request, queryset, description, asks, effects)
        if page is None:
            admin.act(request, queryset, do, description)
        return page

    return run
