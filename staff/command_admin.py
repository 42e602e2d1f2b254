"""Records that staff change; `staff.read_only` has those that they only look at."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin

from records.refusals import Invalid, NotFound, Refusal
from records.versioned import VersionedModel


class OpenedForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A form of a page that is out of date once somebody else has changed its record."""

    opened_version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["opened_version"] = self.instance.version

    def clean(self) -> dict[str, Any] | None:
        if self.cleaned_data.get("opened_version") != self.instance.version:
            raise forms.ValidationError(
                f"The {self.instance._meta.verbose_name} changed since you opened this page: "
                "nothing is saved. Open it again, and make your change to what it says now."
            )
        return super().clean()


class CommandAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A versioned record that staff change, by commands where there are any.

    A refusal is shown, and nothing is changed. So is a page that was opened before somebody else's
    change: it would put back, unseen, what that one changed.
    """

    change_form_before_template = "admin/opened_version.html"

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Say whether this member of staff may run actions: whoever may change the record."""
        return bool(self.has_change_permission(request))

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> "type[forms.ModelForm[Any]]":
        if change:
            kwargs["form"] = type(self.form.__name__, (OpenedForm, self.form), {})
        return super().get_form(request, obj, change=change, **kwargs)  # type: ignore[no-any-return]

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> VersionedModel | None:
        """Return the record; for a change locked until its end, so that its version stays true."""
        found: VersionedModel | None = super().get_object(request, *args, **kwargs)
        if found is None or request.method != "POST":
            return found
        try:
            return self.locked(found)
        except NotFound:  # deleted meanwhile
            return None

    def locked(self, record: Any) -> VersionedModel:
        """Return the record as it is now, locked in the order in which its commands lock.

        :raises NotFound: it was deleted meanwhile.
        """
        now: VersionedModel = self.model._default_manager.locked(record.pk)
        return now

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            page: HttpResponse = super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:  # out of the transaction, which is rolled back
            self.message_user(request, _in_words(refusal), messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())
        return page

    def act(self, request: HttpRequest, records: Iterable[Any], do: Callable[[Any], Any]) -> None:
        """Do something to each record, and show which of them refused it and why."""
        for record in records:
            try:
                do(record)
            except Refusal as refusal:
                self.message_user(request, f"{record}: {_in_words(refusal)}", messages.ERROR)


def _in_words(refusal: Refusal) -> str:
    wrong = refusal.errors.values() if isinstance(refusal, Invalid) else ()
    return " ".join([refusal.detail, *wrong])
