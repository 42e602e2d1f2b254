"""A document breaks no client of the last version's…"""

import gzip
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.tests.api_documents import document_of
from config.tests.compatibility.breaking import breaking
from foundation.rest.groups import GROUPS, ApiGroup

RELEASED = Path(__file__).with_name("released")
# What a version breaks on purpose, with the reason. Emptied at a release.
ON_PURPOSE: dict[str, str] = {}

OLD: dict[str, Any] = yaml.safe_load("""
paths:
  /things:
    post:
      operationId: things_create
      security: []
      parameters: [{in: query, name: size, schema: {type: integer, maximum: 9, default: 3}}]
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/In"}}}
      responses:
        "200":
          headers: {ETag: {}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Out"}}}
components:
  schemas:
    In:
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 20}
        kind: {type: [string, "null"], enum: [A, B, null]}
    Out:
      type: object
      required: [id, kind]
      properties: {id: {type: string, format: uuid}, kind: {enum: [A, B]}}
""")


def changed(way: str, value: Any = None) -> dict[str, Any]:
    """Return the document with another value at a place; None: without it."""
    found = deepcopy(OLD)
    part: Any = found
    *steps, last = way.split(" ")
    for step in steps:
        part = part[int(step)] if isinstance(part, list) else part[step]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return found


POST = "paths /things post"
IN, OUT = "components schemas In", "components schemas Out"


@pytest.mark.parametrize(
    ("way", "value", "what"),
    [
        ("paths /things", None, "POST /things: removed"),
        (f"{POST} parameters", [], "parameter size removed"),
        (f"{POST} parameters 0 required", True, "parameter size newly required"),
        (f"{POST} parameters 0 schema maximum", 5, "maximum narrower"),
        (f"{POST} parameters 0 schema default", 5, "another default"),
        (f"{POST} security", [{"bearer": []}], "wants a token now"),
        (f"{POST} operationId", "things_make", "named otherwise"),
        (f"{POST} responses", {}, "200 removed"),
        (f"{POST} responses 200 headers", {}, "200 without the header ETag"),
        (f"{IN} required", ["name", "kind"], "body.kind: newly required"),
        (f"{IN} properties name maxLength", 10, "maxLength narrower"),
        (f"{IN} properties name pattern", "^[a-z]+$", "another pattern"),
        (f"{IN} properties name format", "date-time", "format narrower"),
        (f"{IN} properties name type", "integer", "type narrower"),
        (f"{IN} properties kind type", "string", "type narrower"),
        (f"{IN} properties kind enum", ["A", None], "values narrower"),
        (f"{IN} properties kind", None, "body.kind: removed"),
        (f"{OUT} properties id", None, "200.id: removed"),
        (f"{OUT} required", ["id"], "200.kind: not always there"),
        (f"{OUT} properties id format", None, "format wider"),
        (f"{OUT} properties id type", ["string", "null"], "type wider"),
    ],
)
def test_what_breaks_is_named(way: str, value: Any, what: str):
    found = breaking(OLD, changed(way, value))

    assert any(what in each for each in found), found


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (f"{POST} parameters 0 schema maximum", 50),
        (f"{POST} responses 409", {"description": "A conflict."}),
        (f"{IN} required", []),
        (f"{IN} properties colour", {"type": "string"}),
        (f"{IN} properties kind enum", ["A", "B", "C", None]),
        (f"{OUT} properties colour", {"type": "string"}),
        (f"{OUT} properties kind enum", ["A", "B", "C"]),
        ("paths /others", {}),
    ],
)
def test_what_adds_breaks_nothing(way: str, value: Any):
    assert breaking(OLD, changed(way, value)) == []


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_of_this_version(group: ApiGroup):
    text = gzip.decompress((RELEASED / f"{group.base}.json.gz").read_bytes())

    found = breaking(json.loads(text), document_of(group))

    assert [each for each in found if each not in ON_PURPOSE] == []
