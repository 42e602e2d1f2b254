"""A field or query parameter that is not in the shape is refused, with the nearest name…"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from config.tests.api_documents import document_of
from config.tests.endpoints import ALL, NIL, Endpoint, ask, roles_for, token_of
from config.urls import routes_of
from foundation.rest import serializers, views
from foundation.rest.access import Role, Signed
from foundation.rest.documents import build_document, references
from foundation.rest.groups import GROUPS, VERSIONS
from foundation.rest.unknown_fields import UnknownFields

TAKING = [each for each in ALL if each.takes_json and not isinstance(each.access, Signed)]
UNKNOWN = "unheardOf"


@pytest.fixture(autouse=True)
def _no_call_is_one_too_many(settings: Any) -> None:
    settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, "1000000/d")


def not_refusing(asked: list[Endpoint]) -> list[str]:
    """Return the endpoints of version 2 that do not refuse just the unknown field."""
    wrong = []
    for endpoint, answer in answered(asked):
        if "/api/v2/" in endpoint.path:
            errors = answer.json()["errors"] if answer.status_code == 422 else []
            if [each["field"] for each in errors if each["code"] == "unknown-field"] != [UNKNOWN]:
                wrong.append(f"{endpoint}: {answer.status_code} {errors}")
    return wrong


def not_warning(asked: list[Endpoint]) -> list[str]:
    """Return the endpoints of version 1 that refuse the unknown field, or ignore it silently."""
    wrong = []
    for endpoint, answer in answered(asked):
        if "/api/v1/" in endpoint.path:
            is_refused = b"unknown-field" in getattr(answer, "content", b"")
            if is_refused or not answer.headers.get("Warning", "").endswith(f'fields: {UNKNOWN}"'):
                wrong.append(f"{endpoint}: {answer.status_code} {answer.headers}")
    return wrong


def answered(asked: list[Endpoint]) -> Iterator[tuple[Endpoint, Any]]:
    tokens: dict[tuple[str, ...], str] = {}
    for endpoint in asked:
        token = None
        if isinstance(endpoint.access, Role):
            roles = roles_for(endpoint)[:1]
            token = tokens.get(roles) or tokens.setdefault(roles, token_of(*roles))
        yield endpoint, ask(endpoint, token, body=f'{{"{UNKNOWN}": 1}}')


@pytest.mark.django_db
def test_fields_every_body_of_version_2_refuses_what_it_does_not_have() -> None:
    assert len(TAKING) > 120
    assert not_refusing(TAKING) == []


@pytest.mark.django_db
def test_fields_every_body_of_version_1_says_what_it_ignores() -> None:
    assert not_warning(TAKING) == []


@pytest.mark.django_db
def test_fields_an_endpoint_that_ignores_it_would_be_found(monkeypatch: Any) -> None:
    one = next(each for each in TAKING if each.path.endswith(f"v2/albums/{NIL}/priority"))
    monkeypatch.setattr(serializers.Input, "is_open", True)

    assert [each.partition(":")[0] for each in not_refusing([one])] == [str(one)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "field", "said"),
    [
        (
            '{"name": "City run", "startDate": "2026-05-17T06:00:00Z"}',
            "startDate",
            "There is no field 'startDate'; there are eventDate, name, tenantId.",
        ),
        (
            '{"tenant_id": 1}',
            "tenant_id",
            "There is no field 'tenant_id'; did you mean 'tenantId'?",
        ),
    ],
)
def test_fields_what_was_meant_is_named_beside_what_else_is_wrong(
    client: Any, sent: str, field: str, said: str
) -> None:
    bearer = {"Authorization": f"Bearer {token_of('recognition.manage')}"}

    answer = client.put(
        f"/admin-api/api/v2/albums/{NIL}", sent, content_type="application/json", headers=bearer
    )

    assert answer.status_code == 422
    errors = {each["field"]: each for each in answer.json()["errors"]}
    assert errors[field] == {"field": field, "code": "unknown-field", "detail": said}
    assert errors["tenantId"]["code"] == "required"


@pytest.mark.django_db
def test_fields_of_very_many_the_first_are_named(client: Any) -> None:
    bearer = {"Authorization": f"Bearer {token_of('recognition.manage')}"}
    sent = {f"x{number:05}": 1 for number in range(20_000)}

    answer = client.put(
        f"/admin-api/api/v2/albums/{NIL}", sent, content_type="application/json", headers=bearer
    )

    unknown = [each for each in answer.json()["errors"] if each["code"] == "unknown-field"]
    assert [each["field"] for each in unknown] == [f"x{number:05}" for number in range(10)]


@pytest.mark.django_db
def test_fields_nested_objects_and_items_of_many_refuse_too(client: Any) -> None:
    bearer = {"Authorization": f"Bearer {token_of('recognition.manage', 'programs.manage')}"}
    preview = {"settings": {"providerId": None, "strategy": "Number"}}
    people = {"items": [{"participantId": NIL, "marketingProgramId": NIL, "nick": "Bo"}]}

    nested = client.post(
        f"/admin-api/api/v2/albums/{NIL}/recognition/preview",
        preview,
        content_type="application/json",
        headers=bearer,
    )
    many = {
        version: client.post(
            f"/admin-api/api/v{version}/participants/bulk",
            people,
            content_type="application/json",
            headers=bearer,
        )
        for version in VERSIONS
    }

    codes = {each["field"]: each["code"] for each in nested.json()["errors"]}
    assert codes["settings.strategy"] == "unknown-field"
    (item,) = many[2].json()["results"]
    assert "unknown-field" in {each["code"] for each in item["errors"] if each["field"] == "nick"}
    assert "nick" in many[1].headers["Warning"]


def test_fields_names_in_the_warning_are_plain_and_few() -> None:
    ignored = dict.fromkeys(['a"b\r\n', "naïve", *(f"x{number}" for number in range(20))])

    found = UnknownFields(1, ignored).headers()["Warning"]

    assert found.isascii()
    assert found.startswith('299 - "Ignored, since there are no such fields: a%22b%0D%0A, na%C3%AF')
    assert "x7" in found
    assert "x8" not in found


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_fields_the_documents_of_version_2_close_what_is_taken_and_nothing_else(group: Any) -> None:
    old, new = (build_document(group, routes_of(group), [version]) for version in VERSIONS)

    taken, given = shapes_of(new, "requestBody"), shapes_of(new, "responses")
    signed = [{"$ref": f"/{name}CallbackInput"} for name in ("Number", "Selfie")]
    assert closed(new) == taken - within(signed, new["components"]["schemas"])
    assert closed(new) & given == set()
    assert closed(old) == set()


def closed(document: dict[str, Any]) -> set[str]:
    shapes = document["components"]["schemas"]
    return {name for name in shapes if shapes[name].get("additionalProperties") is False}


def shapes_of(document: dict[str, Any], part: str) -> set[str]:
    """Return the shapes of JSON objects that requests or answers have, also within others."""
    of = [
        operation.get(part) for place in document["paths"].values() for operation in place.values()
    ]
    shapes = document["components"]["schemas"]
    return {name for name in within(of, shapes) if "properties" in shapes[name]}


def within(node: Any, shapes: dict[str, Any]) -> set[str]:
    """Return the names of the shapes that a part of a document has, also within others."""
    found: set[str] = set()
    waiting = {*references(node)} & shapes.keys()
    while waiting:
        found.add(name := waiting.pop())
        waiting |= {*references(shapes[name])} - found
    return found


REFUSING = {
    f"{each.method} {each.path}": each for each in ALL if not isinstance(each.access, Signed)
}


def documented() -> dict[str, list[str]]:
    """Return the query parameters of each operation of all documents, by method and path."""
    return {
        f"{method} {_filled(path, operation)}": [
            each["name"] for each in operation.get("parameters", []) if each["in"] == "query"
        ]
        for group in GROUPS
        for path, item in document_of(group)["paths"].items()
        for method, operation in item.items()
    }


def _filled(path: str, operation: dict[str, Any]) -> str:
    kinds = {each["name"]: each["schema"] for each in operation.get("parameters", [])}
    values = {"uuid": NIL, "integer": "1"}

    def value(found: re.Match[str]) -> str:
        kind = kinds[found[1]]
        return values.get(kind.get("format") or kind["type"], values.get(kind["type"], "none"))

    return re.sub(r"{(\w+)}", value, path)


def faults(endpoint: Endpoint, token: str | None, query: str) -> list[str]:
    """Return the parameters that the endpoint refuses as unknown."""
    answer: Any = ask(endpoint, token, f"?{query}")
    if answer.headers["Content-Type"] != "application/problem+json":
        return []
    problem = answer.json()
    return [each["field"] for each in problem["errors"] if each["code"] == "unknown-parameter"]


@pytest.mark.django_db
def test_parameters_every_address_of_the_documents_refuses_what_it_does_not_have() -> None:
    asked = {name: known for name, known in documented().items() if name in REFUSING}

    assert len(asked) > 200
    assert not_refusing_parameters(asked) == {}


@pytest.mark.django_db
def test_parameters_an_address_that_ignores_one_would_be_found(monkeypatch: Any) -> None:
    name = next(each for each in documented() if each.endswith("/balances/operations"))
    monkeypatch.setattr(views, "refuse_unknown", lambda *_: None)

    assert not_refusing_parameters({name: documented()[name]}) == {name: []}


def not_refusing_parameters(asked: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return what the operations refuse that do not refuse just the unknown parameter."""
    tokens: dict[tuple[str, ...], str] = {}
    wrong = {}
    for name, known in asked.items():
        endpoint = REFUSING[name]
        token = None
        if isinstance(endpoint.access, Role):
            roles = roles_for(endpoint)[:1]
            token = tokens.get(roles) or tokens.setdefault(roles, token_of(*roles))
        query = "&".join(f"{each}=%00" for each in (*known, UNKNOWN))
        if (found := faults(endpoint, token, query)) != [UNKNOWN]:
            wrong[name] = found
    return wrong


@pytest.mark.django_db
def test_parameters_signed_addresses_alone_take_what_a_provider_adds() -> None:
    left_out = {name for name in documented() if name not in REFUSING}

    assert {name.rpartition("/")[2] for name in left_out} == {"callback", "image"}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["operations", "operations/file"])
@pytest.mark.parametrize(
    ("parameter", "said"),
    [
        ("participantID", "There is no parameter 'participantID'; did you mean 'participantId'?"),
        ("participant_id", "There is no parameter 'participant_id'; did you mean 'participantId'?"),
        ("from", "There is no parameter 'from'; there are createdBefore, "),
    ],
)
def test_parameters_lists_and_files_name_what_was_meant(
    client: Any, address: str, parameter: str, said: str
) -> None:
    bearer = {"Authorization": f"Bearer {token_of('rewards.read')}"}

    answer = client.get(f"/admin-api/api/v2/balances/{address}?{parameter}={NIL}", headers=bearer)

    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-parameter")
    assert answer.json()["detail"].startswith(said)
    assert [each["field"] for each in answer.json()["errors"]] == [parameter]
