"""On staff's pages of accounts, spaces and albums…"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import save
from recognition.models import Account, AccountSpace
from recognition.tests.calls.staff_forms import account_form, album_form, space_form
from recognition.tests.factories import AccountFactory, AccountSpaceFactory, AlbumFactory

pytestmark = pytest.mark.django_db

SECRET = "hunter2-hunter2"


def post(staff: Client, page: str, body: dict[str, Any]) -> str:
    address = reverse(f"admin:recognition_{page}")
    answer = staff.post(address, body, follow=True, secure=True)
    assert answer.status_code == 200
    return answer.content.decode()


def change(staff: Client, record: Any, **fields: Any) -> str:
    return str(save(staff, record, **fields).content.decode())


def act(staff: Client, page: str, action: str, *records: Any) -> str:
    body = {"action": action, "_selected_action": [str(record.pk) for record in records]}
    asked = post(staff, f"{page}_changelist", body)
    return asked + post(staff, f"{page}_changelist", {**body, "confirmed": "yes"})


def test_an_account_is_added_with_credentials_that_are_not_shown(staff):
    wrong = post(staff, "account_add", account_form(name="", credential_key=SECRET))
    assert "This field is required." in wrong
    assert SECRET in wrong  # what was typed stays
    added = post(staff, "account_add", account_form(credential_key=SECRET))

    account = Account.objects.get()
    add_space = f"{address_of_list(AccountSpace)}add/?account={account.pk}"
    assert f'No album can use it before it has a space. <a href="{add_space}"' in added
    page = staff.get(reverse("admin:recognition_account_change", args=[account.pk]), secure=True)
    assert account.credentials == {"key": SECRET}
    assert SECRET not in page.content.decode()
    change(staff, account, **account_form(name="New"))
    account.refresh_from_db()
    assert (account.name, account.version, account.credentials) == ("New", 2, {"key": SECRET})


@pytest.mark.parametrize(("typed", "pace"), [("2.5", 2.5), ("", None)])
def test_an_account_s_requests_a_second_are_changed_and_removed(staff, typed, pace):
    account = AccountFactory.create(requests_per_second=5)

    change(staff, account, **account_form(requests_per_second=typed))

    assert Account.objects.get().requests_per_second == pace


def test_secrets_stay_where_their_fields_are_empty_and_others_are_replaced(staff):
    account = AccountFactory.create(
        provider="rekognition",
        credentials={"region": "eu-west-1", "accessKeyId": "A", "secretAccessKey": SECRET},
    )
    form = account_form(provider="rekognition", base_url="")

    page = staff.get(address_of_page(Account, account.pk), secure=True).content.decode()
    change(staff, account, **form, credential_region="eu-central-1", credential_accessKeyId="B")

    assert 'value="eu-west-1"' in page
    assert "Set. Empty: it stays as it is" in page
    assert SECRET not in page
    account.refresh_from_db()
    assert account.credentials == {
        "region": "eu-central-1", "accessKeyId": "B", "secretAccessKey": SECRET
    }  # fmt: skip


def test_secrets_go_with_the_provider_and_where_staff_remove_them(staff):
    account = AccountFactory.create(provider="local", credentials={"key": SECRET})

    page = change(staff, account, **account_form(provider="compreface"))
    assert "It needs just one of" in page
    assert Account.objects.get().credentials == {"key": SECRET}

    change(staff, account, **account_form(provider="local", remove_secrets="on"))
    assert Account.objects.get().credentials == {}


def test_keys_of_spaces_are_entered_one_a_line_in_place_of_one_key(staff):
    account = AccountFactory.create(provider="compreface", credentials={"key": SECRET})
    form = account_form(provider="compreface")

    wrong = change(staff, account, **form, credential_keys="berlin")
    change(staff, account, **form, credential_keys="berlin = k1\n\nparis=k2\n")

    assert "Each line must be" in wrong
    assert Account.objects.get().credentials == {"keys": {"berlin": "k1", "paris": "k2"}}


@pytest.mark.parametrize("kind", ["account", "accountspace"])
def test_what_is_chosen_is_switched_off_unless_an_album_uses_it(staff, kind):
    space = AccountSpaceFactory.create(name="Used", account__name="Used")
    album = AlbumFactory.create(face_space=space)
    factory: Any = AccountFactory if kind == "account" else AccountSpaceFactory
    used, free = space.account if kind == "account" else space, factory.create(name="Free")

    page = act(staff, kind, "switch_off", used, free)

    what = kind.removeprefix("account") or kind
    assert f"1 {what} is switched off." in page
    assert f"1 {what} is used by albums, and stays on." in page
    assert f"Used: An album uses the {what}: {album} ({album.pk})." in page
    active = type(used).objects.values_list("name", "is_active")
    assert dict(active) == {"Used": True, "Free": False}
    act(staff, kind, "switch_on", free)
    assert type(used).objects.get(name="Free").is_active


def test_a_space_is_changed_and_stays_in_its_account(staff):
    space = AccountSpaceFactory.create()
    elsewhere = AccountFactory.create()

    change(staff, space, **space_form(elsewhere, default="on"))

    changed = AccountSpace.objects.get()
    assert (changed.name, changed.account_id, changed.version) == ("All", space.account_id, 2)


@pytest.mark.parametrize("factory", [AccountFactory, AccountSpaceFactory])
def test_an_account_or_a_space_cannot_be_deleted(staff, factory):
    record = factory.create()
    page = f"admin:recognition_{record._meta.model_name}_delete"

    assert staff.post(reverse(page, args=[record.pk]), secure=True).status_code == 403


def test_a_space_of_another_account_is_refused_beside_it(staff):
    album, space, other = (
        AlbumFactory.create(),
        AccountSpaceFactory.create(),
        AccountFactory.create(),
    )

    wanted = album_form(album, face_account=str(other.pk), face_space=str(space.pk))
    page = change(staff, album, **wanted)

    album.refresh_from_db()
    assert f"This space is of the account {space.account}." in page
    assert album.version == 1
