"""Versions 1 and 2 have addresses; deprecated shapes say so."""

import pytest

from foundation.rest.tests.conftest import Caller

pytestmark = pytest.mark.usefixtures("sample_api")


@pytest.mark.parametrize("version", ["v0", "v3", "v", "v1.0", "v01"])
def test_another_version_is_404(caller: Caller, version: str):
    answer = caller("recognition.manage").get(f"/admin-api/api/{version}/thing")

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_a_trailing_slash_is_404(caller: Caller):
    assert caller("recognition.manage").get("/admin-api/api/v2/thing/").status_code == 404


def test_version_1_gives_its_shape_and_says_that_it_is_deprecated(caller: Caller):
    answer = caller("recognition.manage").get("/admin-api/api/v1/thing")

    assert answer.json()["oldName"] == "gate"
    assert answer["Deprecation"].startswith("@")
    assert answer["Link"] == '</admin-api/api/v2/thing>; rel="successor-version"'


def test_version_2_gives_the_new_shape_only(caller: Caller):
    answer = caller("recognition.manage").get("/admin-api/api/v2/thing")

    assert set(answer.json()) == {"thingName", "madeOn"}
    assert "Deprecation" not in answer


def test_an_endpoint_of_one_shape_is_not_deprecated(caller: Caller):
    assert "Deprecation" not in caller("recognition.manage").get("/admin-api/api/v1/groups")
