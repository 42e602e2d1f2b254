"""Records that staff change, by commands; `staff.read_only` has those that they only look at."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin

from records.refusals import NotFound, Refusal
from records.versioned import VersionedModel
from staff.actions import WithActions, action, note_action
from staff.asking import Asking, text_of
from staff.long_lists import NarrowedList


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


class CommandAdmin(NarrowedList, WithActions, Asking, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A versioned record that staff change, by commands if there are any.

    If a command refuses, staff see why and nothing is changed. A page that was opened before
    another user's change is refused too: it would undo that change.
    """

    change_form_before_template = "admin/opened_version.html"
    fixed_once_added: ClassVar[tuple[str, ...]] = ()  # fields of the form that no change may change

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fixed = self.fixed_once_added if obj is not None else ()
        return (*fixed, *super().get_readonly_fields(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> "type[forms.ModelForm[Any]]":
        if change:
            kwargs["form"] = type(self.form.__name__, (OpenedForm, self.form), {})
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

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            page: HttpResponse = super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:  # outside of the transaction, which is rolled back
            self.message_user(request, text_of(refusal), messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())
        return page

    def act(
        self, request: HttpRequest, records: Iterable[Any], do: Callable[[Any], Any], title: str
    ) -> None:
        """Call `do` with each record, note who did it, and show for how many and every refusal."""
        done = []
        for record in records:
            try:
                do(record)
            except Refusal as refusal:
                self.message_user(request, f"{record}: {text_of(refusal)}", messages.ERROR)
            else:
                done.append(record)
        note_action(request, done, f"{title}.")
        if done:
            self.message_user(request, f"{title}: done for {len(done)}.", messages.SUCCESS)


def record_action(
    description: str, do: Callable[[Any], object], asks: str = ""
) -> Callable[..., HttpResponse | None]:
    """Return an action that does this to each chosen record, and shows which refused and why.

    :param asks: what a page says first, for staff to confirm; empty: there is no such page.
    """

    @action(f"{description}…" if asks else description)
    def run(
        admin: CommandAdmin, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        page = admin.asked_first(request, queryset, description, asks) if asks else None
        if page is None:
            admin.act(request, queryset, do, description)
        return page

    return run
