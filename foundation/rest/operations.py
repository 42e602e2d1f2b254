"""What an endpoint takes, gives and refuses: declared once, for the view and the document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django_filters import FilterSet
from rest_framework.serializers import BaseSerializer

from foundation.rest.access import Access
from foundation.rest.groups import LATEST_VERSION
from foundation.rest.serializers import Input

Shape = type[BaseSerializer[Any]]
Shapes = Shape | Mapping[int, Shape] | None
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One endpoint. A shape that differs by API version is a mapping from version to shape.

    `access` and `throttle` are set only if they differ from the view's.
    """

    takes: Shapes = None  # the JSON body
    multipart: type[Input] | None = None  # the same as a form with files, if accepted
    query: type[Input] | None = None  # the query parameters
    sends: tuple[str, ...] = ()  # media types of a file as answer, which the view builds itself
    sends_tag: bool = False  # the view gives that file a tag of its content (`unless_known`)
    gives: Shapes = None  # the answer's body
    many: bool = False  # a plain list of it, of no more than `at_most`
    at_most: int | None = None
    paged: bool = False  # a page of it, filtered by `filters`, ordered by one of `ordering`
    filters: type[FilterSet] | None = None
    ordering: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()  # of success, the usual first (200 with a body, 204 without)
    locking: bool = False  # the record has a version: ETag on answers, If-Match on changes
    # A GET's ETag is the record's version, for changes; it is never 304, since more may change.
    more_than_version: bool = False
    refusals: tuple[int, ...] = ()  # statuses that do not follow from the fields above
    # Whether a POST takes an `Idempotency-Key`; its effects are then one transaction.
    keyed: bool = True
    access: Access | None = None
    throttle: str | None = None

    @property
    def successes(self) -> tuple[int, ...]:
        return self.statuses or ((200,) if self.gives or self.sends else (204,))

    @property
    def has_version(self) -> bool:
        """Whether an answer has the record's version as ETag."""
        return self.locking or self.more_than_version

    @property
    def conditional(self) -> bool:
        """Whether a GET of it may be 304: by the record's version, or by a tag of the content."""
        return self.sends_tag or (self.gives is not None and not self.more_than_version)

    @property
    def parameters(self) -> set[str]:
        """The names of all query parameters."""
        listed = {"page", "pageSize", "fields"} if self.paged else set()
        return {
            *(self.query().fields if self.query else ()),
            *(self.filters.base_filters if self.filters else ()),
            *listed,
            *({"ordering"} if self.paged and self.ordering else ()),
        }

    def takes_in(self, version: int) -> Shape | None:
        return self.takes[version] if isinstance(self.takes, Mapping) else self.takes

    def gives_in(self, version: int) -> Shape | None:
        return self.gives[version] if isinstance(self.gives, Mapping) else self.gives

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
