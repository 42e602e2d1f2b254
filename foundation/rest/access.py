"""Who may call an endpoint. Every view declares it; a view that does not is closed."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from foundation.rest.roles import ROLES

if TYPE_CHECKING:  # the framework's views import this module
    from rest_framework.views import APIView


class Access(ABC):
    """A rule about callers."""

    who: str  # one sentence about who may call, for the document
    bearer = True  # whether the caller signs in with a bearer token
    throttle: str | None = None  # the scope in which calls are counted, if they are

    @abstractmethod
    def check(self, request: Request, view: "APIView") -> None:
        """Let the request pass, or raise NotAuthenticated (401) or PermissionDenied (403)."""


class Closed(Access):
    """Open to no caller: the rule of a view that declares none."""

    who = "Open to no caller."

    def check(self, request: Request, view: "APIView") -> None:
        raise PermissionDenied


class Role(Access):
    """Callers whose bearer token holds at least one of the roles, `app.codename`."""

    def __init__(self, *names: str, throttle: str | None = None) -> None:
        if unknown := set(names) - ROLES.keys():
            raise ValueError(f"Not a role: {', '.join(sorted(unknown))}.")
        self.names, self.throttle = names, throttle
        self.who = f"Role: {' or '.join(f'`{name}`' for name in names)}."

    def check(self, request: Request, view: "APIView") -> None:
        held: Any = request.auth
        if held is None:
            raise NotAuthenticated
        if held.isdisjoint(self.names):
            raise PermissionDenied(f"This needs the role {' or '.join(self.names)}.")


def readers_of(app: str) -> Role:
    """Return the rule for those who manage an app, or read all of it."""
    return Role(f"{app}.manage", f"{app}.read")


class Public(Access):
    """Every caller, for the reason given."""

    bearer = False

    def __init__(self, *, reason: str, throttle: str = "anonymous") -> None:
        self.reason, self.throttle = reason, throttle
        self.who = f"Open to every caller: {reason}."

    def check(self, request: Request, view: "APIView") -> None:
        return


class Signed(Access):
    """Callers whose address or body is signed: `verify` checks it, `reason` says how."""

    bearer = False
    throttle = "callback"

    def __init__(self, verify: Callable[[Request, dict[str, Any]], bool], *, reason: str) -> None:
        self.verify, self.reason = verify, reason
        self.who = f"No bearer token: {reason}."

    def check(self, request: Request, view: "APIView") -> None:
        if not self.verify(request, view.kwargs):
            raise NotAuthenticated(
                "The signature is missing, forged or expired.", code="invalid-signature"
            )


class DeclaredAccess(BasePermission):
    """Applies the rule that the view declares for the current action."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        rule: Access = getattr(view, "current_access", Closed())
        rule.check(request, view)
        return True
