"""Forms of the staff's site that are sent too late, and addresses that take forms alone."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from foundation.rest.error_pages import not_allowed

SIGNED_OUT = "You were signed out: nothing was saved. Send the form again."


class StaffFormsMiddleware:
    """After the sign-in, leads back to the page of a form that was sent when the session was over.

    The theme would lead to the form's own address, which shows nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_moved = request.method == "POST" and response.status_code == HTTPStatus.FOUND
        is_for_forms = isinstance(response, HttpResponseNotAllowed)
        if not is_moved and not is_for_forms:
            return response
        if not request.path_info.startswith(reverse("admin:index")):
            return response
        if is_moved and _leads_to_sign_in(request, response):
            messages.warning(request, SIGNED_OUT)
            return HttpResponseRedirect(
                f"{reverse('admin:login')}?{urlencode({'next': page_of_form(request)})}"
            )
        if is_for_forms and _comes_from_sign_in(request):
            return HttpResponseRedirect(reverse("admin:index"))
        if is_for_forms:
            return not_allowed(request, response.headers["Allow"].split(", "))
        return response


def page_of_form(request: HttpRequest) -> str:
    """Return the address of the page that a form was sent from; home if that is not known."""
    home, page = reverse("admin:index"), urlsplit(request.headers.get("Referer", ""))
    is_here = url_has_allowed_host_and_scheme(page.geturl(), {request.get_host()})
    if not is_here or not page.path.startswith(home) or page.path == reverse("admin:login"):
        return home
    return f"{page.path}?{page.query}" if page.query else page.path


def _leads_to_sign_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    sign_in = reverse("admin:login")
    leads_there = urlsplit(response.headers["Location"]).path == sign_in
    return leads_there and request.path_info != sign_in


def _comes_from_sign_in(request: HttpRequest) -> bool:
    """Return whether a sign-in led here: to the page that an order had shown at its own address."""
    came_from = urlsplit(request.headers.get("Referer", "")).path
    steps = (reverse("admin:login"), reverse("second-step"))
    return request.method == "GET" and came_from.startswith(steps)
