"""A query parameter that an address does not have is refused, with the nearest name."""

import re
from typing import Any

import pytest

from config.tests.api_documents import document_of
from config.tests.endpoints import ALL, NIL, Endpoint, ask, roles_for, token_of
from foundation.rest import views
from foundation.rest.access import Role, Signed
from foundation.rest.groups import GROUPS

REFUSING = {
    f"{each.method} {each.path}": each for each in ALL if not isinstance(each.access, Signed)
}
UNKNOWN = "unheardOf"


@pytest.fixture(autouse=True)
def _no_call_is_one_too_many(settings: Any) -> None:
    settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, "1000000/d")


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
def test_every_address_of_the_documents_refuses_what_it_does_not_have() -> None:
    asked = {name: known for name, known in documented().items() if name in REFUSING}

    assert len(asked) > 200
    assert not_refusing(asked) == {}


@pytest.mark.django_db
def test_an_address_that_ignores_one_would_be_found(monkeypatch: Any) -> None:
    name = next(each for each in documented() if each.endswith("/balances/operations"))
    monkeypatch.setattr(views, "refuse_unknown", lambda *_: None)

    assert not_refusing({name: documented()[name]}) == {name: []}


def not_refusing(asked: dict[str, list[str]]) -> dict[str, list[str]]:
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
def test_signed_addresses_alone_take_what_a_provider_adds() -> None:
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
def test_lists_and_files_name_what_was_meant(
    client: Any, address: str, parameter: str, said: str
) -> None:
    bearer = {"Authorization": f"Bearer {token_of('rewards.read')}"}

    answer = client.get(f"/admin-api/api/v2/balances/{address}?{parameter}={NIL}", headers=bearer)

    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-parameter")
    assert answer.json()["detail"].startswith(said)
    assert [each["field"] for each in answer.json()["errors"]] == [parameter]
