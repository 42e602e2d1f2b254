"""A page of staff that shows what has changed since it was opened…"""

from typing import Any

import pytest
from django.test import Client

from foundation.staff.tests.staff_pages import form_errors, opened_version, save, send
from recognition.models import AccountSpace, Album, CompetitorInstance
from recognition.tests.calls.accounts import change as change_account_over_api
from recognition.tests.calls.api import raced
from recognition.tests.calls.spaces import add as add_space
from recognition.tests.calls.staff_forms import form_of, space_form
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
)

FACTORIES = [AccountFactory, AccountSpaceFactory, AlbumFactory, CompetitorInstanceFactory]

EACH = pytest.mark.parametrize("factory", FACTORIES)


def as_stored(record: Any) -> dict[str, Any]:
    """Return the columns of a record."""
    columns: dict[str, Any] = type(record).objects.filter(pk=record.pk).values().get()
    return columns


@EACH
def test_stale_page_is_refused_until_it_is_opened_again_and_changes_nothing(admin_client, factory):
    record = factory.create()
    opened = opened_version(admin_client, record)
    change: dict[str, Any] = {"priority": 50} if isinstance(record, Album) else {"name": "By API"}
    record.store(**change)
    before = as_stored(record)

    for version in (opened, opened, "", "0", "x", "9" * 30):
        answer = send(admin_client, record, version, **form_of(record))
        [wrong] = form_errors(answer)["__all__"]
        assert f"The {record._meta.verbose_name} changed since you opened this page" in wrong
        assert wrong in answer.content.decode().replace("&#x27;", "'")
        assert as_stored(record) == before

    save(admin_client, record, **form_of(record))
    assert as_stored(record)["version"] == 3


def test_stale_page_waits_for_a_change_that_is_under_way_and_sees_it(
    committed_manager: Any, committed_staff: Client
) -> None:
    account = AccountFactory.create()
    opened = opened_version(committed_staff, account)

    changed, sent = raced(
        lambda: change_account_over_api(committed_manager, account, name="By API"),
        lambda: send(committed_staff, account, opened, **form_of(account)),
    )

    assert changed.status_code == 200
    assert "__all__" in form_errors(sent)
    account.refresh_from_db()
    assert (account.name, account.version) == ("By API", 2)


def test_stale_page_of_a_space_waits_for_a_change_of_its_account(
    committed_manager: Any, committed_staff: Client
) -> None:
    space = AccountSpaceFactory.create()
    opened = opened_version(committed_staff, space)
    wanted = space_form(space.account, default="on")

    added, sent = raced(
        lambda: add_space(committed_manager, space.account, isDefault=True),
        lambda: send(committed_staff, space, opened, **wanted),
    )

    assert added.status_code == 201
    assert "__all__" in form_errors(sent)
    assert AccountSpace.objects.get(is_default=True).name == "Runners"


def test_stale_page_of_a_record_that_is_deleted_meanwhile_says_so(committed_staff: Client) -> None:
    instance = CompetitorInstanceFactory.create()
    opened = opened_version(committed_staff, instance)

    _, sent = raced(
        lambda: CompetitorInstance.objects.filter(pk=instance.pk).delete(),
        lambda: send(committed_staff, instance, opened, **form_of(instance)),
    )

    assert "Perhaps it was deleted?" in sent.content.decode()
    assert not CompetitorInstance.objects.exists()
