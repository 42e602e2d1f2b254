"""The addresses of the workbench: its page, and its texts for scripts."""

from django.urls import path
from django.views.i18n import JavaScriptCatalog

from tagging.workbench.languages import in_language_of_reader
from tagging.workbench.views import WorkbenchView

urlpatterns = [
    path("", in_language_of_reader(WorkbenchView.as_view()), name="workbench"),
    path(
        "catalogue.js",
        in_language_of_reader(JavaScriptCatalog.as_view(packages=["tagging"])),
        name="workbench-catalogue",
    ),
]
