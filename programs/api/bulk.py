"""Many records in one request: each item is answered by itself, and a bad one stops no other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar
from uuid import UUID

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from programs.commands.putting import M, Put, PutCommand, PutResult, Putting, put_all
from records.guids import read_guid
from records.refusals import Refusal
from rest.problems import problem_of
from rest.schema import ErrorOutput
from rest.serializers import Input, Output

MOST_ITEMS = 1000
REFUSED = "refused"
STATUSES = [*(outcome.value for outcome in PutResult), REFUSED]
C = TypeVar("C", bound=PutCommand)


class ItemsField(serializers.ListField):
    """Items of a shape, which are read later, one by one."""

    def __init__(self, shape: type[Input], **kwargs: Any) -> None:
        self.shape = shape
        child = serializers.JSONField(allow_null=True)
        super().__init__(child=child, min_length=1, max_length=MOST_ITEMS, **kwargs)


class ItemsSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Describes an `ItemsField`; defining the class registers it."""

    target_class = ItemsField

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        item = auto_schema.resolve_serializer(self.target.shape, direction).ref
        return {"type": "array", "minItems": 1, "maxItems": MOST_ITEMS, "items": item}


class ItemOutput(Output):
    """What became of one item."""

    index = serializers.IntegerField(min_value=0, help_text="The item's place, from 0.")
    id = serializers.UUIDField(allow_null=True, help_text="Null: the item has no readable id.")
    status = serializers.ChoiceField(STATUSES)
    code = serializers.CharField(allow_null=True, help_text="Of a refused item.")
    detail = serializers.CharField(allow_null=True, help_text="Of a refused item.")
    errors = ErrorOutput(many=True)  # type: ignore[assignment]  # hides the serializer's own


class BulkOutput(Output):
    """What became of the items, in their order."""

    example = {
        "results": [
            {
                "index": 0,
                "id": "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a",
                "status": "created",
                "code": None,
                "detail": None,
                "errors": [],
            },
            {
                "index": 1,
                "id": "f2a9d4b7-6c8e-4b05-9d31-7a1c3e5b9f24",
                "status": "refused",
                "code": "participant-not-found",
                "detail": "No participant 6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3b.",
                "errors": [],
            },
        ]
    }

    results = ItemOutput(many=True)


def put_items(
    kind: type[Putting[C, M]],
    items: list[Any],
    shape: type[Input],
    command_of: Callable[..., C],
) -> dict[str, Any]:
    """Put the records that the items of the shape describe; return what became of each.

    :param command_of: makes the command of an item: called with its place and its data.
    """
    results: list[dict[str, Any]] = []
    commands: dict[int, C] = {}
    reader = shape()
    for index, item in enumerate(items):
        try:
            commands[index] = command_of(index, **reader.run_validation(item))
        except ValidationError as fault:
            results.append(_refused(index, _id_in(item, reader), fault))
    results.extend(_put(kind, commands))
    return {"results": sorted(results, key=itemgetter("index"))}


def _put(kind: type[Putting[C, M]], commands: Mapping[int, C]) -> Iterator[dict[str, Any]]:
    done = put_all(kind, list(commands.values()))
    for (index, command), result in zip(commands.items(), done, strict=True):
        if isinstance(result, Put):
            yield _item(index, command.key, result.outcome)
        else:
            yield _refused(index, command.key, result)


def _refused(index: int, key: UUID | None, fault: Refusal | ValidationError) -> dict[str, Any]:
    problem: Any = problem_of(fault)  # known for refusals and invalid data
    return _item(index, key, REFUSED, problem.code, problem.detail, problem.errors)


def _item(
    index: int,
    key: UUID | None,
    status: str,
    code: str | None = None,
    detail: str | None = None,
    errors: Sequence[Any] = (),
) -> dict[str, Any]:
    return {
        "index": index,
        "id": key,
        "status": status,
        "code": code,
        "detail": detail,
        "errors": errors,
    }


def _id_in(item: Any, reader: Input) -> UUID | None:
    """Return the id of an item that is wrong otherwise: the shape's last field."""
    name = list(reader.fields)[-1]
    try:
        return read_guid(item[name])
    except (TypeError, KeyError, ValueError):
        return None
