"""A process serves the API groups that ENABLED_API_GROUPS names, and no other."""

import pytest
from django.test import Client
from django.urls import URLResolver

from config.urls import group_urlpatterns
from rest.groups import GROUPS

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
        f"{base}/docs",
    ]
    assert [isinstance(route, URLResolver) for route in routes] == [True, True, False, False]


@pytest.mark.parametrize("base", BASES)
def test_the_document_is_served_as_json(client: Client, base: str):
    answer = client.get(f"/{base}/schema")

    assert answer.status_code == 200
    assert answer.json()["openapi"].startswith("3.1")
    assert all(path.startswith(f"/{base}/api/v") for path in answer.json()["paths"])


@pytest.mark.parametrize("base", BASES)
def test_the_page_has_its_assets_from_here(client: Client, base: str):
    page = client.get(f"/{base}/docs").content.decode().replace(r"\u002D", "-")

    assert "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in page
    assert f"/{base}/schema" in page
    assert "https://" not in page


def test_the_assets_are_served(client: Client, settings):
    settings.WHITENOISE_USE_FINDERS = True

    answer = client.get("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js")

    assert answer.status_code == 200


def test_the_start_page_names_the_groups(client: Client):
    page = client.get("/").content.decode()

    assert all(f"/{base}/docs" in page for base in BASES)
