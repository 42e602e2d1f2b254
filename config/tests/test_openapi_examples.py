"""In the documents, every body that goes over the wire has an example, which is of its shape."""

from collections.abc import Iterator
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator

from config.urls import routes_of
from rest.documents import build_document
from rest.groups import GROUPS

KINDS = {"application/json", "application/problem+json", "multipart/form-data"}


def bodies() -> Iterator[Any]:
    """Yield every JSON body and form with its document, named by its operation and place."""
    for group in GROUPS:
        document = build_document(group, routes_of(group))
        for path, methods in document["paths"].items():
            for method, found in methods.items():
                places = {"takes": found.get("requestBody", {}), **found["responses"]}
                for place, body in places.items():
                    for kind in KINDS & body.get("content", {}).keys():
                        name = f"{method.upper()} {path} {place}"
                        yield pytest.param(document, body["content"][kind], id=name)


@pytest.mark.parametrize(("document", "body"), list(bodies()))
def test_a_body_has_an_example_of_its_shape(document: dict[str, Any], body: dict[str, Any]):
    examples = [found["value"] for found in body.get("examples", {}).values()]
    validator = OAS31Validator({**body["schema"], "components": document["components"]})

    assert examples
    for example in examples:
        assert [fault.message for fault in validator.iter_errors(example)] == []
