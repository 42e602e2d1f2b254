"""Filters of the list of activities: each reads an index."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from activities.models import Activity
from activities.queries.activities import REWARDS
from activities.queries.figures import STEP_CONDITIONS, steps_that_are
from programs.admin.records import ActivityTypeFilter

MOST_STEPS = 10_000


class TypeFilter(ActivityTypeFilter):
    title = parameter_name = "type"


class RewardFilter(admin.SimpleListFilter):
    title = parameter_name = "reward"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name.capitalize()) for name in REWARDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        return queryset.filter(REWARDS.get(self.value() or "", Q()))


class StepFilter(admin.SimpleListFilter):
    """Activities with steps that wait, fail or were given up: at most `MOST_STEPS` steps."""

    title = "steps"
    parameter_name = "steps"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name.replace("-", " ").capitalize()) for name in STEP_CONDITIONS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        chosen = self.value()
        if chosen not in STEP_CONDITIONS:
            return queryset
        keys = steps_that_are(chosen).values_list("key", flat=True)[:MOST_STEPS]
        return queryset.filter(pk__in=[UUID(key) for key in keys])


class GivenIdFilter(admin.SimpleListFilter):
    """A related record, chosen by a link: there are too many for a list here."""

    parameter_name: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name, "")
        return [(given, given)] if given else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        given = self.value()
        if not given:
            return queryset
        try:
            return queryset.filter(**{self.parameter_name: UUID(given)})
        except ValueError:
            return queryset.none()


class ParticipantFilter(GivenIdFilter):
    title = parameter_name = "participant"


class FailedFormulaFilter(GivenIdFilter):
    title = "failed formula"
    parameter_name = "failed_formula"
