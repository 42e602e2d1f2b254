"""Every operation of the documents is a method of the Python client, which reads its example."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

import pytest
from urllib3 import BaseHTTPResponse, HTTPResponse

from clients.making.documents import Node, merged, operations
from clients.making.python_operations import Call
from config.tests.api_documents import document_of
from finishline_client import Finishline, Token
from finishline_client.calls import Group
from finishline_client.transport import Request, Transport
from foundation.rest.groups import GROUPS


class Exemplary(Transport):
    """Keeps each request, and answers with the example of the document."""

    def __init__(self, examples: Mapping[tuple[str, str], Any]) -> None:
        super().__init__(
            "http://127.0.0.1:1", Token(""), retries=0, timeout=1, language=None, pool=None
        )
        self.examples = examples
        self.asked: set[tuple[str, str]] = set()

    def send(self, request: Request) -> BaseHTTPResponse:
        key = request.method, request.path.partition("?")[0]
        self.asked.add(key)
        return HTTPResponse(json.dumps(self.examples.get(key)).encode(), status=200)


@pytest.mark.filterwarnings("ignore:Version 2 has another shape")
def test_every_operation_of_both_versions_is_a_method_and_reads_its_example() -> None:
    documents = [*map(document_of, GROUPS)]
    examples = {
        (method.upper(), re.sub(r"{\w+}", "x", path)): _example(operation)
        for document in documents
        for method, path, operation in operations(document)
    }
    transport = Exemplary(examples)
    whole = merged(documents, "1")

    for call in (Call(whole, *each) for each in operations(whole)):
        for version in (
            (1, 2) if call.version == 2 and not _differs(call, whole) else (call.version,)
        ):
            _make(call, _group(call, version, transport))

    assert transport.asked == examples.keys()


def _example(operation: Node) -> Any:
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json", {})
        for example in content.get("examples", {}).values() if status < "300" else ():
            return example["value"]
    return None


def _differs(call: Call, whole: Node) -> bool:
    """Return whether version 1 has another shape, which has a method of its own."""
    return call.method in whole["paths"].get(call.path.replace("/v2/", "/v1/"), {})


def _group(call: Call, version: int, transport: Transport) -> Group:
    finishline = Finishline("http://127.0.0.1:1")
    versioned = finishline if version == 2 else finishline.v1
    own = type(getattr(versioned, call.group.removesuffix("-api")))
    return cast("Group", own(transport))


def _make(call: Call, group: Group) -> None:
    """Call each method of an operation, with no more than it requires."""
    places = ["x"] * call.path.count("{")
    bodies = [None] if call.operation.get("requestBody") else []
    asked = [each for each in call.parameters if each["in"] == "query" and each.get("required")]
    for name in (call.name, f"{call.name}_upload", f"{call.name}_file"):
        if hasattr(group, name):
            getattr(group, name)(*places, *bodies, **{_python(each["name"]): "x" for each in asked})


def _python(name: str) -> str:
    words = re.sub(r"(?=[A-Z])", "_", name).lower()
    return "from_" if words == "from" else words
