"""POST admin-api/…/accounts/{accountId}/spaces…"""

from uuid import uuid4

import pytest

from recognition.models import Account, AccountSpace
from recognition.tests.calls.api import fields_of
from recognition.tests.calls.spaces import BOTH, NEW, add, defaults, path
from recognition.tests.factories import AccountFactory, AccountSpaceFactory


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


@BOTH
def test_a_space_is_added(manager, account, version):
    answer = add(manager, account, version)

    space = AccountSpace.objects.get()
    body = answer.json()
    assert answer.status_code == 201
    assert body.pop("createdOn").endswith("Z")
    assert body.pop("updatedOn").endswith("Z")
    assert body == {
        "accountSpaceId": str(space.pk),
        "accountId": str(account.pk),
        "name": "Runners",
        "externalId": "runners",
        "isDefault": False,
        "isActive": True,
    }


@BOTH
def test_a_new_default_takes_the_place_of_another(manager, account, version):
    old = AccountSpaceFactory.create(account=account, name="Old")
    elsewhere = AccountSpaceFactory.create(name="Elsewhere")

    answer = add(manager, account, version, isDefault=True)

    old.refresh_from_db()
    assert answer.status_code == 201
    assert defaults(account) == ["Runners"]
    assert defaults(elsewhere.account) == ["Elsewhere"]
    assert old.version == 2


@BOTH
def test_the_same_space_again_is_success_and_changes_nothing(manager, account, version):
    given = {"accountSpaceId": str(uuid4()), "isDefault": True}
    first = add(manager, account, version, **given)

    again = add(manager, account, version, **given)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert AccountSpace.objects.get().version == 1


@BOTH
@pytest.mark.parametrize(
    "other", [{"name": "Others"}, {"externalId": "others"}, {"isDefault": True}]
)
def test_an_id_that_is_taken_by_other_data_is_409(manager, account, version, other):
    AccountSpaceFactory.create(account=account, name="Old")
    given = str(uuid4())
    add(manager, account, version, accountSpaceId=given)

    answer = add(manager, account, version, accountSpaceId=given, **other)

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert defaults(account) == ["Old"]
    assert AccountSpace.objects.get(pk=given).name == "Runners"


def test_an_id_that_is_another_account_s_space_is_409(manager, account):
    given = str(uuid4())
    add(manager, AccountFactory.create(), accountSpaceId=given)

    answer = add(manager, account, accountSpaceId=given)

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert not account.spaces.exists()


@BOTH
def test_an_external_id_is_one_space_s_in_an_account(manager, account, version):
    add(manager, account, version)

    answer = add(manager, account, version, name="Others")

    assert (answer.status_code, answer.json()["code"]) == (409, "external-id-taken")
    assert add(manager, AccountFactory.create(), version).status_code == 201


@BOTH
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("accountSpaceId", "seven", "invalid"),
        ("name", "", "blank"),
        ("name", "x" * 201, "max-length"),
        ("externalId", None, "null"),
        ("externalId", "x" * 201, "max-length"),
        ("isDefault", "perhaps", "invalid"),
    ],
)
def test_a_wrong_value_is_422_by_its_field(manager, account, version, field, value, code):
    answer = add(manager, account, version, **{field: value})

    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    assert not AccountSpace.objects.exists()


@pytest.mark.parametrize("field", ["name", "externalId"])
def test_what_is_missing_is_422(manager, account, field):
    body = {name: value for name, value in NEW.items() if name != field}

    answer = manager.post(path(account), body, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})


def test_a_name_that_another_space_of_the_account_has_is_refused(manager):
    space = AccountSpaceFactory.create()

    answer = manager.post(
        f"/admin-api/api/v2/accounts/{space.account_id}/spaces",
        {"name": space.name.upper(), "externalId": "other"},
        format="json",
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "space-name-taken")
    assert AccountSpace.objects.get() == space
