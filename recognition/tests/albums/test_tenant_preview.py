"""Before a tenant has another competitor service, what that does to numbers is said…"""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from foundation.staff.tests.staff_pages import save
from recognition.commands.albums import previewing
from recognition.commands.albums.previewing import preview_competitor_instance
from recognition.commands.albums.tenants import (
    ChangeTenantCompetitorInstanceCommand,
    albums_to_judge,
    change_tenant_competitor_instance,
)
from recognition.models import Album, Photo, Tenant
from recognition.tests.albums.test_preview import COUNTED, effects, facts_of_photos, run_all_jobs
from recognition.tests.any_albums import WORN, any_album
from recognition.tests.calls.judging import album_of, judge_again, listed_album, read, tag, verdicts
from recognition.tests.factories import AccountSpaceFactory, CompetitorInstanceFactory, PhotoFactory
from tools.bench.many_photos import analyse
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db
SEEN = ("numbers_lost", "numbers_gained", "tasks_created", "tasks_cancelled", "judged_again")


def order_of(album: Album, instance_id: UUID | None) -> ChangeTenantCompetitorInstanceCommand:
    assert album.tenant
    return ChangeTenantCompetitorInstanceCommand(
        tenant_id=album.tenant.pk, competitor_instance_id=instance_id, now=timezone.now()
    )


def instance_of(sandbox: SandboxClient) -> Any:
    return CompetitorInstanceFactory(base_url=sandbox.url("competitor-service"))


def test_in_counts_that_are_those_after(sandbox: SandboxClient, settings: Any) -> None:
    settings.MERGE_PERSONS_BY_NUMBERS = False
    settings.TAGATOR_SERVICE = "recognition.providers.tagator_service.HttpTagatorService"
    random, space, instance = Random(20261129), AccountSpaceFactory.create(), instance_of(sandbox)
    orders = []
    for at in range(40):
        album = any_album(random, space, timezone.now())
        assert album.tenant
        sandbox.set_start_list(album.pk, [random.choice([*WORN.values()]), "55"])
        if at % 3 == 0:  # it has a service, and gets none
            Tenant.objects.filter(pk=album.tenant.pk).update(competitor_instance=instance)
        if albums_to_judge(album.tenant).exists():
            orders.append((album, order_of(album, None if at % 3 == 0 else instance.pk)))

    analyse()
    before = facts_of_photos()
    said = {album.pk: preview_competitor_instance(order) for album, order in orders}
    for _, order in orders:
        change_tenant_competitor_instance(order)
    found, seen = effects(before, run_all_jobs()), Counter[str]()

    for pk, preview in said.items():
        if preview.waiting:  # they are planned, and wait for a usable list
            found[pk]["judged_again"] = 0
        counts = {name: getattr(preview.counted, name) for name in COUNTED}
        assert counts == {name: found[pk][name] for name in COUNTED}
        seen.update(counts)
    assert all(seen[name] > 0 for name in SEEN), seen


def test_and_the_albums_whose_lists_are_not_known(sandbox: SandboxClient) -> None:
    album, instance = album_of(), instance_of(sandbox)
    read(album, tag("7"))
    sandbox.behave("competitor-service", failure_rate=1)

    said = preview_competitor_instance(order_of(album, instance.pk))

    assert (said.albums, said.counted.judged_again, said.counted.unchanged) == (1, 0, 1)
    assert list(said.waiting.values()) == [1]


def test_and_counts_nothing_by_a_list_that_is_too_old_to_be_used(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "7")
    photo = read(album, tag("7"), tag("8"))
    assert album.tenant
    instance_id = album.tenant.competitor_instance_id
    change_tenant_competitor_instance(order_of(album, None))
    judge_again()
    assert verdicts(photo) == {"7": "accepted", "8": "accepted"}
    sandbox.behave("competitor-service", failure_rate=1)

    later = timezone.now() + settings.START_LIST_FRESH_FOR + settings.START_LIST_STALE_FOR
    said = preview_competitor_instance(replace(order_of(album, instance_id), now=later))

    assert (said.counted.numbers_lost, said.counted.unchanged) == (0, 1)
    assert list(said.waiting.values()) == [1]


def test_and_how_many_older_albums_are_not_counted(sandbox, monkeypatch):
    album = album_of()
    for each in (album, album_of(tenant=album.tenant), album_of(tenant=album.tenant)):
        read(each, tag("7"))
        sandbox.set_start_list(each.pk, ["8"])
    monkeypatch.setattr(previewing, "MOST_JUDGED", 2)

    said = preview_competitor_instance(order_of(album, instance_of(sandbox).pk))

    assert (said.albums, said.left_out, said.counted.numbers_lost) == (2, 1, 2)


def test_on_the_page_before_it_is_saved(admin_client: Client, sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "7")
    photo = read(album, tag("7"), tag("8"))
    assert album.tenant

    asked = save(admin_client, album.tenant, competitor_instance="").content.decode()
    kept = Tenant.objects.get()
    save(admin_client, kept, competitor_instance="", confirmed="yes")
    judge_again()

    assert "1 number of 1 photo is added at the photo service, for example" in asked
    assert kept.competitor_instance is not None
    assert verdicts(photo) == {"7": "accepted", "8": "accepted"}


def test_but_not_asked_where_nothing_was_read(admin_client: Client, sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "7")
    PhotoFactory.create(album=album)
    assert album.tenant

    save(admin_client, album.tenant, competitor_instance="")

    assert Tenant.objects.get().competitor_instance is None
    assert Photo.objects.get().judge_on is None
