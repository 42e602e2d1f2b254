"""Every endpoint of the API, from the URLs; calls of them, and tokens."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import URLPattern, URLResolver
from rest_framework.response import Response
from rest_framework.test import APIClient

from config.urls import urlpatterns
from foundation.rest.access import Access, Role
from foundation.rest.operations import operation_of
from foundation.rest.roles import ROLES
from foundation.rest.tokens import issue
from foundation.rest.views import ApiViewSet
from tagging.models import Tagator

NIL = "00000000-0000-0000-0000-000000000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    method: str
    path: str
    access: Access
    takes_json: bool
    takes_form: bool

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


def addresses(
    routes: list[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    for route in routes:
        path = prefix + str(route.pattern)
        if isinstance(route, URLResolver):
            if path != "admin/":
                yield from addresses(route.url_patterns, path)
        else:
            yield path, route


def endpoints() -> Iterator[Endpoint]:
    for path, route in addresses(urlpatterns):
        view = getattr(route.callback, "cls", None)
        if view is None or not issubclass(view, ApiViewSet):
            continue
        for method, action in route.callback.actions.items():  # type: ignore[attr-defined]
            declared = operation_of(view, action)
            if method != "head":
                yield Endpoint(
                    method=method,
                    path="/" + filled(path),
                    access=declared.access or view.access,
                    takes_json=declared.takes is not None,
                    takes_form=declared.multipart is not None,
                )


def filled(path: str) -> str:
    """Put a value of its kind into every place of the path."""
    path = re.sub(r"<guid:\w+>", NIL, path)
    path = re.sub(r"<int:\w+>", "1", path)
    return re.sub(r"<(str|slug|path):\w+>", "none", path)


ALL = list(endpoints())


# One for all calls: to make the middleware of another takes longer than most calls.
_client = APIClient(raise_request_exception=False)


def ask(
    endpoint: Endpoint,
    token: str | None = None,
    query: str = "",
    body: str = "{}",
    content_type: str = "application/json",
) -> Response:
    """Make a call that is to be refused: the others do not wait until it is undone."""
    _client.credentials(**{"HTTP_AUTHORIZATION": f"Bearer {token}"} if token else {})
    return _client.generic(
        endpoint.method.upper(), endpoint.path + query, body, content_type=content_type
    )


@transaction.atomic
def call(endpoint: Endpoint, token: str | None = None) -> Response:
    """Make a call, and undo what it did."""
    answer = ask(endpoint, token)
    transaction.set_rollback(True)
    return answer


def token_of(*roles: str) -> str:
    user = User.objects.create_user(f"ann-{User.objects.count()}")
    groups = Group.objects.filter(name__in=[ROLES[role].group for role in roles])
    assert len(groups) == len(set(roles))
    user.groups.set(groups)
    if "tagging.tag" in roles:
        Tagator.objects.create(user=user, email=f"{user.username}@example.org", name="Ann")
    return str(issue(user, timedelta(minutes=5)))


def roles_for(endpoint: Endpoint) -> tuple[str, ...]:
    """Return the roles each of which opens the endpoint."""
    assert isinstance(endpoint.access, Role)
    return endpoint.access.names
