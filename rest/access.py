"""Who may call an endpoint: every view declares it, and one that does not is closed."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from rest.roles import ROLES

if TYPE_CHECKING:  # the framework's views import this module
    from rest_framework.views import APIView


class Access(ABC):
    """A rule about callers. `bearer` says whether the caller signs in with a bearer token."""

    bearer: bool = True
    throttle: str | None = None

    @property
    @abstractmethod
    def who(self) -> str:
        """One sentence on who may call, for the document."""

    @abstractmethod
    def check(self, request: Request, view: "APIView") -> None:
        """Let the request pass.

        :raises NotAuthenticated: nobody is known to call (401).
        :raises PermissionDenied: the caller may not (403).
        """


class Closed(Access):
    """Nobody: what a view has that declares nothing."""

    who = "Open to nobody."

    def check(self, request: Request, view: "APIView") -> None:
        raise PermissionDenied


@dataclass(frozen=True, slots=True)
class Role(Access):
    """Callers whose bearer token holds the role, `app.codename`."""

    name: str

    def __post_init__(self) -> None:
        if self.name not in ROLES:
            raise ValueError(f"{self.name} is not a role.")

    @property
    def who(self) -> str:
        return f"Role: `{self.name}`."

    def check(self, request: Request, view: "APIView") -> None:
        if request.auth is None:
            raise NotAuthenticated
        grant: Any = request.auth
        if not grant.has(self.name):
            raise PermissionDenied


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyRole(Access):
    """Callers whose bearer token holds at least one of the roles."""

    names: tuple[str, ...]
    throttle: str | None = None

    def __post_init__(self) -> None:
        if unknown := set(self.names) - ROLES.keys():
            raise ValueError(f"{', '.join(sorted(unknown))}: no role.")

    @property
    def who(self) -> str:
        return f"Any of the roles: {', '.join(f'`{name}`' for name in self.names)}."

    def check(self, request: Request, view: "APIView") -> None:
        if request.auth is None:
            raise NotAuthenticated
        grant: Any = request.auth
        if not any(grant.has(name) for name in self.names):
            raise PermissionDenied


@dataclass(frozen=True, slots=True)
class Public(Access):
    """Anybody, for the reason given; throttled as `anonymous` unless another scope is named."""

    reason: str
    throttle: str | None = "anonymous"
    bearer = False

    @property
    def who(self) -> str:
        return f"Open to anybody: {self.reason}."

    def check(self, request: Request, view: "APIView") -> None:
        return


@dataclass(frozen=True, slots=True)
class Signed(Access):
    """Callers whose address or body is signed; `verify` tells, `reason` says by what."""

    verify: Callable[[Request, dict[str, Any]], bool]
    reason: str
    throttle: str | None = "callback"
    bearer = False

    @property
    def who(self) -> str:
        return f"No bearer token: {self.reason}."

    def check(self, request: Request, view: "APIView") -> None:
        if not self.verify(request, view.kwargs):
            raise NotAuthenticated


class DeclaredAccess(BasePermission):
    """Asks the rule that the view declares for the action at hand."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        rule: Access = getattr(view, "current_access", Closed())
        rule.check(request, view)
        return True
