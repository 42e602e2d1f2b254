"""The methods of the Python client, a class a group: what no maintained generator makes this short.

Their shapes (`models.py`) are made by datamodel-code-generator.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from textwrap import dedent, indent
from typing import Any

from clients.making.documents import Node, is_page, operations, repeatable_by, takes_key

HEAD = '''"""The operations of the {title}. Made by `script/clients`; do not change it by hand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from finishline_client import models
from finishline_client.calls import Group, Guid
from finishline_client.pages import Listed, Page
from typing_extensions import deprecated

'''
CLASS = '''
class {name}({base}):
    """{title}."""

    base = "{group}"
    version = {version}

'''
SCALARS = {"integer": "int", "boolean": "bool", "number": "float", "string": "str"}
FORMATS = {"uuid": "Guid", "date-time": "datetime"}
JSON, FORM = "application/json", "multipart/form-data"
CONDITIONS = {"If-Match": "if_match", "If-None-Match": "if_none_match"}


def groups(document: Node) -> Iterator[tuple[str, str]]:
    """Yield the name of each group's module, and its text."""
    calls = [Call(document, *each) for each in operations(document)]
    for group in dict.fromkeys(call.group for call in calls):
        name = group.removesuffix("-api")
        yield name, _module(group, name, [call for call in calls if call.group == group])


def _module(group: str, name: str, calls: list["Call"]) -> str:
    """Return version 2 in a class, version 1 in another; both inherit what is alike in them."""
    title = f"{name.capitalize()}Api"
    old = {call.name for call in calls if call.version == 1}
    both = f"_{title}" if old else title
    new = [call for call in calls if call.version == 2]
    parts = [
        _class(both, "Group", group, 2, [call for call in new if call.name not in old]),
        _class(title, both, group, 2, [call for call in new if call.name in old]) if old else "",
        _class(f"{title}V1", both, group, 1, [call for call in calls if call.version == 1]),
    ]
    return HEAD.format(title=title) + "".join(parts)


def _class(name: str, base: str, group: str, version: int, calls: list["Call"]) -> str:
    title = (
        f"Version {version} of the group `{group}`" if name[0] != "_" else "Alike in both versions"
    )
    head = CLASS.format(name=name, base=base, title=title, group=group, version=version)
    return head + "".join(indent(text, "    ") for call in calls for text in call.methods())


@dataclass(frozen=True)
class Call:
    """An operation as methods: one for its JSON, and one more for a form or a file."""

    document: Node
    method: str
    path: str
    operation: Node

    @cached_property
    def group(self) -> str:
        return self.path.split("/")[1]

    @cached_property
    def version(self) -> int:
        return int(self.path.split("/")[3].removeprefix("v"))

    @cached_property
    def name(self) -> str:
        own = self.operation["operationId"].removeprefix(self.group.removesuffix("-api"))
        return snake(own.removesuffix(f"V{self.version}"))

    @cached_property
    def parameters(self) -> list[Node]:
        return list(self.operation.get("parameters", []))

    @cached_property
    def answers(self) -> Node:
        """The kinds of body that a success has."""
        found: Node = {}
        for status, answer in self.operation["responses"].items():
            if status.startswith("2"):
                found |= answer.get("content", {})
        return found

    @cached_property
    def bodies(self) -> Node:
        body: Node = self.operation.get("requestBody", {}).get("content", {})
        return body

    def methods(self) -> Iterator[str]:
        is_file = bool(self.answers) and JSON not in self.answers
        yield self._method(self.name, JSON, is_file=is_file)
        if FORM in self.bodies:
            yield self._method(f"{self.name}_upload", FORM, is_file=False)
        if JSON in self.answers and len(self.answers) > 1:
            yield self._method(f"{self.name}_file", JSON, is_file=True)

    def _method(self, name: str, sends: str, *, is_file: bool) -> str:
        kind, rendered = ("bytes", "file()") if is_file else self._gives()
        old = '@deprecated("Version 2 has another shape.")\n' if self.version == 1 else ""
        return (
            f"{old}def {name}({', '.join(self._arguments(sends, is_file))}) -> {kind}:\n"
            f"{indent(self._docstring(), '    ')}\n"
            f"    return self._send({', '.join(self._sent(sends, is_file))}).{rendered}\n\n"
        )

    def _gives(self) -> tuple[str, str]:
        """Return the type of the answer, and how it is read."""
        if JSON not in self.answers:
            has_tag = any("ETag" in each.get("headers", {}) for each in self._successes())
            return ("str", "etag()") if has_tag else ("None", "nothing()")
        shape = self.answers[JSON]["schema"]
        name = _name(shape.get("items", shape))
        if shape.get("type") == "array":
            return f"Listed[models.{name}]", f"many(models.{name})"
        whole = self.document["components"]["schemas"][name]
        if is_page(whole):
            item = f"models.{_name(whole['properties']['results']['items'])}"
            return f"Page[{item}]", f"page({item})"
        return f"models.{name}", f"one(models.{name})"

    def _successes(self) -> list[Node]:
        return [each for key, each in self.operation["responses"].items() if key.startswith("2")]

    def _arguments(self, sends: str, is_file: bool) -> Iterator[str]:
        yield "self"
        yield from (f"{snake(each['name'])}: {_type(each['schema'])}" for each in self._in("path"))
        if sends in self.bodies:
            body = f"models.{_name(self.bodies[sends]['schema'])}"
            yield f"body: {body}" + ("" if self._is_body_required() else " | None = None")
        named = [*self._query(is_file), *self._headers(is_file)]
        if named:
            yield "*"
            yield from named

    def _is_body_required(self) -> bool:
        return bool(self.operation["requestBody"].get("required", False))

    def _query(self, is_file: bool) -> Iterator[str]:
        for each in sorted(self._asked(is_file), key=lambda each: not each.get("required", False)):
            default = "" if each.get("required") else " | None = None"
            yield f"{snake(each['name'])}: {_type(each['schema'])}{default}"

    def _asked(self, is_file: bool) -> list[Node]:
        """Return the query's parameters; a list has no format, and a file no pages."""
        both = JSON in self.answers and len(self.answers) > 1
        left_out = (("page", "pageSize") if is_file else ("format",)) if both else ()
        return [each for each in self._in("query") if each["name"] not in left_out]

    def _headers(self, is_file: bool) -> Iterator[str]:
        for name in self._conditions(is_file):
            yield f"{name}: str | None = None"
        if takes_key(self.operation):
            yield "idempotency_key: str | None = None"

    def _conditions(self, is_file: bool) -> list[str]:
        """Return the conditions a caller can set; the bytes of a file hold no tag."""
        names = [each["name"] for each in self.parameters if each["name"] in CONDITIONS]
        return [] if is_file else [CONDITIONS[name] for name in names]

    def _in(self, place: str) -> list[Node]:
        found = [each for each in self.parameters if each["in"] == place]
        if place != "path":
            return found
        order = re.findall(r"{(\w+)}", self.path)
        return sorted(found, key=lambda each: order.index(each["name"]))

    def _sent(self, sends: str, is_file: bool) -> Iterator[str]:
        yield f'"{self.method.upper()}"'
        yield f'"{re.sub(r"{[^}]+}", "{}", self.path.split(f"/v{self.version}/")[1])}"'
        yield from (snake(each["name"]) for each in self._in("path"))
        if sends in self.bodies:
            yield "form=body" if sends == FORM else "body=body"
        if asked := self._asked(is_file):
            pairs = (f'"{each["name"]}": {snake(each["name"])}' for each in asked)
            yield f"query={{{', '.join(pairs)}}}"
        for name in self._conditions(is_file):
            yield f"{name}={name}"
        if takes_key(self.operation):
            yield "takes_key=True"
            yield "idempotency_key=idempotency_key"
        if self.method == "post" and (once := repeatable_by(self.document, self.operation)):
            yield f'once="{snake(once)}"'

    def _docstring(self) -> str:
        summary = self.operation.get("summary", "").strip()
        more = dedent(self.operation.get("description", "")).strip()
        text = f"{summary}.\n\n{more}".replace("\\", "\\\\").strip()
        return f'"""{text}{chr(10) if chr(10) in text else ""}"""'


def snake(name: str) -> str:
    """Return a name of the document as Python writes it: `from_` for `from`."""
    words = (
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[:1].lower() + name[1:])
        .replace("-", "_")
        .lower()
    )
    return f"{words}_" if iskeyword(words) else words


def _name(shape: Node) -> str:
    return str(shape["$ref"]).rpartition("/")[2]


def _type(shape: Any) -> str:
    if "enum" in shape:
        return f"Literal[{', '.join(map(repr, shape['enum']))}]".replace("'", '"')
    if shape["type"] == "array":
        return f"Sequence[{_type(shape['items'])}]"
    return FORMATS.get(shape.get("format", ""), SCALARS[shape["type"]])
