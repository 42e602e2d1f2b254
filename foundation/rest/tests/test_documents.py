"""A group's document says what its endpoints take, give and refuse."""

from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from foundation.rest.documents import build_document, generator_complaints
from foundation.rest.groups import ADMIN
from foundation.rest.tests.sample_api import routes


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_document(ADMIN, [route for route in routes if "closed" not in str(route.pattern)])


def test_the_document_is_valid_and_made_without_complaint(document: dict[str, Any]):
    assert generator_complaints() == []
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_a_deprecated_shape_is_marked_in_the_version_that_has_it(document: dict[str, Any]):
    assert document["paths"]["/admin-api/api/v1/thing"]["get"]["deprecated"] is True
    assert "deprecated" not in document["paths"]["/admin-api/api/v2/thing"]["get"]


@pytest.mark.parametrize(
    ("path", "method", "statuses"),
    [
        ("thing", "get", {"200", "304", "401", "403", "422", "503"}),
        ("thing", "patch", {"204", "400", "401", "403", "409", "413", "415", "422", "503"}),
        ("groups", "get", {"200", "304", "401", "403", "404", "422", "503"}),
        ("echo", "post", {"200", "400", "413", "415", "422", "429", "503"}),
        ("fail/{fault}", "post", {"204", "400", "404", "413", "415", "422", "429", "503"}),
    ],
)
def test_refusals_follow_from_the_declaration(
    document: dict[str, Any], path: str, method: str, statuses: set[str]
):
    answers = document["paths"][f"/admin-api/api/v2/{path}"][method]["responses"]

    assert set(answers) == statuses
    problems = {status for status in statuses if status >= "400"}
    assert {status: answers[status]["$ref"] for status in problems} == {
        status: f"#/components/responses/Problem{status}" for status in problems
    }


def test_a_document_may_be_of_one_version():
    open_ones = [route for route in routes if "closed" not in str(route.pattern)]

    found = build_document(ADMIN, open_ones, [2])

    assert {path.split("/")[3] for path in found["paths"]} == {"v2"}
    assert found["info"]["version"] == "v2"


def test_a_list_has_its_page_order_and_filters(document: dict[str, Any]):
    parameters = document["paths"]["/admin-api/api/v2/groups"]["get"]["parameters"]

    by_name = {found["name"]: found for found in parameters}
    assert by_name["fields"]["schema"]["items"]["enum"] == ["name"]
    assert by_name.keys() == {
        "page",
        "pageSize",
        "fields",
        "ordering",
        "groupId",
        "namePart",
        "If-None-Match",
    }


def test_a_shape_s_example_stands_where_it_is_taken_and_given(document: dict[str, Any]):
    taken = document["paths"]["/admin-api/api/v1/thing"]["patch"]["requestBody"]["content"]
    listed = document["paths"]["/admin-api/api/v1/groups"]["get"]["responses"]["200"]["content"]

    assert taken["application/json"]["examples"]["Example"]["value"]["thingName"] == "gate"
    page = listed["application/json"]["examples"]["Example"]["value"]
    assert page == {"count": 1, "next": None, "previous": None, "results": [{"name": "Services"}]}
