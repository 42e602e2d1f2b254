"""The documents of `docs/contracts`, and what is wrong with a call by them."""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

import yaml
from django.conf import settings
from jsonschema import Draft202012Validator

FOLDER = settings.BASE_DIR / "docs/contracts"
SERVICES = ("competitor-service", "number-provider", "photo-service", "tagator-service")
METHODS = ("get", "put", "post", "delete")


@cache
def contract_of(service: str) -> Any:
    return yaml.load((FOLDER / f"{service}.yaml").read_bytes(), yaml.CSafeLoader)


def operations_of(service: str) -> list[tuple[str, str]]:
    """Return method and path of each operation."""
    paths = contract_of(service)["paths"]
    return [(method, path) for path in paths for method in METHODS if method in paths[path]]


def called_by(entry: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Return service, method and path of the operation that a request of the sandbox's log is."""
    service, method = entry["service"], entry["method"].lower()
    for known, path in operations_of(service):
        pattern = re.sub(r"{\w+}", "[^/]+", path)
        if method == known and re.fullmatch(f"/{service}{pattern}", entry["path"]):
            return service, method, path
    return None


def faults_of(entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return what the contracts do not have of the requests in the sandbox's log."""
    return [
        f"{entry['method']} {entry['path']}: {fault}"
        for entry in entries
        if entry["service"] in SERVICES
        for fault in _faults(entry)
    ]


def _faults(entry: Mapping[str, Any]) -> list[str]:
    called = called_by(entry)
    if called is None:
        return ["there is no such call"]
    service, method, path = called
    body = contract_of(service)["paths"][path][method].get("requestBody")
    faults = [f"parameter {name}" for name in entry["query"]]
    if body is None:
        return [*faults, *(["it takes no body"] if entry["body"] is not None else [])]
    return faults + wrong_in(service, body, entry["body"])


def wrong_in(service: str, body: Mapping[str, Any], value: Any) -> list[str]:
    """Return what a request's body has that its contract does not, other fields included."""
    schema = body["content"]["application/json"]["schema"]
    return [fault.message for fault in _validator(service, schema["$ref"]).iter_errors(value)]


@cache
def _validator(service: str, reference: str) -> Draft202012Validator:
    document = {"$ref": reference, "components": _closed(contract_of(service)["components"])}
    return Draft202012Validator(document, format_checker=Draft202012Validator.FORMAT_CHECKER)


def _closed(node: Any) -> Any:
    """Return the shapes without room for fields that they do not name."""
    if isinstance(node, list):
        return [_closed(part) for part in node]
    if not isinstance(node, dict):
        return deepcopy(node)
    found = {name: _closed(part) for name, part in node.items()}
    if node.get("type") == "object" and "properties" in node:
        found.setdefault("additionalProperties", False)
    return found
