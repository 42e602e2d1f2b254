"""The contracts of other services…"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as limits
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.tests.contracts.documents import SERVICES, contract_of, operations_of, wrong_in
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server
from tools.sandbox.tests.conftest import Receiver, receiver

__all__ = ["receiver", "sandbox", "sandbox_server"]

EXAMPLES = 40
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def bodies(service: str) -> Iterator[tuple[str, Any]]:
    """Yield the body of each request, callback and webhook of a contract, by its operation."""
    waiting: list[Any] = [contract_of(service)["paths"], contract_of(service).get("webhooks", {})]
    while waiting:
        for operation in [each for place in waiting.pop().values() for each in place.values()]:
            if isinstance(operation, dict) and "requestBody" in operation:
                yield operation["operationId"], operation["requestBody"]
                waiting += operation.get("callbacks", {}).values()


@pytest.mark.parametrize("service", SERVICES)
def test_are_valid(service: str) -> None:
    faults = OpenAPIV31SpecValidator(contract_of(service)).iter_errors()

    assert [str(fault) for fault in faults] == []


@pytest.mark.parametrize("service", SERVICES)
def test_have_right_examples_of_each_body(service: str) -> None:
    wrong = {
        (name, title): faults
        for name, body in bodies(service)
        for title, example in body["content"]["application/json"]["examples"].items()
        if (faults := wrong_in(service, body, example["value"]))
    }

    assert wrong == {}


def operations_at(sandbox: SandboxClient, service: str) -> list[Any]:
    """Return the operations of a contract, to be called where the sandbox plays the service."""
    schema = schemathesis.openapi.from_dict(contract_of(service))
    schema.config.update(base_url=sandbox.url(service))
    return [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]


def statuses_of(operation: Any) -> set[int]:
    """Make calls that the contract allows and others, and return how they were answered."""
    found = set()

    @given(case=st.one_of([operation.as_strategy(mode) for mode in GenerationMode]))
    @limits(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case[Any]) -> None:
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        found.add(answer.status_code)

    check()
    return found


@pytest.mark.parametrize("service", SERVICES)
def test_are_what_the_sandbox_plays(service: str, sandbox: SandboxClient) -> None:
    sandbox.behave("number-provider", callback={"attempts": 1, "lostRate": 1})

    found = {each.label: statuses_of(each) for each in operations_at(sandbox, service)}

    assert len(found) == len(operations_of(service))
    if service != "competitor-service":  # of an unknown album it has no list
        assert [name for name, statuses in found.items() if min(statuses) >= 300] == []


def test_a_start_list_of_the_sandbox_is_one(sandbox: SandboxClient) -> None:
    album = "7a1d9c34-2b5e-4c8f-8a6d-3e9f0b1c2d02"
    sandbox.set_start_list(album, ["1", "T21"], {"1": "Eva"})
    (found,) = operations_at(sandbox, "competitor-service")
    case = found.Case(path_parameters={"albumId": album})

    whole = case.call()
    case.validate_response(whole, checks=CHECKS)
    same = case.call(headers={"If-None-Match": whole.headers["etag"][0]})
    case.validate_response(same, checks=CHECKS)

    assert (whole.status_code, same.status_code) == (200, 304)


def example(service: str, operation: str, title: str) -> Any:
    body = next(body for name, body in bodies(service) if name == operation)
    return body["content"]["application/json"]["examples"][title]["value"]


def test_have_the_callbacks_of_the_sandbox(sandbox: SandboxClient, receiver: Receiver) -> None:
    asked = {**example("number-provider", "recognise", "letters"), "callbackUrl": receiver.url}
    sandbox.behave("number-provider", truth="derive")
    sandbox.behave("tagator-service", truth="derive", callbackUrl=receiver.url)
    calls = {
        "recognised": ("number-provider", "/recognitions", asked),
        "taskDone": (
            "tagator-service",
            "/api/v1/tasks",
            example("tagator-service", "createTask", "task"),
        ),
    }

    for nth, (name, (service, path, body)) in enumerate(calls.items(), start=1):
        requests.post(sandbox.url(service, path), json=body, timeout=60).raise_for_status()
        told = json.loads(receiver.wait(nth)[nth - 1])

        (shape,) = [each for other, each in bodies(service) if other == name]
        assert told["tags"]
        assert wrong_in(service, shape, told) == []
