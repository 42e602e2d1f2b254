"""Marketing programs and their exercises, as staff see them."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from foundation.records.models import VersionedModel
from foundation.staff.confirming import sent_again
from foundation.staff.form_fields import SelectField
from foundation.staff.page_parts import effects_on_parts, removed_rows
from programs.activity_types import titles_to_choose
from programs.programs.commands import Exercises, MarketingPrograms
from programs.programs.models import Exercise, MarketingProgram
from programs.putting_admin import ActivityTypeFilter, RecordAdmin, RecordForm

CONFIRMED = "confirmed"
SAVING = "This is what the change does to what is there. All that comes later follows it, too."


class _ProgramToBeConfirmed(Exception):
    """A change that staff have not confirmed; the transaction is rolled back."""

    def __init__(self, program: MarketingProgram, facts: list[str]) -> None:
        super().__init__()
        self.program = program
        self.facts = facts


class MarketingProgramForm(RecordForm):
    kind = MarketingPrograms


@admin.register(MarketingProgram)
class MarketingProgramAdmin(RecordAdmin):
    filled_by = "Staff add programs here; the platform adds them by the API."
    form = MarketingProgramForm
    goes_on_when_added = True  # it is set up there
    list_display = ("name", "is_new_scheme", "starts_on", "ends_on")
    list_filter = ("is_new_scheme",)
    search_fields = ("id", "name")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Let a program that people add refuse activities outside its dates, unless they say no."""
        return {"refuses_outside_dates": True, **super().get_changeform_initial_data(request)}

    def get_list_display(self, request: HttpRequest) -> Any:
        return _shown(super().get_list_display(request))

    def get_list_filter(self, request: HttpRequest) -> Any:
        return _shown(super().get_list_filter(request))

    def get_fields(self, request: HttpRequest, obj: MarketingProgram | None = None) -> Any:
        return _shown(super().get_fields(request, obj))

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except _ProgramToBeConfirmed as asked:
            return self.ask(
                request,
                [asked.program],
                "Change the program",
                SAVING,
                {CONFIRMED: "Save the change"},
                facts=asked.facts,
                hidden=sent_again(request),
            )

    def save_model(
        self, request: HttpRequest, obj: VersionedModel, form: RecordForm, change: bool
    ) -> None:
        """Save the program; a change that concerns what is there is confirmed first."""
        facts = effects_on_parts(obj, form.changed_data, removed_rows(request)) if change else []
        if facts and CONFIRMED not in request.POST:
            raise _ProgramToBeConfirmed(form.instance, facts)
        super().save_model(request, obj, form, change)


def _shown(names: Iterable[Any]) -> list[Any]:
    """Return what is shown of a program: who settles rewards only where some program has both."""
    is_one = not MarketingProgram.objects.filter(is_new_scheme=False).exists()
    return [name for name in names if not (is_one and name == "is_new_scheme")]


class ExerciseForm(RecordForm):
    kind = Exercises
    activity_type = SelectField(
        choices=titles_to_choose,
        help_text="It never changes. Tasks of the exercise have the criteria of this type.",
    )


@admin.register(Exercise)
class ExerciseAdmin(RecordAdmin):
    filled_by = "Staff add exercises here: what the participants of a program can do."
    form = ExerciseForm
    list_display = ("name", "activity_type", "program")
    fixed_once_added = ("id", "program", "activity_type")
    list_filter = (ActivityTypeFilter, "program")
    list_select_related = ("program",)
    autocomplete_fields = ("program",)
    search_fields = ("id", "name")
