"""Every group's document is valid, and every body in it that goes over the wire has an example."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from openapi_schema_validator import OAS31Validator

from config.tests.api_documents import document_of
from foundation.rest.documents import TAGS
from foundation.rest.groups import GROUPS, ApiGroup


def test_every_document_is_valid():
    out = StringIO()

    call_command("check_openapi", stdout=out)

    assert [line.split(":")[0] for line in out.getvalue().splitlines()] == [
        group.base for group in GROUPS
    ]


def test_every_list_has_a_bound():
    for document in map(document_of, GROUPS):
        for path, methods in document["paths"].items():
            get = methods.get("get", {"responses": {}})
            content = get["responses"].get("200", {}).get("content", {})
            shape = content.get("application/json", {}).get("schema", {})
            if shape.get("type") == "array":
                assert shape["maxItems"] <= 500, path
            if "/Paginated" in shape.get("$ref", ""):
                sizes = [each for each in get["parameters"] if each["name"] == "pageSize"]
                assert [each["schema"]["maximum"] for each in sizes] == [200], path


def test_every_first_word_of_addresses_is_explained_and_used():
    documents = [*map(document_of, GROUPS)]

    used = {tag["name"] for document in documents for tag in document["tags"]}

    assert used == set(TAGS)


KINDS = {"application/json", "application/problem+json", "multipart/form-data"}


def bodies(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every JSON body and form, named by its operation and place."""
    for name, body in document["components"]["responses"].items():
        yield name, body["content"]["application/problem+json"]
    for path, methods in document["paths"].items():
        for method, found in methods.items():
            places = {"takes": found.get("requestBody", {}), **found["responses"]}
            places = {place: body for place, body in places.items() if "$ref" not in body}
            for place, body in places.items():
                for kind in KINDS & body.get("content", {}).keys():
                    yield f"{method.upper()} {path} {place}", body["content"][kind]


@pytest.mark.parametrize("group", GROUPS, ids=[group.base for group in GROUPS])
def test_a_body_has_an_example_of_its_shape(group: ApiGroup):
    document = document_of(group)

    found = dict(bodies(document))

    without = [name for name, body in found.items() if not body.get("examples")]
    faults = {
        name: messages
        for name, body in found.items()
        if (messages := faults_of_examples(body, document["components"]))
    }
    assert found
    assert (without, faults) == ([], {})


def faults_of_examples(body: dict[str, Any], components: dict[str, Any]) -> list[str]:
    validator = OAS31Validator({**body["schema"], "components": components})
    examples = [example["value"] for example in body.get("examples", {}).values()]
    return [fault.message for example in examples for fault in validator.iter_errors(example)]
