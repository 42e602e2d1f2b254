"""Importing from CSV on the staff's site: a file is checked, shown, and applied if confirmed."""

import zlib
from typing import Any, ClassVar
from uuid import uuid4

import structlog
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from unfold.widgets import UnfoldAdminFileFieldWidget

from programs.commands.importing.importing import (
    ImportCommand,
    ImportRefused,
    Report,
    apply_import,
    check_import,
)
from programs.commands.importing.subjects import ImportSubject
from programs.commands.importing.table import MOST_LINES
from records.audit import actor_of
from staff.actions import WithActions, button
from staff.asking import Asking
from staff.links import address_of_list
from staff.tables import table

TEMPLATE = "admin/programs/import.html"
KEPT_SECONDS = 3600

log = structlog.get_logger(__name__)


class FileForm(forms.Form):
    """The file to import."""

    file = forms.FileField(
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,text/csv"}),
        help_text=f"CSV in UTF-8, with “,” or “;” and a header; up to {MOST_LINES:,} lines.",
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > settings.UPLOAD_MAX_BYTES:
            raise forms.ValidationError(f"The file has more than {settings.UPLOAD_MAX_BYTES} B.")
        return file


class ImportPage(WithActions, Asking):
    """A button of a list, which opens the page to import the list's records.

    The checked file is kept for an hour, so that what is applied is what was shown.
    """

    subject: ClassVar[type[ImportSubject]]

    @button("Import from CSV…", "import")
    def import_csv(self, request: HttpRequest) -> HttpResponse:
        """Ask for a file, show what it does, and apply it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        if "kept" in request.POST:
            return self._apply(request, request.POST["kept"])
        form = FileForm(request.POST or None, request.FILES or None)
        if not form.is_valid():
            return self._page(request, form=form)
        content = form.cleaned_data["file"].read()
        report = check_import(self._command(request, content))
        if report.fault_count:
            return self._page(request, form=FileForm(), **_faults(report))
        key = str(uuid4())
        cache.set(_place(request, key), zlib.compress(content), KEPT_SECONDS)
        return self._page(request, kept=key, report=report, lines=_lines(report))

    def _apply(self, request: HttpRequest, key: str) -> HttpResponse:
        kept = cache.get(_place(request, key))
        if kept is None:
            self.message_user(request, "The file is not kept any more.", messages.ERROR)
            return HttpResponseRedirect(request.path)
        try:
            report = apply_import(self._command(request, zlib.decompress(kept)))
        except ImportRefused as refused:
            return self._page(request, form=FileForm(), **_faults(refused.report))
        cache.delete(_place(request, key))
        log.info("imported", subject=self.subject.title, outcome=str(report))
        self.message_user(request, f"Imported: {report}.", messages.SUCCESS)
        return HttpResponseRedirect(address_of_list(self.model))

    def _command(self, request: HttpRequest, content: bytes) -> ImportCommand:
        return ImportCommand(
            subject=self.subject, content=content, now=timezone.now(), by=actor_of(request)
        )

    def _page(self, request: HttpRequest, **context: Any) -> HttpResponse:
        title, back = f"Import {self.subject.title}", address_of_list(self.model)
        return self.page(request, TEMPLATE, title, subject=self.subject, back=back, **context)


def _place(request: HttpRequest, key: str) -> str:
    return f"programs.import.{request.user.pk}.{key[:36]}"


def _faults(report: Report) -> dict[str, Any]:
    rows = [(fault.line, fault.column, fault.text) for fault in report.faults]
    return {
        "faults": table(("Line", "Column", "Fault"), rows),
        "fault_count": report.fault_count,
        "hidden": report.fault_count - len(rows),
    }


def _lines(report: Report) -> str:
    rows = [(line.line, line.id, line.outcome) for line in report.lines]
    return table(("Line", "Id", "PutResult"), rows)
