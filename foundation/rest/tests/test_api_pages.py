"""The page of an API group, `{base}/docs`…"""

import ast
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from foundation.rest.documents import build_document, generator_complaints
from foundation.rest.groups import ADMIN, CALLBACKS, GROUPS
from foundation.rest.tests.sample_api import routes

TOKEN = "/admin-api/docs/token"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", is_staff=True)


@pytest.fixture
def signed_in(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def samples(document: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, str]]]]:
    for path, place in document["paths"].items():
        for method, operation in place.items():
            yield f"{method} {path}", operation["x-codeSamples"]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_loads_nothing_from_elsewhere(client: Client, group):
    answer = client.get(f"/{group.base}/docs")

    page = answer.content.decode()
    assert "/static/rest/scalar/scalar.js" in page
    assert f"/{group.base}/docs/v2" in page
    assert "https://" not in page
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_its_assets_are_served(client: Client, settings):
    settings.WHITENOISE_USE_FINDERS = True

    for name in ("scalar/scalar.js", "api_page.js", "api_page.css"):
        assert client.get(f"/static/rest/{name}").status_code == 200


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_each_operation_has_an_example_in_three_languages(client: Client, group):
    document = client.get(f"/{group.base}/docs/v2").json()

    for name, found in samples(document):
        curl, python, typescript = (sample["source"] for sample in found)
        assert [sample["label"] for sample in found] == ["curl", "Python", "TypeScript"], name
        assert shlex.split(curl)[0] == "curl", name
        ast.parse(python)
        assert "await fetch(" in typescript, name
        assert "{" not in shlex.split(curl)[-1] or "-d" in curl, name
    assert document["info"]["description"].startswith(group.description)
    assert "## The first call" in document["info"]["description"]


def test_the_document_of_others_has_neither(client: Client):
    document = client.get("/activity-api/schema").json()

    assert "x-codeSamples" not in str(document)
    assert "## The first call" not in document["info"]["description"]


def test_makes_a_token_for_the_member_who_is_signed_in(signed_in: Client, ann: User):
    made = signed_in.post(TOKEN)

    assert made.status_code == 200
    assert "no-store" in made["Cache-Control"]
    token = made.json()["accessToken"]
    answer = Client().get("/admin-api/api/v2/audit", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["code"] == "permission-denied"  # she has no role; the token is hers


def test_makes_no_token_for_a_stranger_or_for_who_is_no_staff(client: Client, ann: User):
    assert client.post(TOKEN).status_code == 403
    User.objects.update(is_staff=False)
    client.force_login(ann)
    assert client.post(TOKEN).status_code == 403


def test_makes_no_token_without_the_second_step_where_it_is_required(signed_in: Client, settings):
    settings.STAFF_TWO_FACTOR = "required"

    assert signed_in.post(TOKEN).status_code == 403


def test_makes_no_token_for_another_site_s_form(ann: User):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)

    answer = client.post(TOKEN)

    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_makes_no_token_by_get(signed_in: Client):
    assert signed_in.get(TOKEN).status_code == 405


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
@pytest.mark.parametrize("version", [1, 2])
def test_recorded_answers_have_the_shapes_of_the_document(client: Client, group, version: int):
    document = client.get(f"/{group.base}/docs/v{version}").json()

    recorded = {
        path: (content["schema"], content["examples"]["Recorded"]["value"])
        for path, place in document["paths"].items()
        if "get" in place
        for kind, content in place["get"]["responses"]["200"].get("content", {}).items()
        if "Recorded" in content.get("examples", {})
    }

    faults = {
        path: [fault.message for fault in validator.iter_errors(answer)]
        for path, (schema, answer) in recorded.items()
        if (validator := OAS31Validator({**schema, "components": document["components"]}))
    }
    assert recorded or group is CALLBACKS
    assert {path: found for path, found in faults.items() if found} == {}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_document(ADMIN, [route for route in routes if "closed" not in str(route.pattern)])


def test_document_the_document_is_valid_and_made_without_complaint(document: dict[str, Any]):
    assert generator_complaints() == []
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_document_a_deprecated_shape_is_marked_in_the_version_that_has_it(document: dict[str, Any]):
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
def test_document_refusals_follow_from_the_declaration(document, path, method, statuses):
    answers = document["paths"][f"/admin-api/api/v2/{path}"][method]["responses"]

    assert set(answers) == statuses
    problems = {status for status in statuses if status >= "400"}
    assert {status: answers[status]["$ref"] for status in problems} == {
        status: f"#/components/responses/Problem{status}" for status in problems
    }


def test_document_a_document_may_be_of_one_version():
    open_ones = [route for route in routes if "closed" not in str(route.pattern)]

    found = build_document(ADMIN, open_ones, [2])

    assert {path.split("/")[3] for path in found["paths"]} == {"v2"}
    assert found["info"]["version"] == "v2"


def test_document_a_list_has_its_page_order_and_filters(document: dict[str, Any]):
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


def test_document_a_shape_s_example_stands_where_it_is_taken_and_given(document: dict[str, Any]):
    taken = document["paths"]["/admin-api/api/v1/thing"]["patch"]["requestBody"]["content"]
    listed = document["paths"]["/admin-api/api/v1/groups"]["get"]["responses"]["200"]["content"]

    assert taken["application/json"]["examples"]["Example"]["value"]["thingName"] == "gate"
    page = listed["application/json"]["examples"]["Example"]["value"]
    assert page == {"count": 1, "next": None, "previous": None, "results": [{"name": "Services"}]}
