"""The list of dry runs, and the page of one: it shows itself again until the run has ended."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.decorators import display
from unfold.utils import display_for_label

from foundation.messaging.jobs.models import LongJobState
from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.staff.asking import Asking
from foundation.staff.links import address_of_page
from foundation.staff.read_only import ReadOnlyAdmin
from rewards.admin.access import may_edit, may_read
from rewards.admin.dry_runs.results import results_of
from rewards.commands.dry_runs import CancelDryRunCommand, cancel_dry_run
from rewards.models import FormulaDryRun, RewardFormula

PAGE = "admin/rewards/dry_run.html"
PART = "admin/rewards/dry_run_part.html"
COLOURS = {
    LongJobState.WAITING: "info",
    LongJobState.RUNNING: "info",
    LongJobState.FINISHED: "success",
    LongJobState.CANCELLED: "warning",
    LongJobState.FAILED: "danger",
}


@admin.register(FormulaDryRun)
class FormulaDryRunAdmin(Asking, ReadOnlyAdmin):
    """Dry runs, the newest first."""

    filled_by = "“Dry run” on the page of a formula starts one."
    list_display = ("created_on", "formula", "revision", "period", "shown_state", "progress",
                    "started_by")  # fmt: skip
    list_filter = ("state", "created_on")
    search_fields = ("id", "formula__name")
    ordering = ("-created_on",)

    class Media:
        js = ("staff/refresh.js",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[FormulaDryRun]:
        found: QuerySet[FormulaDryRun] = super().get_queryset(request)
        return found.select_related("formula", "revision")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return may_read(request)

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        return may_edit(request)

    @admin.display(description="Period (UTC)")
    def period(self, run: FormulaDryRun) -> str:
        """Return the period; shorter if it begins and ends at midnight."""
        texts = [f"{moment:%Y-%m-%d %H:%M}" for moment in (run.since, run.before)]
        return " until before ".join(text.removesuffix(" 00:00") for text in texts)

    @display(description="State", label=COLOURS)  # type: ignore[untyped-decorator]
    def shown_state(self, run: FormulaDryRun) -> str:
        return run.state

    @admin.display(description="Activities")
    def progress(self, run: FormulaDryRun) -> str:
        return "not counted yet" if run.total is None else f"{run.done:,} of {run.total:,}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<uuid:pk>/change/", view(self.page_view), name="rewards_formuladryrun_change"),
            path("<uuid:pk>/part/", view(self.part_view), name="rewards_formuladryrun_part"),
            path(
                "<uuid:pk>/cancel/",
                view(require_POST(self.cancel_view)),
                name="rewards_formuladryrun_cancel",
            ),
        ]
        return [*own, *super().get_urls()]

    def page_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Return the page of a dry run; without it, go to the start as Django's pages do."""
        if not self.get_queryset(request).filter(pk=pk).exists():
            messages.warning(request, f"There is no dry run {pk}; old ones are removed.")
            return HttpResponseRedirect(reverse("admin:index"))
        run = self._seen(request, pk)
        title, shown = f"Dry run of {run.formula}", self._shown(request, run)
        return self.page(request, PAGE, title, original=run, **shown)

    def part_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Return what changes on the page while the run goes on."""
        run = self._seen(request, pk)
        headers = {"Cache-Control": "no-store"}
        return TemplateResponse(request, PART, self._shown(request, run), headers=headers)

    def cancel_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        self._seen(request, pk)
        if not self.has_act_permission(request):
            raise PermissionDenied
        by, now = actor_of(request), timezone.now()
        try:
            cancel_dry_run(CancelDryRunCommand(dry_run_id=pk, by=by, now=now))
        except Refusal as refusal:
            messages.error(request, refusal.detail)
        return HttpResponseRedirect(address_of_page(FormulaDryRun, pk))

    def _seen(self, request: HttpRequest, pk: UUID) -> FormulaDryRun:
        if not self.has_view_permission(request):
            raise PermissionDenied
        run: FormulaDryRun = self.record_of(request, str(pk))
        return run

    def _shown(self, request: HttpRequest, run: FormulaDryRun) -> dict[str, Any]:
        percent = min(100, 100 * run.done // run.total) if run.total else 0
        quarters = percent // 25  # a screen reader says not more than each
        said = f"{25 * quarters} % are done."
        return {
            "run": run,
            "formula_page": address_of_page(RewardFormula, run.formula_id),
            "period": self.period(run),
            "state": display_for_label(run.state, "-", COLOURS),
            "said": f"{run.state}." if run.is_over else said if quarters else "",
            "progress": self.progress(run),
            "percent": percent,
            "part": reverse("admin:rewards_formuladryrun_part", args=[run.pk]),
            "cancel": reverse("admin:rewards_formuladryrun_cancel", args=[run.pk]),
            "may_cancel": not run.is_over and self.has_act_permission(request),
            **(results_of(run.known_results, request) if run.known_results else {}),
        }
