"""Every group's document is made without a complaint and is valid."""

from io import StringIO

from django.core.management import call_command

from config.urls import routes_of
from foundation.rest.documents import TAGS, build_document
from foundation.rest.groups import GROUPS


def test_every_document_is_valid():
    out = StringIO()

    call_command("check_openapi", stdout=out)

    assert [line.split(":")[0] for line in out.getvalue().splitlines()] == [
        group.base for group in GROUPS
    ]


def test_every_list_has_a_bound():
    for document in (build_document(group, routes_of(group)) for group in GROUPS):
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
    documents = [build_document(group, routes_of(group)) for group in GROUPS]

    used = {tag["name"] for document in documents for tag in document["tags"]}

    assert used == set(TAGS)
