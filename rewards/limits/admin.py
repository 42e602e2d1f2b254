"""The limits of a program, on the program's page."""

from collections.abc import Callable, Collection, Iterator
from typing import Any
from uuid import uuid4

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline

from foundation.records.audit import Actor, actor_of
from foundation.records.models import AuditEntry
from foundation.staff.actions import OpenedByRoles
from foundation.staff.command_admin import OpenedForm
from foundation.staff.confirming import Effect
from foundation.staff.form_fields import DecimalInput, PlainDecimalField, SelectField
from foundation.staff.page_parts import OrderedFormSet
from programs.activity_types import titles
from programs.programs.models import MarketingProgram
from rewards.approvals.admin import say_requested
from rewards.approvals.commands import needs_another, request_approval
from rewards.limits.budgets import budget_use
from rewards.limits.commands import (
    PutLimitCommand,
    RemoveLimitCommand,
    RewardLimits,
    put_limit,
    remove_limit,
)
from rewards.limits.models import RewardLimit

ANY_TYPE = ("", "all types")
OWN = "each participant's own"


def orders_about_limits(program: MarketingProgram) -> Q:
    """Return the condition for rows of the audit about a program's limits, also removed ones."""
    named = f"({program.pk})"  # as the audit names the program of a new, or removed limit
    of_program = Q(changes__program__0__endswith=named) | Q(changes__program__1__endswith=named)
    of_limits = Q(record_type=RewardLimit.__name__)
    ids = AuditEntry.objects.filter(of_limits, of_program).order_by().values("record_id")
    return of_limits & Q(record_id__in=ids)


_OTHER_PERIOD = Effect(
    Q(),
    "limit",
    "counts its present day, week or month by the new zone, with what was rewarded in it",
    "count their present days, weeks or months by the new zone, with what was rewarded in them",
)


def effects_on_limits(
    program: MarketingProgram, changed: Collection[str], removed: Collection[str]
) -> list[str]:
    """Return what another time zone of a program does to the limits that stay."""
    if "time_zone" not in changed:
        return []
    now, before = timezone.now(), MarketingProgram.objects.get(pk=program.pk).time_zone
    count = sum(
        each.span_at(now, before)[0] != each.span_at(now, program.time_zone)[0]
        for each in RewardLimit.objects.filter(program=program.pk)
        if str(each.pk) not in removed or needs_another(_removal(each, Actor("")))
    )
    return [_OTHER_PERIOD.of(count)] if count else []


def _removal(limit: RewardLimit, by: Actor, version: int | None = None) -> RemoveLimitCommand:
    return RemoveLimitCommand(limit_id=limit.pk, by=by, expected_version=version)


class LimitForm(OpenedForm):
    """A limit; of one that is there, only how much it allows can be changed."""

    most = PlainDecimalField(
        label="At most",
        max_digits=15,
        decimal_places=0,
        min_value=1,
        widget=DecimalInput({"inputmode": "numeric"}),
    )
    activity_type = SelectField(choices=lambda: [ANY_TYPE, *titles()], required=False)

    class Meta:
        model = RewardLimit
        fields = ("most", "unit", "period", "scope", "activity_type")
        labels = {"unit": "Of", "period": "In", "scope": "For"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # the column's header is no label of theirs
            field.widget.attrs["aria-label"] = field.label or name.replace("_", " ").capitalize()
        if not self.instance._state.adding:  # noqa: SLF001 (documented Model._state)
            for name in RewardLimits.fixed:
                if name in self.fields:
                    self.fields[name].disabled = True


class LimitFormSet(OrderedFormSet):
    """Gives each added, changed and removed limit to its command."""

    def order(self, request: HttpRequest) -> None:
        """Carry each order out, or request it where another person must approve it."""
        requested = []
        for order, do in self._orders(actor_of(request)):
            if needs_another(order):
                requested.append(request_approval(order, timezone.now()).record)
            else:
                do(order)
        for approval in requested:  # not before: a refusal of one undoes all
            say_requested(request, approval)

    def _orders(self, by: Actor) -> Iterator[tuple[Any, Callable[[Any], object]]]:
        for form in self.deleted_forms:
            if form.instance.pk in {each.pk for each in self.get_queryset()}:
                version = form.cleaned_data.get("opened_version")
                yield _removal(form.instance, by, version), remove_limit
        for form in self.forms:
            if form.has_changed() and form not in self.deleted_forms:
                yield self._command(form, by), put_limit

    def _command(self, form: LimitForm, by: Actor) -> PutLimitCommand:
        limit, given = form.instance, form.cleaned_data
        is_new = limit._state.adding  # noqa: SLF001 (documented Model._state)
        return PutLimitCommand(
            limit_id=uuid4() if is_new else limit.pk,
            program_id=self.instance.pk,
            expected_version=None if is_new else given["opened_version"],
            by=by,
            now=timezone.now(),
            **{name: given[name] for name in LimitForm.Meta.fields},
        )


class LimitInline(OpenedByRoles, TabularInline):  # type: ignore[misc]  # unfold has no types
    """Who may change the program may change its limits."""

    opened_by = {
        "view": ("programs.view_marketingprogram",),
        **dict.fromkeys(("add", "change", "delete"), ("programs.change_marketingprogram",)),
    }

    model = RewardLimit
    form = LimitForm
    formset = LimitFormSet
    exclude = ("id",)  # of a key that could be edited, Django's page sends none
    fields = ("opened_version", "most", "unit", "period", "scope", "activity_type", "left_now")
    readonly_fields = ("left_now",)
    extra = 0
    ordering = ("created_on", "pk")

    @admin.display(description="Left now")
    def left_now(self, limit: RewardLimit) -> str:
        if limit._state.adding:  # noqa: SLF001 (documented Model._state)
            return ""
        use = budget_use(limit, timezone.now())
        return OWN if use is None else f"{use.left:,} of {limit.most:,}"
