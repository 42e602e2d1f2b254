"""What the records of the staff's site share: who may do what to them there."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action as unfold_action

from messaging.long_lists import LongList
from messaging.refusals import Invalid, Refusal

F = TypeVar("F", bound=Callable[..., Any])


class ReadOnly:
    """Nothing is added, changed or removed by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, LongList, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A record that commands write and staff only look at; actions need `act_permission`."""

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Say whether this member of staff may run actions: whoever may change the record."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


class CommandAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A record that commands write at staff's word; a refusal is shown, and nothing is changed."""

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Say whether this member of staff may run actions: whoever may change the record."""
        return bool(self.has_change_permission(request))

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


class ReadOnlyInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold has no types
    """Records of another record, to look at."""

    extra = 0
    tab = True


def action(description: str) -> Callable[[F], F]:
    """Return Django's decorator for an action that only those may run who may change the record."""
    return admin.action(description=description, permissions=["act"])


def button(title: str, path: str) -> Callable[[F], F]:
    """Return unfold's decorator for a page that a record's own page leads to by a button.

    It is asked for by GET, so it may only ask; only those see it who may change the record.
    """
    decorator: Callable[[F], F] = unfold_action(
        description=title, url_path=path, permissions=["act"]
    )
    return decorator


def once(field: F) -> F:
    """Have a field of a record's page worked out once: the theme asks for it several times."""

    @wraps(field)
    def worked_out(admin: Any, record: Any) -> Any:
        known, name = vars(record), f"_field_{field.__name__}"
        if name not in known:
            known[name] = field(admin, record)
        return known[name]

    return cast(F, worked_out)


def _in_words(refusal: Refusal) -> str:
    wrong = refusal.errors.values() if isinstance(refusal, Invalid) else ()
    return " ".join([refusal.detail, *wrong])
