"""Staff, and the pages that they look at."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client

from foundation.staff.display import address_of_list, address_of_page


def signed_in(client: Client, name: str = "boss") -> Client:
    """Sign in a superuser."""
    client.force_login(User.objects.create_superuser(name))
    return client


def page_of(staff: Client, model: type[Model], key: Any) -> str:
    """Return the page of a record, with single spaces."""
    return read(staff, address_of_page(model, key))


def read(staff: Client, address: str) -> str:
    """Return the page at an address, with single spaces."""
    answer = staff.get(address, secure=True)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def listed(staff: Client, model: type[Model], **chosen: Any) -> list[Any]:
    """Return the keys of the records in a list narrowed like this, in its order."""
    answer = staff.get(address_of_list(model, **chosen), secure=True)
    assert answer.status_code == 200
    return [record.pk for record in answer.context["cl"].result_list]
