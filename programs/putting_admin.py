"""Records that staff add and change by commands, and never delete."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest

from foundation.records.audit import actor_of
from foundation.records.models import IdTaken, VersionedModel
from foundation.records.refusals import Refusal
from foundation.staff.choosing import ChosenRecord
from foundation.staff.command_admin import CommandAdmin
from foundation.staff.confirming import NO_PLACES, show_refusal
from programs.activity_types import titles
from programs.putting import PutCommand, PutResult, Putting, plan, put

KEPT = ("version", "created_on", "updated_on")  # by the system: a new record has none of it


class ActivityTypeFilter(admin.SimpleListFilter):
    """The registered types: to find those of a long table, Django would read all of it."""

    title = "activity type"
    parameter_name = "activity_type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return titles()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        return queryset.filter(**{self.parameter_name: chosen}) if chosen else queryset


class RecordForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """Shows what the command would refuse, beside the field that is wrong."""

    kind: ClassVar[type[Putting[Any, Any]]]

    @property
    def places(self) -> Mapping[str, str]:
        """Return the fields that have other names on the wire, by those."""
        return NO_PLACES

    def command(self, **more: Any) -> PutCommand:
        """Return the command that the form stands for."""
        kind = self.kind
        values = {name: self.value_for(name) for name in (*kind.fixed, *kind.changing)}
        command: PutCommand = kind.command(
            **{kind.command.id_field: self.value_for("id"), **values, **more}
        )
        return command

    def value_for(self, name: str) -> Any:
        """Return the value of a field in the form; of a fixed field, in the record."""
        field = name.removesuffix("_id")
        if field not in self.cleaned_data:
            return getattr(self.instance, name)
        value = self.cleaned_data[field]
        return value if field == name else value.pk

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if not self.errors:
            [result] = plan(self.kind, [self.command()])
            if isinstance(result, Refusal):
                show_refusal(self, result, self.places)
        return cleaned


class RecordAdmin(CommandAdmin):
    """A record that staff add and change, but never delete: activities and rewards refer to it."""

    readonly_fields: ClassVar[tuple[str, ...]] = KEPT
    fixed_once_added: ClassVar[tuple[str, ...]] = ("id",)
    show_full_result_count = False

    def formfield_for_foreignkey(
        self, db_field: "models.ForeignKey[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs["widget"] = ChosenRecord(db_field)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fields = super().get_readonly_fields(request, obj)
        return fields if obj else tuple(name for name in fields if name not in KEPT)

    def save_model(
        self, request: HttpRequest, obj: VersionedModel, form: RecordForm, change: bool
    ) -> None:
        done = put(form.kind, form.command(by=actor_of(request)))
        if not change and done.outcome is not PutResult.CREATED:
            raise IdTaken
