"""PATCH and PUT active of a space over the AdminApi…"""

import pytest

from recognition.models import Account, AccountSpace
from recognition.tests.calls.api import MANAGE, client_of, fields_of, raced
from recognition.tests.calls.spaces import BOTH, change, defaults, path, switch
from recognition.tests.factories import AccountFactory, AccountSpaceFactory, AlbumFactory


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


@BOTH
def test_what_is_given_is_changed_and_the_rest_stays(manager, version):
    space = AccountSpaceFactory.create()

    answer = change(manager, space, version, name="New")

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json()["name"] == "New"
    assert answer.json()["externalId"] == space.external_id
    assert answer.json()["isDefault"] is True


@BOTH
def test_making_another_space_the_default_moves_it(manager, account, version):
    AccountSpaceFactory.create(account=account, name="Old")
    space = AccountSpaceFactory.create(account=account, name="New", is_default=False)

    answer = change(manager, space, version, isDefault=True)

    assert (answer.status_code, answer.json()["isDefault"]) == (200, True)
    assert defaults(account) == ["New"]


def test_an_account_may_be_left_without_a_default_space(manager, account):
    space = AccountSpaceFactory.create(account=account)

    assert change(manager, space, isDefault=False).status_code == 200
    assert defaults(account) == []


def test_what_is_so_already_is_no_change(manager):
    space = AccountSpaceFactory.create()

    same = change(manager, space, externalId=space.external_id, isDefault=True)

    assert (same.status_code, same["ETag"]) == (200, '"1"')


def test_an_external_id_that_is_taken_is_409(manager, account):
    other = AccountSpaceFactory.create(account=account)
    space = AccountSpaceFactory.create(account=account, is_default=False)

    answer = change(manager, space, externalId=other.external_id)

    assert (answer.status_code, answer.json()["code"]) == (409, "external-id-taken")
    assert AccountSpace.objects.get(pk=space.pk).version == 1


@BOTH
@pytest.mark.parametrize(("field", "value"), [("name", ""), ("externalId", None), ("isDefault", 7)])
def test_a_wrong_change_is_422_and_changes_nothing(manager, version, field, value):
    space = AccountSpaceFactory.create()

    answer = change(manager, space, version, **{field: value})

    assert (answer.status_code, list(fields_of(answer))) == (422, [field])
    assert AccountSpace.objects.get().version == 1


@pytest.mark.parametrize(("tag", "status"), [('"1"', 200), ('"2"', 409), ("x", 400)])
def test_a_change_is_held_to_the_version_named(manager, tag, status):
    space = AccountSpaceFactory.create()

    answer = manager.patch(
        path(space.account_id, space), {"name": "New"}, format="json", headers={"If-Match": tag}
    )

    assert answer.status_code == status
    assert (AccountSpace.objects.get().name == "New") == (status == 200)


def test_of_two_that_become_the_default_at_once_one_is(committed_manager):
    account = AccountFactory.create()
    AccountSpaceFactory.create(account=account, name="Old")
    names = ("first", "second")
    spaces = [
        AccountSpaceFactory.create(account=account, name=name, is_default=False) for name in names
    ]
    clients = [committed_manager, client_of(MANAGE)]

    first, second = raced(
        lambda: change(clients[0], spaces[0], isDefault=True),
        lambda: change(clients[1], spaces[1], isDefault=True),
    )

    assert (first.status_code, second.status_code) == (200, 200)
    assert defaults(account) == ["second"]


def test_of_two_changes_of_one_version_the_later_is_409(committed_manager):
    space = AccountSpaceFactory.create()
    clients = [committed_manager, client_of(MANAGE)]
    held = {"If-Match": '"1"'}

    first, second = raced(
        *[lambda c=client: switch(c, space, False, headers=held) for client in clients]
    )

    assert (first.status_code, second.status_code) == (204, 409)


# --- PUT active


@BOTH
def test_a_space_is_switched_off_and_on(manager, version):
    space = AccountSpaceFactory.create()

    off = switch(manager, space, False, version)
    on = switch(manager, space, True, version)

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"]) == (204, '"3"')


@BOTH
def test_a_space_in_use_is_not_switched_off(manager, version):
    space = AccountSpaceFactory.create()
    AlbumFactory.create(face_account=space.account, face_space=space)
    other = AccountSpaceFactory.create(account=space.account, is_default=False)

    answer = switch(manager, space, False, version)

    assert (answer.status_code, answer.json()["code"]) == (409, "account-space-in-use")
    assert AccountSpace.objects.get(pk=space.pk).is_active
    assert switch(manager, other, False, version).status_code == 204


@pytest.mark.parametrize("value", [None, "perhaps"])
def test_a_switch_is_on_or_off(manager, value):
    answer = switch(manager, AccountSpaceFactory.create(), value)

    assert (answer.status_code, list(fields_of(answer))) == (422, ["isActive"])
