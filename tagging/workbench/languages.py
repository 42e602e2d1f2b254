"""Show a page in the reader's language, of those in the setting `LANGUAGES`."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

View = Callable[..., HttpResponseBase]


def in_language_of_reader(view: View) -> View:
    """Choose the language for this view alone: the rest of the site has one language."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with override(get_language_from_request(request)):
            response = view(request, *args, **kwargs)
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return shown
