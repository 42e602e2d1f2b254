"""Marketing programs and their exercises, as staff see them."""

from django import forms
from django.contrib import admin
from unfold.widgets import UnfoldAdminSelectWidget

from foundation.staff.parts import WithParts
from programs.activity_types import titles_to_choose
from programs.admin.records import ActivityTypeFilter, RecordAdmin, RecordForm
from programs.commands.exercises import Exercises
from programs.commands.marketing_programs import MarketingPrograms
from programs.models import Exercise, MarketingProgram


class MarketingProgramForm(RecordForm):
    kind = MarketingPrograms


@admin.register(MarketingProgram)
class MarketingProgramAdmin(WithParts, RecordAdmin):
    filled_by = "Staff add programs here; the platform adds them by the API."
    form = MarketingProgramForm
    list_display = ("name", "is_new_scheme", "starts_on", "ends_on")
    list_filter = ("is_new_scheme",)
    search_fields = ("id", "name")


class ExerciseForm(RecordForm):
    kind = Exercises
    activity_type = forms.ChoiceField(
        choices=titles_to_choose,
        widget=UnfoldAdminSelectWidget,
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
