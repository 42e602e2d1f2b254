"""What the pages of the staff's site send: forms, buttons, actions of lists."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db.models import Model
from django.test import Client

from foundation.staff.display import address_of_list, address_of_page

Given = dict[str, Any]
Orders = Mapping[str, Callable[[Client], tuple[str, Given]]]


def orders_of(
    model: type[Model],
    make: Callable[[], Any],
    *,
    add: Callable[[], Given] | None = None,
    change: Given | None = None,
    delete: bool = False,
    actions: Mapping[str, Given] = {},
    buttons: Mapping[str, Given] = {},
) -> Orders:
    """Return a scenario for each order on the records of a model, as `make` makes one.

    :param add: returns the fields of a new record.
    :param delete: one is deleted from its page, and from the list.
    :param actions: what each action of the list is sent with.
    :param buttons: what the page of each button sends.
    """
    found: dict[str, Callable[[Client], tuple[str, Given]]] = {}
    if add:
        found["add"] = lambda client: added(client, model, **add())
    if change:
        found["change"] = lambda client: opened(client, make(), **change)
    if delete:
        found["delete"] = lambda _: deleted(make())
        found["action delete_selected"] = lambda _: act(make(), "delete_selected", post="yes")
    for name, given in actions.items():
        found[f"action {name}"] = partial(_acted, make, name, given)
    for name, given in buttons.items():
        found[f"<path:object_id>/{name}/"] = partial(_pressed, make, name, given)
    return {f"{model._meta.label_lower} {name}": order for name, order in found.items()}


def _acted(make: Callable[[], Model], name: str, given: Given, _: Client) -> tuple[str, Given]:
    return act(make(), name, **given)


def _pressed(make: Callable[[], Model], name: str, given: Given, _: Client) -> tuple[str, Given]:
    return button(make(), name, **given)


def act(record: Model, action: str, **given: Any) -> tuple[str, Given]:
    """Return what a list sends to run an action on one record, confirmed."""
    fields = {"action": action, "_selected_action": [str(record.pk)], "confirmed": "yes", **given}
    return address_of_list(type(record)), fields


def deleted(record: Model) -> tuple[str, Given]:
    return address_of_page(type(record), record.pk).replace("/change/", "/delete/"), {"post": "yes"}


def button(record: Model, path: str, **fields: Any) -> tuple[str, Given]:
    """Return what the page of a button sends."""
    address = address_of_page(type(record), record.pk).replace("/change/", f"/{path}/")
    return address, {"confirmed": "yes", **fields}


def opened(client: Client, record: Model, **changes: Any) -> tuple[str, Given]:
    """Return what a record's page sends with some fields changed."""
    address = address_of_page(type(record), record.pk)
    return address, {**_fields(client.get(address, secure=True)), **changes}


def added(client: Client, model: type[Model], **fields: Any) -> tuple[str, Given]:
    address = address_of_list(model) + "add/"
    return address, {**_fields(client.get(address, secure=True)), **fields}


def _fields(page: Any) -> Given:
    """Return a page's fields as a browser sends them unchanged."""
    form = page.context["adminform"].form
    given = values_of(form)
    for shown in page.context["inline_admin_formsets"]:
        given |= values_of(shown.formset.management_form)
    return given


def values_of(form: Any) -> Given:
    given: Given = {}
    for bound in form:
        widget, value = bound.field.widget, bound.value()
        parts = widget.decompress(value) if hasattr(widget, "decompress") else None
        if parts is not None:
            texts = {f"{bound.html_name}_{n}": part or "" for n, part in enumerate(parts)}
            given |= texts
        elif value is not None and value is not False:
            given[bound.html_name] = _text(value)
    return given


def _text(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [getattr(each, "pk", each) for each in value]
    return getattr(value, "pk", value)
