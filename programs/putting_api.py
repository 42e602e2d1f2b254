"""Records that are put by id: one, or many in a request, each answered by itself."""

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

from foundation.records.formats import read_guid
from foundation.records.refusals import Refusal
from foundation.rest.access import Role, readers_of
from foundation.rest.operations import F, operation
from foundation.rest.problems import problem_of
from foundation.rest.schema import ErrorOutput
from foundation.rest.serializers import Input, Output
from foundation.rest.views import ApiViewSet
from programs.putting import Put, PutCommand, PutResult, Putting, put, put_all

READ = readers_of("programs")
MANAGE = Role("programs.manage")
# Values that the documents' examples share.
PROGRAM_ID = "1d7e5c3a-9f2b-4e68-8a41-3c5d7e9f1b20"
PARTICIPANT_ID = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a"
EXERCISE_ID = "8c4a2e6f-0b1d-4f93-a7c5-2e4b6d8f0a13"
TASK_ID = "f2a9d4b7-6c8e-4b05-9d31-7a1c3e5b9f24"
TIMES = {"createdOn": "2026-05-17T09:30:00Z", "updatedOn": "2026-05-17T09:30:00Z"}
MOST_ITEMS = 1000
REFUSED = "refused"
STATUSES = [*(outcome.value for outcome in PutResult), REFUSED]


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


class RecordViews(ApiViewSet):
    """Records that are listed, read, and put by id: one, or many at once.

    - `kind`: how they are put; `item`: one of many in a request, with its id.
    """

    access = READ
    kind: ClassVar[type[Putting[Any, Any]]]
    item: ClassVar[type[Input]]

    def command_of(self, place: int, **data: Any) -> PutCommand:
        """Return the command that puts a record; `place`: of one of many, from 0."""
        command: PutCommand = self.kind.command(**data)
        return command

    def put_one(self, key: UUID) -> Response:
        """Create or change a record as the body describes it."""
        changes = {self.kind.command.id_field: key, **self.changes()}
        done = put(self.kind, self.command_of(0, **changes))
        return self.answer(done.record, 201 if done.outcome is PutResult.CREATED else 200)

    def put_many(self) -> Response:
        """Put the records that the items describe, and answer what became of each."""
        reader = self.item(context=self.body_context())
        results: dict[int, tuple[UUID | None, Any]] = {}
        commands: dict[int, PutCommand] = {}
        for index, item in enumerate(self.data()["items"]):
            try:
                commands[index] = self.command_of(
                    index, by=self.actor, **reader.run_validation(item)
                )
            except ValidationError as fault:
                results[index] = (_id_in(item, reader), fault)
        done = put_all(self.kind, list(commands.values()))
        for (index, command), result in zip(commands.items(), done, strict=True):
            results[index] = (command.key, result)
        return self.answer({"results": [_item(each, *results[each]) for each in sorted(results)]})


def puts(takes: type[Input], gives: type[Output]) -> Callable[[F], F]:
    """Declare an action that creates or changes a record."""
    return operation(
        takes=takes, gives=gives, statuses=(200, 201), locking=True, access=MANAGE, refusals=(404,)
    )


def _item(
    index: int, key: UUID | None, result: Put[Any] | Refusal | ValidationError
) -> dict[str, Any]:
    if isinstance(result, Put):
        nothing = {"code": None, "detail": None, "errors": ()}
        return {"index": index, "id": key, "status": result.outcome, **nothing}
    problem: Any = problem_of(result)  # known for refusals and invalid data
    why = {"code": problem.code, "detail": problem.detail, "errors": problem.errors}
    return {"index": index, "id": key, "status": REFUSED, **why}


def _id_in(item: Any, reader: Input) -> UUID | None:
    """Return the id of an item that is wrong otherwise: the shape's last field."""
    name = list(reader.fields)[-1]
    try:
        return read_guid(item[name])
    except (TypeError, KeyError, ValueError):
        return None
