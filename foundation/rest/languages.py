"""Languages of the pages and mails for taggers and new members; the staff's site has one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

View = Callable[..., HttpResponseBase]
LanguageOfUser = Callable[[User], str]  # empty: none was chosen

_languages_of_users: list[LanguageOfUser] = []


def register_language_of_user(find: LanguageOfUser) -> None:
    """Register a function that returns in which language a user wants mails."""
    _languages_of_users.append(find)


def language_of(user: User) -> str:
    """Return the language that the user has chosen; empty: none."""
    return next(filter(None, (find(user) for find in _languages_of_users)), "")


def offered(language: str) -> str:
    """Return the language, or the site's own where it is empty or no longer in `LANGUAGES`."""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def in_language_of_reader(view: View) -> View:
    """Show a page in the reader's language: that of the cookie, else of the browser."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with override(get_language_from_request(request)):
            response = view(request, *args, **kwargs)
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return shown
