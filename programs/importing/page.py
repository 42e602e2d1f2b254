"""Importing from CSV on the staff's site: a file is checked, shown, and applied if confirmed."""

from typing import Any, ClassVar

import structlog
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none
from foundation.staff.actions import button
from foundation.staff.display import address_by_label, address_of_list, table
from foundation.staff.form_fields import FormWithFile, KeptFileField, KeptFileInput
from foundation.staff.staff_admin import StaffAdmin
from programs.importing.commands import (
    MOST_LINES,
    ImportCommand,
    ImportRefused,
    ImportSubject,
    Report,
    apply_import,
    check_import,
)

TEMPLATE = "admin/programs/import.html"

log = structlog.get_logger(__name__)


class FileForm(FormWithFile):
    """The file to import."""

    file = KeptFileField(
        widget=KeptFileInput(attrs={"accept": ".csv,text/csv"}),
        help_text=f"CSV in UTF-8, with “,” or “;” and a header; up to {MOST_LINES:,} lines.",
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > settings.UPLOAD_MAX_BYTES:
            raise forms.ValidationError(f"The file has more than {settings.UPLOAD_MAX_BYTES} B.")
        return file


class ImportPage(StaffAdmin):
    """A button of a list, which opens the page to import the list's records.

    The checked file is kept, so that what is applied is what was shown. A link may give the cells
    of columns that the file leaves out.
    """

    subject: ClassVar[type[ImportSubject]]

    @button("Import from CSV…", "import")
    def import_csv(self, request: HttpRequest) -> HttpResponse:
        """Ask for a file, show what it does, and apply it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        sent = request.POST if request.method == "POST" else None
        form = FileForm(sent, request.FILES, owner=request.user.pk)
        if not form.is_valid():
            return self._page(request, form=form)
        command = self._command(request, form.cleaned_data["file"].read())
        if "confirmed" in request.POST:
            return self._apply(request, command)
        report = check_import(command)
        if report.fault_count:
            return self._refused(request, report)
        return self._page(request, kept=form.kept(), report=report, lines=_lines(report))

    def _apply(self, request: HttpRequest, command: ImportCommand) -> HttpResponse:
        try:
            report = apply_import(command)
        except ImportRefused as refused:
            return self._refused(request, refused.report)
        log.info("imported", subject=self.subject.title, outcome=str(report))
        self.message_user(request, f"Imported: {report}.", messages.SUCCESS)
        return HttpResponseRedirect(self._came_from(request) or address_of_list(self.model))

    def _came_from(self, request: HttpRequest) -> str:
        """Return the page of the program whose link led here, if one did."""
        key = guid_or_none(self._given(request).get("marketingProgramId", ""))
        return address_by_label("programs.marketingprogram", key) if key else ""

    def _refused(self, request: HttpRequest, report: Report) -> HttpResponse:
        """Show what is wrong in a file; another one is chosen in its place."""
        form = FileForm(owner=request.user.pk)
        return self._page(request, form=form, **_faults(report))

    def _command(self, request: HttpRequest, content: bytes) -> ImportCommand:
        return ImportCommand(
            subject=self.subject,
            content=content,
            now=timezone.now(),
            by=actor_of(request),
            given=self._given(request),
        )

    def _given(self, request: HttpRequest) -> dict[str, str]:
        named = self.subject.columns.named
        return {name: str(text) for name, text in request.GET.items() if name in named}

    def _page(self, request: HttpRequest, **context: Any) -> HttpResponse:
        title, back = f"Import {self.subject.title}", address_of_list(self.model)
        context |= {"subject": self.subject, "back": back, "given": self._given(request).items()}
        return self.page(request, TEMPLATE, title, **context)


def _faults(report: Report) -> dict[str, Any]:
    rows = [(fault.line, fault.column, fault.text) for fault in report.faults]
    return {
        "faults": table(("Line", "Column", "Fault"), rows),
        "fault_count": report.fault_count,
        "hidden": report.fault_count - len(rows),
    }


def _lines(report: Report) -> str:
    rows = [(line.line, line.name or line.id, line.outcome) for line in report.lines]
    return table(("Line", "Name or id", "Outcome"), rows)
