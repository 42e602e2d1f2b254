"""Parts of staff's pages: actions, buttons, fields; who may, and what is said afterwards."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, ClassVar, TypeVar, cast

from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponseRedirect
from unfold.decorators import action as unfold_action

from foundation.records.audit import deeds_written
from foundation.staff.display import address_of_page


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


F = TypeVar("F", bound=Callable[..., Any])
SELECTED = "_selected_action"  # the name of the checkboxes of a list of Django's admin


def action(description: str) -> Callable[[F], F]:
    """Return Django's decorator for an action of a `StaffAdmin` list."""
    return admin.action(description=description, permissions=["act"])


WhyNot = Callable[[Any, HttpRequest, Any], str]


def button(
    title: str, path: str, permission: str = "act", why_not: WhyNot | None = None
) -> Callable[[F], F]:
    """Return unfold's decorator for a page that a button of a record's page opens.

    The button sends a GET, so its page may only ask for confirmation. What its permission asks is
    the user alone: `StaffAdmin` hides the button where the record's state leaves nothing to do, and
    says so to those whose page is older than that.

    :param why_not: takes the admin, the request and the record; returns why the record is not open
        to this order, empty if it is.
    """
    found = unfold_action(description=title, url_path=path, permissions=[permission])

    def decorated(page: F) -> F:
        made = found(page if why_not is None else _open_where_it_can_be_done(page, why_not))
        made.why_not = why_not
        return cast(F, made)

    return decorated


def unless(condition: Q, text: str) -> WhyNot:
    """Return the `why_not` of a button: this text for records that do not meet a condition."""

    def why_not(admin: Any, _: HttpRequest, record: Any) -> str:
        return "" if admin.model._default_manager.filter(condition, pk=record.pk).exists() else text

    return why_not


def _open_where_it_can_be_done(page: F, why_not: WhyNot) -> F:
    """Show why the record is not open to the order, not its page; a POST goes to the command."""

    @wraps(page)
    def opened(admin: Any, request: HttpRequest, object_id: str) -> Any:
        if request.method != "POST":
            record = admin.record_of(request, object_id)
            if why := why_not(admin, request, record):
                messages.error(request, why)
                return HttpResponseRedirect(address_of_page(admin.model, record.pk))
        return page(admin, request, object_id)

    return cast(F, opened)


view_button = partial(button, permission="view")  # its page only shows something


def computed_once(field: F) -> F:
    """Compute a field of a record's page once (the theme asks for it several times)."""

    @wraps(field)
    def computed(*admin_and_record: Any) -> Any:
        known, name = vars(admin_and_record[-1]), f"_field_{field.__name__}"
        if name not in known:
            known[name] = field(*admin_and_record)
        return known[name]

    return cast(F, computed)


NOTHING = "Nothing was changed."


def say_done(request: HttpRequest, text: Any) -> None:
    """Show that an order is done; or that nothing was changed, where the request did nothing."""
    if deeds_written():
        messages.success(request, text)
    else:
        messages.info(request, NOTHING)


def say_for_how_many(
    request: HttpRequest, title: str, done: int, unchanged: int, refused: int | None = None
) -> None:
    """Show for how many records an order is done, refused if it is given, and nothing changed."""
    if unchanged:
        messages.info(request, f"{title}: nothing was changed for {unchanged}.")
    if done or not unchanged:
        others = "" if refused is None else f", refused for {refused}"
        say_done(request, f"{title}: done for {done}{others}.")
