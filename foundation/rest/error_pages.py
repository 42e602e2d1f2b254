"""Answers outside of views: problem details under an API base, elsewhere a plain page.

A plain page is in the reader's language, but below the staff's site, which has one.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from math import ceil
from typing import Any

from axes.models import AccessAttempt
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from django.http.response import HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from foundation.messaging.tracing import current_request_id
from foundation.records.callers import address_of, name_tried
from foundation.records.texts import counted
from foundation.rest.groups import is_api_path
from foundation.rest.languages import in_language_of_reader
from foundation.rest.presets import PRESETS_FIRST, groups_for_people, what_it_does
from foundation.rest.problems import (
    BAD_REQUEST,
    DENIED,
    MEDIA_TYPE,
    NOT_FOUND,
    Problem,
    in_language_of_caller,
    problem_of,
)
from foundation.rest.roles import ROLES, RolesOpenRecords
from foundation.staff.display import has_pages

_OPENED_BY = {"changelist": "view", "change": "view", "history": "view", "add": "add",
              "delete": "delete"}  # fmt: skip
AdminAndRight = tuple[Any, str]  # the admin of a page, and the right that opens it
_WHAT = {"view": "see", "add": "add", "delete": "delete", "act": "change"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupThatOpens:
    """A group whose members may open the page, what it is for, and its roles."""

    name: str
    does: str
    roles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRefusal:
    """What a member lacks, in a sentence, and the groups that have it."""

    sentence: str
    groups: list[GroupThatOpens]
    is_for_nobody: bool  # an administrator is refused too


@dataclass(frozen=True, slots=True)
class _Holder:
    """Stands for a member who has these rights and no others."""

    rights: frozenset[str]
    is_active = is_staff = True

    def has_perm(self, right: str, obj: object = None) -> bool:
        return right in self.rights or RolesOpenRecords().has_perm(self, right, obj)

    def get_all_permissions(self) -> frozenset[str]:
        return self.rights


def refusal_of(request: HttpRequest) -> StaffRefusal | None:
    """Return why this page is refused; None if no right of a group decides that."""
    found = _page_of(request.path_info)
    if found is None:
        return None
    options, right = found
    name = str(options.opts.verbose_name_plural)
    if not _opens(found, User(is_staff=True, is_superuser=True)):
        sentence = f"No person can {_WHAT[right]} {name} by hand: this program does it."
        return StaffRefusal(sentence=sentence, groups=[], is_for_nobody=True)
    groups = [_in_words(group, rights) for group, rights in _groups()
              if _opens(found, _Holder(rights))]  # fmt: skip
    sentence = f"You may not {_WHAT[right]} {name}."
    return StaffRefusal(sentence=sentence, groups=groups, is_for_nobody=False)


def _page_of(path: str) -> AdminAndRight | None:
    """Return the admin whose page it is, and the right that opens it."""
    try:
        name = resolve(path).url_name or ""
    except Resolver404:
        return None
    for model in filter(has_pages, apps.get_models()):
        prefix = f"{model._meta.app_label}_{model._meta.model_name}_"
        if name.startswith(prefix):
            right = _OPENED_BY.get(name.removeprefix(prefix), "act")
            return admin.site.get_model_admin(model), right
    return None


def _opens(page: AdminAndRight, user: Any) -> bool:
    options, right = page
    asked = HttpRequest()
    asked.method, asked.user = "GET", user
    ask = getattr(options, f"has_{right}_permission", options.has_change_permission)
    return bool(ask(asked))


def _groups() -> Iterator[tuple[Group, frozenset[str]]]:
    groups = Group.objects.filter(groups_for_people()).order_by(PRESETS_FIRST, "name")
    for group in groups.prefetch_related("permissions__content_type"):
        held = group.permissions.all()
        yield group, frozenset(f"{each.content_type.app_label}.{each.codename}" for each in held)


def _in_words(group: Group, rights: frozenset[str]) -> GroupThatOpens:
    roles = sorted(rights & ROLES.keys())
    return GroupThatOpens(name=group.name, does=what_it_does(group.name), roles=", ".join(roles))


_OF_STAFF = {
    HTTPStatus.FORBIDDEN: "Not for your groups",
    HTTPStatus.NOT_FOUND: "There is no such page",
    HTTPStatus.METHOD_NOT_ALLOWED: "There is nothing to see here",
}
_CSRF = "csrf"
_INTERNAL = "internal-error"
_FAULT = gettext_noop("Something went wrong here; look in the log for request %(request)s.")
_IN_LOG = gettext_noop("Look in the log for request %(request)s.")
_EXPIRED = gettext_noop("The form has expired: nothing was saved. Load its page again and send it.")
# What `foundation.rest.problems` says in English, to be translated for a page.
_FOR_READERS = (
    gettext_noop("The request cannot be read."),
    gettext_noop("You may not do this."),
    gettext_noop("There is nothing at this address."),
    gettext_noop("A server that this needs is unavailable; try again."),
)


def _page(problem: Problem) -> Callable[..., HttpResponseBase]:
    return lambda request, exception: _answer(request, problem)  # noqa: ARG005 (Django names it)


bad_request = _page(BAD_REQUEST)  # handler400
permission_denied = _page(DENIED)  # handler403
not_found = _page(NOT_FOUND)  # handler404


def not_allowed(request: HttpRequest, allowed: Iterable[str]) -> HttpResponseBase:
    """Answer a method that an address outside of the API views does not have."""
    detail = f"Method “{request.method}” not allowed."
    headers = {"Allow": ", ".join(allowed)}
    problem = Problem(status=405, code="method-not-allowed", detail=detail, headers=headers)
    return _answer(request, problem)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer what no view has answered (handler500).

    A server that is unavailable is 503. Of a fault of ours the caller gets the request id alone.
    """
    raised = sys.exc_info()[1]
    known = problem_of(raised) if isinstance(raised, Exception) else None
    if known and known.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return _answer(request, known)
    detail = _FAULT % {"request": current_request_id()}
    return _answer(request, Problem(status=500, code=_INTERNAL, detail=detail))


def csrf_failure(request: HttpRequest, **_: Any) -> HttpResponseBase:
    """Answer a form without its token (CSRF_FAILURE_VIEW): its page is of before a sign-in."""
    return _answer(request, Problem(status=403, code=_CSRF, detail=_EXPIRED))


def locked_out(
    request: HttpRequest, _: object, credentials: Mapping[str, str] | None
) -> HttpResponseBase:
    """Answer a caller whom django-axes has locked out (AXES_LOCKOUT_CALLABLE)."""
    seconds = max(1, ceil(_locked_for(request, credentials).total_seconds()))
    minutes = counted(ceil(seconds / 60), "minute")
    problem = Problem(
        status=429,
        code="locked-out",
        detail=f"Too many failed sign-ins. Try again in {minutes}; until then the right "
        "password is refused too. An administrator can unlock the name earlier.",
        headers={"Retry-After": str(seconds)},
    )
    return _answer(request, problem)


def _locked_for(request: HttpRequest, credentials: Mapping[str, str] | None) -> timedelta:
    """Return how long the lock still lasts.

    A name has a row of failures for each browser. A row counts for a while after its last failure:
    the lock ends with the first row without which the rest are too few.
    """
    rows = AccessAttempt.objects.filter(
        username=name_tried(request, credentials), ip_address=address_of(request)
    )
    failures = 0
    for row in rows.order_by("-attempt_time"):
        failures += row.failures_since_start
        if failures >= settings.AXES_FAILURE_LIMIT:
            ends: datetime = row.attempt_time + settings.AXES_COOLOFF_TIME
            return ends - timezone.now()
    return timedelta(0)


def _answer(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    if is_api_path(request.path_info):
        response = _answer_of_api(request, problem)
    elif _is_of_staff(request):
        response = _answer_of_staff(request, problem)
    else:
        response = in_language_of_reader(_plain_page)(request, problem)
    for name, value in problem.headers.items():
        response.headers[name] = value
    return response


def _answer_of_api(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    body, headers = in_language_of_caller(problem, request)
    return JsonResponse(body, status=problem.status, content_type=MEDIA_TYPE, headers=headers)


def _is_of_staff(request: HttpRequest) -> bool:
    try:
        return request.path_info.startswith(reverse("admin:index"))
    except NoReverseMatch:  # this process does not serve the staff's site
        return False


def _answer_of_staff(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    # Asked last: who the user is the database says, which perhaps cannot answer.
    is_known = problem.status in _OF_STAFF and hasattr(request, "user")
    if is_known and admin.site.has_permission(request):
        return _page_of_staff(request, problem)
    return _plain_page(request, problem)


def _plain_page(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    shown = {"title": problem.title, "detail": _detail_of(problem)}
    return render(request, "problem.html", shown, status=problem.status)


def _detail_of(problem: Problem) -> str:
    """Return the detail in the active language; of an error of a server with the request id."""
    request = {"request": current_request_id()}
    if problem.code == _INTERNAL:
        return gettext(_FAULT) % request
    detail = gettext(problem.detail)
    is_fault = problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return f"{detail} {gettext(_IN_LOG) % request}" if is_fault else detail


def _page_of_staff(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    """Answer with a page that has the site's navigation, and says which groups open it."""
    is_refused = problem.status == HTTPStatus.FORBIDDEN and problem.code != _CSRF
    refusal = refusal_of(request) if is_refused else None
    shown = {
        **admin.site.each_context(request),
        "title": _title_of(problem, refusal),
        "refusal": refusal,
        "detail": problem.detail,
        "is_unsaved": problem.code == _CSRF,
    }
    return render(request, "admin/refused.html", shown, status=problem.status)


def _title_of(problem: Problem, refusal: StaffRefusal | None) -> str:
    if refusal and refusal.is_for_nobody:
        return "Not by hand"
    return "Not saved" if problem.code == _CSRF else _OF_STAFF[HTTPStatus(problem.status)]
