"""A process serves the API groups that ENABLED_API_GROUPS names, and no other."""

import pytest
from django.test import Client
from django.urls import URLResolver

from config.urls import group_urlpatterns
from foundation.rest.groups import GROUPS

BASES = [group.base for group in GROUPS]


def bases_of(enabled: list[str]) -> set[str]:
    return {str(route.pattern).partition("/")[0] for route in group_urlpatterns(enabled)}


def test_all_groups_are_served_by_default(settings):
    assert settings.ENABLED_API_GROUPS == BASES


@pytest.mark.parametrize("base", BASES)
def test_a_process_may_serve_one_group_alone(base: str):
    assert bases_of([base]) == {base}


def test_a_process_may_serve_none():
    assert group_urlpatterns([]) == []


@pytest.mark.parametrize("base", BASES)
def test_a_group_has_two_versions_a_document_and_a_page(base: str):
    routes = group_urlpatterns([base])

    assert [str(route.pattern) for route in routes] == [
        f"{base}/api/v1/",
        f"{base}/api/v2/",
        f"{base}/schema",
        f"{base}/schema/v1",
        f"{base}/schema/v2",
        f"{base}/docs",
        f"{base}/docs/v1",
        f"{base}/docs/v2",
        f"{base}/docs/token",
    ]
    assert [isinstance(route, URLResolver) for route in routes[:3]] == [True, True, False]


@pytest.mark.parametrize("base", BASES)
def test_the_document_is_served_as_json(client: Client, base: str):
    answer = client.get(f"/{base}/schema")

    assert answer.status_code == 200
    assert answer.json()["openapi"].startswith("3.1")
    assert all(path.startswith(f"/{base}/api/v") for path in answer.json()["paths"])


def test_the_document_of_a_version_is_served_as_json(client: Client):
    answer = client.get("/activity-api/schema/v2").json()

    assert list(answer["paths"]) == ["/activity-api/api/v2/activities/{activityId}"]


def test_the_start_page_names_the_groups(client: Client):
    page = client.get("/").content.decode()

    assert all(f"/{base}/docs" in page for base in BASES)
