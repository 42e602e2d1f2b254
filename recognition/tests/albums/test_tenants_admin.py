"""On staff's page of a tenant…"""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.records.creating import IdTaken
from foundation.staff.tests.staff_pages import form_errors, opened_version, save, send
from recognition.commands.albums.tenants import (
    AddTenantCommand,
    ChangeTenantCompetitorInstanceCommand,
    add_tenant,
    change_tenant_competitor_instance,
)
from recognition.models import CompetitorInstanceNotFound, Photo, ProcessedPhoto, Tenant
from recognition.tests.calls.api import raced
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)

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


def switch_over_api(client: APIClient, tenant: Tenant, state: str) -> Any:
    address = f"/admin-api/api/v2/tenants/{tenant.pk}/recognition"
    return client.put(address, {"state": state}, format="json")


def as_stored() -> tuple[str, Any, int]:
    tenant = Tenant.objects.get()
    return tenant.recognition_state, tenant.competitor_instance_id, tenant.version


def test_one_is_added_with_its_competitor_service_which_is_taken_away(admin_client):
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


def test_a_change_over_the_api_that_is_under_way_is_not_lost(committed_manager, committed_staff):
    tenant = TenantFactory.create()
    instance = CompetitorInstanceFactory.create()
    opened = opened_version(committed_staff, tenant)

    switched, sent = raced(
        lambda: switch_over_api(committed_manager, tenant, "Off"),
        lambda: send(committed_staff, tenant, opened, competitor_instance=str(instance.pk)),
    )

    assert switched.status_code == 204
    assert "__all__" in form_errors(sent)
    assert as_stored() == ("Off", None, 2)


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


def test_the_same_tenant_again_is_success_and_another_is_refused(db: None) -> None:
    instance = CompetitorInstanceFactory.create()
    command = AddTenantCommand(tenant_id=GIVEN, competitor_instance_id=instance.pk)

    added = [add_tenant(command).is_new for _ in range(2)]

    assert added == [True, False]
    with pytest.raises(IdTaken):
        add_tenant(AddTenantCommand(tenant_id=GIVEN))
    with pytest.raises(CompetitorInstanceNotFound):  # it is gone
        add_tenant(AddTenantCommand(tenant_id=GIVEN, competitor_instance_id=uuid4()))
    with pytest.raises(CompetitorInstanceNotFound):
        change_tenant_competitor_instance(
            ChangeTenantCompetitorInstanceCommand(
                tenant_id=GIVEN, competitor_instance_id=uuid4(), now=timezone.now()
            )
        )
    assert as_stored() == ("On", instance.pk, 1)


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
