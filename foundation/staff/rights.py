"""Which roles open what of staff's pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django.http import HttpRequest


class OpenedByRoles:
    """An admin that names which roles open what: each of them opens `view`, `act`, `ask`…"""

    opened_by: ClassVar[Mapping[str, Sequence[str]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Give the class the `has_…_permission` of each, as Django and the theme ask for them."""
        super().__init_subclass__(**kwargs)
        for what, roles in vars(cls).get("opened_by", {}).items():
            setattr(cls, f"has_{what}_permission", _has_any(roles))


def _has_any(roles: Sequence[str]) -> Callable[..., bool]:
    def has_permission(_: Any, request: HttpRequest, *__: object) -> bool:
        return any(map(request.user.has_perm, roles))

    return has_permission
