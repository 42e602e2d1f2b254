"""Exports: starting one from a list, its progress, and the file for who started it."""

from typing import Any, ClassVar
from uuid import uuid4

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html

from foundation.exports import commands
from foundation.exports.commands import (
    MOST_ROWS,
    StartExportCommand,
    cancel_export,
    model_of,
    start_export,
)
from foundation.exports.models import Export, ExportFormat
from foundation.messaging.models import LongJobState
from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted, in_utc
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import text_of
from foundation.staff.display import (
    address_of_list,
    address_of_page,
    has_pages,
    labelled,
    link,
    may_see,
)

COLOURS = {
    "success": [LongJobState.FINISHED],
    "info": [LongJobState.WAITING, LongJobState.RUNNING],
    "danger": [LongJobState.FAILED],
}
TEXT = (
    "Every row that the list shows with its filters and search is written to a file, its columns "
    "as plain text. It is made in the background and kept for {days} days, for you alone. A sheet "
    "of XLSX has {rows:,} rows at most; CSV has no limit."
)


@admin.register(Export)
class ExportAdmin(ReadOnlyAdmin):
    """The exports of the user who looks."""

    show_add_link = False
    filled_by = "“Export…” on a list starts one; each member of staff sees their own."
    list_display = ("created_on", "what", "shown_state", "done", "file")
    ordering = ("-created_on",)
    fields = readonly_fields = ("what", "progress", "list", "created_on")

    class Media:
        js: ClassVar = ("staff/refresh.js",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Export | None = None) -> bool:
        """Allow all who may see some list: each sees their own exports."""
        lists = (each for each in apps.get_models() if each is not Export and has_pages(each))
        return any(may_see(request, each) for each in lists)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Export]:
        exports: QuerySet[Export] = super().get_queryset(request)
        return exports.filter(started_by=request.user.get_username())

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("<uuid:export_id>/file/", view(self.download), name="exports_export_file"),
            path("<uuid:export_id>/cancel/", view(self.cancel), name="exports_export_cancel"),
            *super().get_urls(),
        ]

    def address_of_export(self, request: HttpRequest) -> str:
        """Return nothing: exports are not exported."""
        return ""

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Ask for the form of the file; start the export."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        asked = request.POST if request.method == "POST" else request.GET
        label, filters = asked.get("list", ""), asked.get("filters", "")
        try:
            if request.method == "POST":
                return self._start(request, label, filters)
            model = model_of(label)
        except Refusal as refusal:
            self.message_user(request, text_of(refusal), "error")
            return HttpResponseRedirect(reverse("admin:index"))
        return self.ask(
            request,
            [],
            f"Export {model._meta.verbose_name_plural}",
            TEXT.format(days=settings.EXPORTS_KEEP.days, rows=MOST_ROWS),
            {each.value: f"As {each.label}" for each in ExportFormat},
            hidden=[("list", label), ("filters", filters)],
            facts=[link(address_of_list(Export), "Your exports")],
            back=_list_of(label, filters),
        )

    def _start(self, request: HttpRequest, label: str, filters: str) -> HttpResponse:
        chosen = [each for each in ExportFormat if each.value in request.POST]
        user: Any = request.user
        export = start_export(
            StartExportCommand(
                export_id=uuid4(),
                model_label=label,
                filters=filters,
                format=chosen[0] if chosen else ExportFormat.CSV,
                user=user,
                now=timezone.now(),
                by=actor_of(request),
            )
        )
        return HttpResponseRedirect(address_of_page(Export, export.pk))

    def download(self, request: HttpRequest, export_id: Any) -> HttpResponse:
        """Return the file to the user who started the export."""
        export = self.record_of(request, str(export_id))
        path_of_file = commands.file_of(export)
        if export.state != LongJobState.FINISHED or not path_of_file.exists():
            raise Http404
        name = f"{export.title} {export.created_on:%Y-%m-%d %H%M}.{export.format}"
        answer: Any = FileResponse(path_of_file.open("rb"), as_attachment=True, filename=name)
        answer["Cache-Control"] = "no-store"
        return answer  # type: ignore[no-any-return]

    def cancel(self, request: HttpRequest, export_id: Any) -> HttpResponse:
        """End an export that is under way, after a confirmation."""
        export = self.record_of(request, str(export_id))
        if request.method == "POST":
            cancel_export(export, timezone.now(), actor_of(request))
            return HttpResponseRedirect(address_of_page(Export, export.pk))
        text = "What is written so far is removed."
        return self.ask(request, [export], "Cancel the export", text, {"cancel": "Cancel it"})

    @admin.display(description="Export")
    def what(self, export: Export) -> str:
        title = str(export)
        return f"{title[:1].upper()}{title[1:]}"

    @admin.display(description="State")
    def shown_state(self, export: Export) -> str:
        return labelled(export.state, COLOURS)

    @admin.display(description="Progress")
    def progress(self, export: Export) -> str:
        """Return state and rows, which the page refreshes until the export is over."""
        address = "" if export.is_over else address_of_page(Export, export.pk)
        cancel = reverse("admin:exports_export_cancel", args=[export.pk])
        return format_html(
            '<div id="export-progress"{} role="status">{} {} {} {}</div>',
            format_html(' data-refresh="{}"', address) if address else "",
            labelled(export.state, COLOURS),
            f"{counted(export.done, 'row')}{'; a sheet has no more' if export.is_cut else ''}",
            export.reason,
            self._end(export) if export.is_over else link(cancel, "Cancel…"),
        )

    def _end(self, export: Export) -> str:
        """Return when the export ended, and the file while it is kept."""
        ended = f"at {in_utc(export.finished_on)}" if export.finished_on else ""
        if export.state != LongJobState.FINISHED or export.finished_on is None:
            return ended
        kept = f"kept until {export.finished_on + settings.EXPORTS_KEEP:%Y-%m-%d}"
        return format_html("{}. {}, {}", ended, self.file(export), kept)

    @admin.display(description="File")
    def file(self, export: Export) -> str:
        if export.state != LongJobState.FINISHED:
            return ""
        return link(reverse("admin:exports_export_file", args=[export.pk]), "Download")

    @admin.display(description="List")
    def list(self, export: Export) -> str:
        return link(_list_of(export.model_label, export.filters), export.title)


def _list_of(label: str, filters: str) -> str:
    address = address_of_list(model_of(label))
    return f"{address}?{filters}" if filters else address
