"""In the documents, every body that goes over the wire has an example, which is of its shape."""

from collections.abc import Iterator
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator

from config.urls import routes_of
from foundation.rest.documents import build_document
from foundation.rest.groups import GROUPS, ApiGroup

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
    document = build_document(group, routes_of(group))

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
