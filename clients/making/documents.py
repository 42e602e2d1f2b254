"""One document for the generators, from those of all groups: as short as a reader can bear.

Left out: version 1 of what is alike in both versions (the clients know its address), examples, the
shape of each single problem, which is always the same, and `fields`, whose answers have no shape.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

Node = dict[str, Any]

# What the server checks, and the answers need not be checked for again.
LIMITS = ("minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems")
REPEATABLE = "Makes the request repeatable"
REF = "#/components/schemas/"
SHAPED = ("parameters", "requestBody", "responses")
PROBLEM = {
    "description": "What went wrong.",
    "content": {"application/problem+json": {"schema": {"$ref": REF + "ProblemOutput"}}},
}


def merged(documents: Iterable[Node], version: str) -> Node:
    """Return the operations and shapes of all groups in one document.

    A shape that another group has under the same name, but different, is named after its group.
    """
    paths: Node = {}
    schemas: Node = {}
    for document in documents:
        base = next(iter(document["paths"])).split("/")[1]
        own = _renamed(document, schemas, base.removesuffix("-api").capitalize())
        paths |= _paths(own["paths"], base.removesuffix("-api"))
        schemas |= own["components"]["schemas"]
    forms = set(_references([_form(each) for _, _, each in operations({"paths": paths})]))
    shapes = {
        name: _with_files(schemas[name]) if name in forms else _shape(name, schemas[name])
        for name in sorted(_needed(paths, schemas))
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Finishline", "version": version},
        "paths": paths,
        "components": {"schemas": shapes},
    }


def operations(document: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield method, path and operation."""
    for path, methods in document["paths"].items():
        for method in ("get", "put", "post", "delete", "patch"):
            if method in methods:
                yield method, path, methods[method]


def is_page(shape: Node) -> bool:
    """Return whether a shape is a page of a list."""
    return set(shape.get("properties", {})) == {"count", "next", "previous", "results"}


def repeatable_by(document: Node, operation: Node) -> str | None:
    """Return the field of the body whose id, made by the caller, makes a POST repeatable."""
    content = operation.get("requestBody", {}).get("content", {})
    for name in _references([body["schema"] for body in content.values()]):
        fields = document["components"]["schemas"][name].get("properties", {})
        for field, shape in fields.items():
            if shape.get("description", "").startswith(REPEATABLE):
                return str(field)
    return None


def takes_key(operation: Node) -> bool:
    """Return whether the operation takes an `Idempotency-Key`."""
    return any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", []))


def _form(operation: Node) -> Any:
    return operation.get("requestBody", {}).get("content", {}).get("multipart/form-data")


def _renamed(document: Node, taken: Node, prefix: str) -> Node:
    own: Node = document["components"]["schemas"]
    other = {name for name in own if taken.get(name, own[name]) != own[name]}
    while more := {
        name for name in (own.keys() & taken.keys()) - other if other & {*_references(own[name])}
    }:
        other |= more  # alike in words, but of other shapes
    names = {name: prefix + name for name in other}
    renamed: Node = _with_refs(deepcopy(document), names)
    shapes = renamed["components"]["schemas"]
    renamed["components"]["schemas"] = {names.get(name, name): shapes[name] for name in shapes}
    return renamed


def _with_refs(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, list):
        return [_with_refs(part, names) for part in node]
    if not isinstance(node, dict):
        return node
    found = {key: _with_refs(part, names) for key, part in node.items()}
    if isinstance(reference := node.get("$ref"), str):
        name = reference.removeprefix(REF)
        found["$ref"] = REF + names.get(name, name)
    return found


def _paths(paths: Node, group: str) -> Node:
    """Return version 2 of each operation, and version 1 where it is another."""
    found: Node = {}
    for path, methods in paths.items():
        newer = paths.get(path.replace("/api/v1/", "/api/v2/"), {}) if "/v1/" in path else {}
        kept = {
            method: {**_operation(each), "operationId": named(each, group)}
            for method, each in methods.items()
            if not _are_alike(each, newer.get(method))
        }
        if kept:
            found[path] = kept
    return found


def named(operation: Node, group: str) -> str:
    """Return an operation's name, of which no other group has one: `adminAlbumsListV2`."""
    name: str = operation["operationId"]
    return group + name[0].upper() + name[1:]


def _are_alike(old: Node, new: Node | None) -> bool:
    """Return whether both take and give the same, whatever else is said of them."""
    said = [{key: _operation(each).get(key) for key in SHAPED} for each in (old, new) if each]
    return len(said) == 2 and said[0] == said[1]


def _operation(operation: Node) -> Node:
    responses = operation["responses"]
    answers = {status: _answer(responses[status]) for status in responses if status < "400"}
    kept = {**operation, "responses": {**answers, "default": PROBLEM}}
    if "parameters" in operation:
        kept["parameters"] = [each for each in operation["parameters"] if each["name"] != "fields"]
    if "requestBody" in operation:
        kept["requestBody"] = _without_examples(operation["requestBody"])
    return kept


def _answer(answer: Node) -> Node:
    return {
        **{name: part for name, part in answer.items() if name != "content"},
        **(_without_examples(answer) if "content" in answer else {}),
    }


def _without_examples(body: Node) -> Node:
    content = {kind: {"schema": _body(kind, each)} for kind, each in body["content"].items()}
    return {**body, "content": content}


def _body(kind: str, body: Node) -> Node:
    """Return a body's shape; a file is a file, whatever list the answer would be as JSON."""
    is_file = kind not in ("application/json", "multipart/form-data")
    shape: Node = {"type": "string", "format": "binary"} if is_file else body["schema"]
    return shape


def _needed(paths: Node, schemas: Node) -> set[str]:
    found: set[str] = set()
    waiting = set(_references(paths))
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= set(_references(schemas[name])) - found
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for part in node:
            yield from _references(part)
    elif isinstance(node, dict):
        if isinstance(reference := node.get("$ref"), str):
            yield reference.removeprefix(REF)
        for part in node.values():
            yield from _references(part)


def _shape(name: str, shape: Node) -> Node:
    """Return a shape with the limits of its own fields if it is sent, without any if it comes."""
    if "properties" not in shape:
        return shape
    fields = {
        key: _limited(part) if name.endswith(("Input", "InputV1")) else _free(part)
        for key, part in shape["properties"].items()
    }
    return {**shape, "properties": fields}


def _with_files(shape: Node) -> Node:
    """Return the shape of a form, in which an address of a file stands for the file itself."""
    fields = {
        name: {**field, "format": "binary"} if field.get("format") == "uri" else field
        for name, field in shape["properties"].items()
    }
    return {**shape, "properties": fields}


def _limited(field: Node) -> Node:
    """Return a field whose items have no limits: each would be a class of its own."""
    inner = {
        name: _free(field[name]) for name in ("items", "additionalProperties") if name in field
    }
    return {**field, **inner}


def _free(field: Any) -> Any:
    if isinstance(field, list):
        return [_free(part) for part in field]
    if not isinstance(field, dict):
        return field
    return {name: _free(part) for name, part in field.items() if name not in LIMITS}
