"""What an endpoint takes, gives and refuses: declared once, for the view and the document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django_filters import FilterSet
from rest_framework.serializers import BaseSerializer

from rest.access import Access
from rest.groups import LATEST_VERSION
from rest.serializers import Input

Shape = type[BaseSerializer[Any]]
Shapes = Shape | Mapping[int, Shape] | None
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One endpoint. A shape that differs by API version is a mapping from version to shape.

    - `takes`: the JSON body; `multipart`: the same as a form with files, if accepted;
      `query`: the query parameters.
    - `sends`: media types of an answer that is a file, which the view builds itself; beside
      `gives`, the caller chooses.
    - `gives`: the answer's body, None for none; `many`: a plain list of it; `paged`: a page of it,
      filtered by `filters` and ordered by one of `ordering`.
    - `statuses`: statuses of success, the usual one first (200 with a body, 204 without).
    - `locking`: the record has a version: ETag on answers, If-Match on changes.
    - `refusals`: statuses of refusals that do not follow from the fields above.
    - `access`, `throttle`: set only if they differ from the view's.
    """

    takes: Shapes = None
    multipart: type[Input] | None = None
    query: type[Input] | None = None
    sends: tuple[str, ...] = ()
    gives: Shapes = None
    many: bool = False
    paged: bool = False
    filters: type[FilterSet] | None = None
    ordering: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()
    locking: bool = False
    refusals: tuple[int, ...] = ()
    access: Access | None = None
    throttle: str | None = None

    @property
    def successes(self) -> tuple[int, ...]:
        return self.statuses or ((200,) if self.gives or self.sends else (204,))

    def takes_in(self, version: int) -> Shape | None:
        """Return the shape of the JSON body in an API version."""
        return _shape_in(self.takes, version)

    def gives_in(self, version: int) -> Shape | None:
        """Return the shape of the answer in an API version."""
        return _shape_in(self.gives, version)

    def deprecated_in(self, version: int) -> bool:
        """Return whether the latest version takes or gives another shape."""
        shapes = self.takes_in(version), self.gives_in(version)
        return shapes != (self.takes_in(LATEST_VERSION), self.gives_in(LATEST_VERSION))


def operation(**declared: Any) -> Callable[[F], F]:
    """Declare what a view's action takes, gives and refuses: the fields of `Operation`."""

    def declare(action: F) -> F:
        action.operation = Operation(**declared)  # type: ignore[attr-defined]
        return action

    return declare


def operation_of(view: Any, action: str | None) -> Operation:
    """Return what the view's action declares; an empty declaration if it declares nothing."""
    declared: Operation = getattr(getattr(view, action or "", None), "operation", Operation())
    return declared


def _shape_in(shapes: Shapes, version: int) -> Shape | None:
    return shapes[version] if isinstance(shapes, Mapping) else shapes
