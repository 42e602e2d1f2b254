"""Pages of records that staff change by commands, only look at, or watch while work goes on."""

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, ClassVar

from django import forms
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin, TabularInline

from foundation.records.audit import (
    CHANGED,
    SECRET,
    Actor,
    Changes,
    actor_of,
    record_change,
    record_creation,
    record_deletion,
)
from foundation.records.models import LeftOutRow, VersionedModel
from foundation.records.refusals import NotFound, Refusal
from foundation.records.texts import counted
from foundation.staff.actions import OpenedByRoles, action
from foundation.staff.confirming import Effect, show_refusal
from foundation.staff.display import address_of_page, may_see
from foundation.staff.long_lists import LongList
from foundation.staff.staff_admin import StaffAdmin


class AuditedForms(StaffAdmin):
    """Records that forms of the admin write: what a form changes is written to the audit."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Leave a record alone whose form changes nothing: signals follow each saving."""
        if not change or form.has_changed():
            super().save_model(request, obj, form, change)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Return old and new of each field, which `log_change` is called with."""
        return dict(_changed(form))

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        record_creation(actor_of(request), obj)

    def log_change(self, request: HttpRequest, obj: Model, message: Changes) -> Any:
        record_change(actor_of(request), CHANGED, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        for record in queryset:
            record_deletion(actor_of(request), record)


def _changed(form: Any) -> Iterable[tuple[str, tuple[Any, Any]]]:
    for name in form.changed_data:
        if "password" in name:
            yield "password", SECRET
        else:
            yield name, (_plain(form.initial.get(name)), _plain(form.cleaned_data.get(name)))


def _plain(value: Any) -> Any:
    """Return the names of chosen records; another value as it is."""
    if isinstance(value, QuerySet | list | tuple):
        return sorted(str(each) for each in value)
    return value


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


class CommandAdmin(StaffAdmin, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A versioned record that staff change, by commands if there are any.

    If a command refuses, staff see why beside what they typed, and nothing is changed. A page that
    was opened before another user's change is refused too: it would undo that change. The commands
    write the audit: Django's own log stays empty.
    """

    change_form_before_template = "admin/opened_version.html"
    fixed_once_added: ClassVar[tuple[str, ...]] = ()  # fields of the form that no change may change
    goes_on_when_added = False  # whether more is to be done on the page of a new record
    refusal: Refusal | None = None  # of the command, on the copy that shows the form again

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Leave it to the command."""

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Leave it to the command."""

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Leave it to the command."""

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
        made: type[forms.ModelForm[Any]] = super().get_form(request, obj, change=change, **kwargs)
        return made

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
            model: Any = field.related_model
            key = str(getattr(obj, field.attname))
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


class ReadOnly:
    """Records that cannot be added, changed or deleted by hand."""

    def _may_nobody(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    has_add_permission = has_change_permission = has_delete_permission = _may_nobody


class ReadOnlyAdmin(ReadOnly, LongList, StaffAdmin, ModelAdmin):  # type: ignore[misc]  # untyped
    """A record that only commands write."""


class ReadOnlyInline(ReadOnly, OpenedByRoles, TabularInline):  # type: ignore[misc]  # unfold has no types
    """Records of another record, read-only."""

    extra = 0
    tab = True


NAMED = 5


def left_out_in_words(job: Model) -> str:
    """Return which rows a long job left out, as each failed by itself, and why; empty: none."""
    rows = LeftOutRow.objects.filter(what=job._meta.label, job=str(job.pk)).order_by("pk")
    if not (count := rows.count()):
        return ""
    named = "; ".join(f"{each.row}: {each.reason}" for each in rows[:NAMED])
    return f"{counted(count, 'row')} left out. {named}"


def _said(job: Any, *, goes_on: bool) -> str:
    """Return what a screen reader says of a job: not more than each quarter, and its end."""
    if not goes_on:
        return f"{job.state}."
    quarters = 4 * job.done // job.total if job.total else 0
    return f"{25 * min(quarters, 3)} % are done." if quarters else ""


class FollowedAdmin(ReadOnlyAdmin):
    """Long jobs, whose pages refresh themselves."""

    change_form_template = "staff/followed.html"

    class Media:
        js: ClassVar = ("staff/refresh.js",)

    def goes_on(self, record: Any) -> bool:
        """Return whether there is more to come."""
        return not record.is_over

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Ask whether work goes on before its buttons are chosen.

        Work that ends meanwhile is followed once more, and gets the buttons of its end then.
        """
        record = None if object_id is None else self.get_object(request, unquote(object_id))
        goes_on = record is not None and self.goes_on(record)
        left_out = "" if record is None else left_out_in_words(record)
        said = "" if record is None else _said(record, goes_on=goes_on)
        shown = {"goes_on": goes_on, "left_out": left_out, "said": said}
        context = {**(extra_context or {}), **shown}
        page: HttpResponse = super().changeform_view(request, object_id, form_url, context)
        return page
