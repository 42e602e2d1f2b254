"""The addresses of the workbench: its page, its texts for scripts, and its service worker."""

from django.urls import path
from django.views.i18n import JavaScriptCatalog

from foundation.rest.languages import in_language_of_reader
from tagging.workbench.views import WorkbenchView
from tagging.workbench.worker import worker

urlpatterns = [
    path("", in_language_of_reader(WorkbenchView.as_view()), name="workbench"),
    path(
        "catalogue.js",
        in_language_of_reader(JavaScriptCatalog.as_view(packages=["tagging"])),
        name="workbench-catalogue",
    ),
    path("worker.js", in_language_of_reader(worker), name="workbench-worker"),
]
