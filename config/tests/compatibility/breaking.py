"""What breaks a client of a former OpenAPI document, by rules of our own.

A removed or renamed operation; a removed status, header, answer's field or parameter; an input that
is newly required, or means something else when it is left out; a type, value, pattern or limit of
an input that is narrower; a type of an answer that is wider; another format.
"""

from collections.abc import Iterator
from typing import Any

METHODS = ("get", "put", "post", "patch", "delete")
# A lower one narrows what is taken.
LOWER_NARROWS = ("maximum", "maxLength", "maxItems")
HIGHER_NARROWS = ("minimum", "minLength", "minItems")
MAX_DEPTH = 12


def breaking(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return what clients of the old document would stumble over, in sentences."""
    return list(_of_operations(old, new))


def _of_operations(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    for path, place in old["paths"].items():
        for method in (each for each in METHODS if each in place):
            name = f"{method.upper()} {path}"
            found = new["paths"].get(path, {}).get(method)
            if found is None:
                yield f"{name}: removed"
                continue
            if found["operationId"] != place[method]["operationId"]:
                yield f"{name}: named otherwise, so clients' methods are"
            yield from _of_parameters(name, place[method], found)
            yield from _of_bodies(name, (old, place[method]), (new, found))
            yield from _of_answers(name, (old, place[method]), (new, found))
            if not place[method]["security"] and found["security"]:
                yield f"{name}: wants a token now"


Of = tuple[dict[str, Any], dict[str, Any]]  # the document, and a part of it


def _of_parameters(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    former, present = ({(each["in"], each["name"]): each for each in of.get("parameters", [])}
                       for of in (old, new))  # fmt: skip
    for key, parameter in former.items():
        if key not in present:
            yield f"{name}: parameter {key[1]} removed"
        else:
            was, is_ = parameter["schema"], present[key]["schema"]
            yield from _narrower(f"{name}: parameter {key[1]}", ({}, was), ({}, is_))
    for key, parameter in present.items():
        if parameter.get("required") and not former.get(key, {}).get("required"):
            yield f"{name}: parameter {key[1]} newly required"


def _of_bodies(name: str, old: Of, new: Of) -> Iterator[str]:
    former, present = (of[1].get("requestBody", {}) for of in (old, new))
    if present.get("required") and not former.get("required"):
        yield f"{name}: a body newly required"
    for kind, content in former.get("content", {}).items():
        found = present.get("content", {}).get(kind)
        if found is None:
            yield f"{name}: takes no {kind} any more"
        else:
            parts = (old[0], content["schema"]), (new[0], found["schema"])
            yield from _narrower(f"{name}: body", *parts)


def _of_answers(name: str, old: Of, new: Of) -> Iterator[str]:
    for status, answer in old[1]["responses"].items():
        found = new[1]["responses"].get(status)
        if found is None:
            if status < "300":
                yield f"{name}: {status} removed"
            continue
        former, present = _resolved(old[0], answer), _resolved(new[0], found)
        gone = former.get("headers", {}).keys() - present.get("headers", {}).keys()
        yield from (f"{name}: {status} without the header {header}" for header in sorted(gone))
        for kind, content in former.get("content", {}).items():
            other = present.get("content", {}).get(kind)
            if other is None:
                yield f"{name}: {status} without {kind}"
            elif "schema" in content:
                parts = (old[0], content["schema"]), (new[0], other["schema"])
                yield from _wider(f"{name}: {status}", *parts)


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Return what a part refers to, with what stands beside the reference."""
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = {**found, **{name: part[name] for name in part if name != "$ref"}}
    return part


def _types(schema: dict[str, Any]) -> set[str]:
    """Return the types that a value may have; none: any."""
    parts = [*schema.get("oneOf", []), *schema.get("anyOf", [])]
    if parts and "type" not in schema:
        return {each for part in parts for each in _types(part)}
    found = schema.get("type", [])
    return {found} if isinstance(found, str) else set(found)


def _narrower(where: str, old: Of, new: Of, depth: int = 0) -> Iterator[str]:
    """Yield where an input of the old document would be refused by the new one."""
    former, present = _resolved(*old), _resolved(*new)
    yield from _of_values(where, former, present, "narrower")
    yield from _of_limits(where, former, present)
    if "pattern" in present and present["pattern"] != former.get("pattern"):
        yield f"{where}: another pattern"
    if former.get("default") != present.get("default"):
        yield f"{where}: another default ({former.get('default')} to {present.get('default')})"
    fresh = set(present.get("required", ())) - set(former.get("required", ()))
    yield from (f"{where}.{field}: newly required" for field in sorted(fresh))
    if depth < MAX_DEPTH:
        for field, one, other in _parts(former, present):
            if other is None:
                yield f"{where}.{field}: removed"
            else:
                yield from _narrower(f"{where}.{field}", (old[0], one), (new[0], other), depth + 1)


def _of_limits(where: str, former: dict[str, Any], present: dict[str, Any]) -> Iterator[str]:
    for limit in (*LOWER_NARROWS, *HIGHER_NARROWS):
        if limit in present:
            was, is_ = former.get(limit), present[limit]
            if was is None or (is_ < was if limit in LOWER_NARROWS else is_ > was):
                yield f"{where}: {limit} narrower ({was} to {is_})"


def _wider(where: str, old: Of, new: Of, depth: int = 0) -> Iterator[str]:
    """Yield where an answer of the new document is none of the old one."""
    former, present = _resolved(*old), _resolved(*new)
    yield from _of_values(where, present, former, "wider")
    gone = set(former.get("required", ())) - set(present.get("required", ()))
    yield from (f"{where}.{field}: not always there" for field in sorted(gone))
    if depth < MAX_DEPTH:
        for field, one, other in _parts(former, present):
            if other is None:
                yield f"{where}.{field}: removed"
            else:
                yield from _wider(f"{where}.{field}", (old[0], one), (new[0], other), depth + 1)


def _of_values(where: str, broad: dict[str, Any], slim: dict[str, Any], how: str) -> Iterator[str]:
    """Yield where the values of `broad` are more than those of `slim`."""
    if "format" in slim and broad.get("format") != slim["format"]:
        yield f"{where}: format {how} ({broad.get('format')} and {slim['format']})"
    types, others = _types(broad), _types(slim)
    if "number" in others:
        others.add("integer")
    if others and not (types and types <= others):
        yield f"{where}: type {how} ({sorted(types)} and {sorted(others)})"
    # A new value of an answer is foreseen: clients take those that they do not know.
    if how == "narrower" and "enum" in slim:
        gone = [each for each in broad.get("enum", ["any"]) if each not in slim["enum"]]
        if gone:
            yield f"{where}: values {how} ({gone})"


def _parts(former: dict[str, Any], present: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each part of the former schema with its present one; None: it is gone."""
    fields = present.get("properties", {})
    for field, schema in former.get("properties", {}).items():
        yield field, schema, fields.get(field)
    if "items" in former and "items" in present:
        yield "items", former["items"], present["items"]
    for kind in ("oneOf", "anyOf", "allOf"):
        pairs = zip(former.get(kind, []), present.get(kind, []), strict=False)
        yield from ((f"{kind}{place}", one, other) for place, (one, other) in enumerate(pairs))
