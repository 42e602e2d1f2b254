"""Staff's pages of tenants and of albums' tags, and what has changed since a page was opened…"""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import form_errors, opened_version, save, send
from recognition.models import Album, CompetitorInstance, Photo, ProcessedPhoto, Tenant
from recognition.tests.calls.accounts import change as change_account_over_api
from recognition.tests.calls.api import raced
from recognition.tests.calls.processes import run_jobs
from recognition.tests.calls.staff_forms import album_form, form_of
from recognition.tests.factories import (
    AccountFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def album() -> Album:
    """An album with two custom tags."""
    found: Album = AlbumFactory.create()
    for name in ("finish", "podium"):
        found.custom_tags.create(name=name)
    return found


def names(album: Album) -> list[str]:
    return list(album.custom_tags.order_by("name").values_list("name", flat=True))


def form_with(album: Album, *rows: dict[str, Any]) -> dict[str, Any]:
    """Return the form of an album with the tags that it has, changed as the rows say, or added."""
    known = [{"id": tag.pk, "name": tag.name} for tag in album.custom_tags.order_by("pk")]
    rows = tuple({**old, **new} for old, new in zip(known, rows, strict=False)) + rows[len(known) :]
    given = album_form(album)
    for at, row in enumerate([*rows, *known[len(rows) :]]):
        given |= {f"custom_tags-{at}-{field}": value for field, value in row.items()}
    counts = {"TOTAL_FORMS": max(len(rows), len(known)), "INITIAL_FORMS": len(known)}
    return given | {f"custom_tags-{name}": count for name, count in counts.items()}


def test_custom_tags_that_another_member_of_staff_changed_meanwhile_are_not_put_back(
    admin_client, album
):
    opened, stale = opened_version(admin_client, album), form_with(album, {}, {}, {"name": "start"})
    save(admin_client, album, **form_with(album, {"name": "arrival"}))

    answer = send(admin_client, album, opened, **stale)

    assert "__all__" in form_errors(answer)
    assert names(album) == ["arrival", "podium"]


@pytest.mark.parametrize("rights", [["change_album"], ["change_album", "view_albumcustomtag"]])
def test_custom_tags_stay_where_the_member_of_staff_may_not_change_them(client, album, rights):
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(user)

    save(client, album, **form_with(album, {"DELETE": "on"}) | {"priority": 9})

    album.refresh_from_db()
    assert (names(album), album.priority) == (["finish", "podium"], 9)


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


def test_stale_page_of_a_record_that_is_deleted_meanwhile_says_so(committed_staff: Client) -> None:
    instance = CompetitorInstanceFactory.create()
    opened = opened_version(committed_staff, instance)

    _, sent = raced(
        lambda: CompetitorInstance.objects.filter(pk=instance.pk).delete(),
        lambda: send(committed_staff, instance, opened, **form_of(instance)),
    )

    assert "Perhaps it was deleted?" in sent.content.decode()
    assert not CompetitorInstance.objects.exists()


GIVEN = UUID("6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a")


def add(staff: Client, **fields: Any) -> Any:
    address = reverse("admin:recognition_tenant_add")
    return staff.post(address, {"id": GIVEN, **fields}, secure=True, follow=True)


def act(staff: Client, page: str, action: str, *records: Any) -> str:
    body = {
        "action": action,
        "_selected_action": [str(record.pk) for record in records],
        "confirmed": "yes",
    }
    address = reverse(f"admin:recognition_{page}_changelist")
    return str(staff.post(address, body, secure=True, follow=True).content.decode())


def as_stored() -> tuple[str, Any, int]:
    tenant = Tenant.objects.get()
    return tenant.recognition_state, tenant.competitor_instance_id, tenant.version


def test_a_tenant_is_added_with_its_competitor_service_which_is_taken_away(admin_client):
    instance = CompetitorInstanceFactory.create()
    add(admin_client, competitor_instance=str(instance.pk))
    assert (Tenant.objects.get().pk, as_stored()) == (GIVEN, ("On", instance.pk, 1))
    assert "id" in form_errors(add(admin_client))  # it is there
    tenant = Tenant.objects.get()

    save(admin_client, tenant, competitor_instance=str(instance.pk))
    assert as_stored() == ("On", instance.pk, 1)
    save(admin_client, tenant, competitor_instance="")
    assert as_stored() == ("On", None, 2)
    save(admin_client, tenant, competitor_instance=str(instance.pk))
    assert as_stored() == ("On", instance.pk, 3)
    page = reverse("admin:recognition_tenant_delete", args=[tenant.pk])
    assert admin_client.post(page, {"post": "yes"}, secure=True).status_code == 403
    assert Tenant.objects.exists()


@pytest.mark.parametrize("kind", ["tenant", "album"])
def test_of_those_chosen_the_one_that_is_gone_is_named(committed_staff, kind):
    factory: Any = {"tenant": TenantFactory, "album": AlbumFactory}[kind]
    gone, there = factory.create(), factory.create()

    _, page = raced(
        lambda: type(gone).objects.filter(pk=gone.pk).delete(),
        lambda: act(committed_staff, kind, "switch_off", gone, there),
    )

    assert f"{gone}: No {kind} {gone.pk}." in page
    left = type(gone).objects.get()
    assert "Off" in (getattr(left, "recognition_state", ""), getattr(left, "state", ""))


def test_switching_says_first_what_happens_to_the_photos_of_all_albums(admin_client):
    tenant = TenantFactory.create()
    for _ in range(2):
        PhotoFactory.create_batch(2, album=AlbumFactory.create(tenant=tenant))
    PhotoFactory.create(album=AlbumFactory.create(tenant=tenant), state="Processed")
    chosen = {"action": "switch_off", "_selected_action": [str(tenant.pk)]}
    address = reverse("admin:recognition_tenant_changelist")

    page = admin_client.post(address, chosen, secure=True).content.decode()

    assert "4 photos are not processed: recognition is off for the tenant." in page
    assert "1 photo stays as it is." in page
    assert as_stored()[0] == "On"
    act(admin_client, "tenant", "switch_off", tenant)
    run_jobs()
    assert as_stored()[0] == "Off"
    assert ProcessedPhoto.objects.count() == 4
    assert not Photo.objects.filter(numbers_next_attempt_on__isnull=False).exists()
    act(admin_client, "tenant", "switch_on", tenant)
    assert as_stored()[0] == "On"
    page = act(admin_client, "tenant", "switch_on", tenant)
    assert "Switch recognition on: nothing was changed for 1." in page
    assert "done for" not in page


def test_a_tenant_has_a_name_and_its_switch_on_its_page(admin_client):
    tenant = TenantFactory.create()
    album = AlbumFactory.create(tenant=tenant)
    PhotoFactory.create(album=album)

    save(admin_client, tenant, name="Spring races")

    assert Tenant.objects.get().name == "Spring races"
    page = address_of_page(Tenant, tenant.pk)
    assert "Spring races" in admin_client.get(page, secure=True).content.decode()
    assert "Spring races" in admin_client.get(address_of_list(Album), secure=True).content.decode()
    asked = admin_client.get(page.replace("change", "switch-recognition"), secure=True)
    assert "1 photo is not processed: recognition is off for the tenant." in asked.content.decode()
    fields = {**dict(asked.context["hidden"]), "confirmed": "yes"}
    admin_client.post(asked.context["action_address"], fields, secure=True)
    assert as_stored()[0] == "Off"
