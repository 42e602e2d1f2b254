"""In the AdminApi's document…"""

from typing import Any

import pytest

from config.urls import routes_of
from foundation.rest.documents import build_document
from foundation.rest.groups import ADMIN, INTERNAL, ApiGroup

SETTINGS = "/admin-api/api/v{}/albums/{{albumId}}/recognition/settings"


def document_of(group: ApiGroup) -> dict[str, Any]:
    return build_document(group, routes_of(group))


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return document_of(ADMIN)


def deprecated(document: dict[str, Any], shape: str) -> set[str]:
    properties = document["components"]["schemas"][shape]["properties"]
    return {name for name, found in properties.items() if found.get("deprecated")}


def test_version_1_marks_the_fields_that_go(document):
    gone = {"recognitionStrategy", "taggingStrategy", "allowedStrategies"}

    assert deprecated(document, "AlbumOutputV1") == gone
    assert deprecated(document_of(INTERNAL), "InternalAlbumOutputV1") == gone
    assert deprecated(document, "AlbumOutput") == set()
    assert not gone & set(document["components"]["schemas"]["AlbumOutput"]["properties"])


def test_version_1_marks_the_shapes_that_go(document):
    assert document["paths"][SETTINGS.format(1)]["patch"]["deprecated"] is True
    assert "deprecated" not in document["paths"][SETTINGS.format(2)]["patch"]


def test_the_settings_that_version_2_announced_are_required(document):
    shapes = document["components"]["schemas"]

    assert shapes["RecognitionSettingsInputV1"]["required"] == ["providerId"]
    assert set(shapes["RecognitionSettingsInput"]["required"]) == {
        "providerId",
        "startNumbersRecognitionStrategy",
        "normalizationPolicy",
        "startNumberCapacity",
    }
    assert shapes["RecognitionSettingsInput"]["properties"]["providerId"]["type"] == [
        "string",
        "null",
    ]


def test_credentials_are_taken_and_never_given(document):
    shapes = document["components"]["schemas"]
    taken = shapes["AccountInput"]["properties"]["credentials"]
    holding = {
        name for name, shape in shapes.items() if "credentials" in shape.get("properties", {})
    }

    assert taken["writeOnly"] is True
    assert holding == {"AccountInput", "AccountChangeInput"}
