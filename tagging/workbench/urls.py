"""The addresses of the workbench: its page, and its texts for scripts."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.urls import path
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override
from django.views.i18n import JavaScriptCatalog

from tagging.workbench.views import WorkbenchView

View = Callable[..., HttpResponseBase]


def in_language_of_reader(view: View) -> View:
    """Show a page in the reader's language, of `LANGUAGES`; the rest of the site has one."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with override(get_language_from_request(request)):
            response = view(request, *args, **kwargs)
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return shown


urlpatterns = [
    path("", in_language_of_reader(WorkbenchView.as_view()), name="workbench"),
    path(
        "catalogue.js",
        in_language_of_reader(JavaScriptCatalog.as_view(packages=["tagging"])),
        name="workbench-catalogue",
    ),
]
