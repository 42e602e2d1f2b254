"""Marketing programs over the AdminApi."""

from typing import Any
from uuid import UUID

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from programs.api.access import MANAGE, READ
from programs.api.bulk import BulkOutput, ItemsField, put_items
from programs.api.samples import PROGRAM_ID, TIMES
from programs.commands.marketing_programs import (
    MarketingPrograms,
    PutMarketingProgramCommand,
    put_marketing_program,
)
from programs.commands.putting import Outcome
from programs.models import MarketingProgram
from programs.queries import get_marketing_program, list_marketing_programs
from rest.fields import (
    GuidField,
    NewGuidField,
    StrictBooleanField,
    StrictTextField,
    UtcDateTimeField,
)
from rest.operations import operation
from rest.pages import Filters, TrueOrFalseFilter
from rest.serializers import Input, Output
from rest.views import ApiViewSet

_PROGRAM = {
    "name": "Spring challenge",
    "isNewScheme": True,
    "startsOn": "2026-03-01T00:00:00Z",
    "endsOn": None,
}


class MarketingProgramInput(Input):
    """A program; what is left out is as by default."""

    example = _PROGRAM

    name = StrictTextField(max_length=200)
    is_new_scheme = StrictBooleanField(
        default=True, help_text="true: rewards and tasks are settled here; false: by task managers."
    )
    starts_on = UtcDateTimeField(allow_null=True, default=None)
    ends_on = UtcDateTimeField(allow_null=True, default=None)


class MarketingProgramItemInput(MarketingProgramInput):
    """A program with its id."""

    marketing_program_id = NewGuidField(source="program_id")


class MarketingProgramsInput(Input):
    """Programs; each item is read and answered by itself."""

    example = {"items": [{"marketingProgramId": PROGRAM_ID, **_PROGRAM}]}

    items = ItemsField(MarketingProgramItemInput)


class MarketingProgramOutput(Output):
    """A program."""

    example = {"marketingProgramId": PROGRAM_ID, **_PROGRAM, **TIMES}

    marketing_program_id = GuidField(source="pk")
    name = serializers.CharField()
    is_new_scheme = serializers.BooleanField()
    starts_on = UtcDateTimeField(allow_null=True)
    ends_on = UtcDateTimeField(allow_null=True)
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class MarketingProgramFilters(Filters):
    """By scheme, and a part of the name."""

    is_new_scheme = TrueOrFalseFilter()
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains")

    class Meta:
        model = MarketingProgram
        fields: list[str] = []


class MarketingProgramViews(ApiViewSet):
    """Marketing programs."""

    access = READ

    @operation(
        gives=MarketingProgramOutput,
        paged=True,
        filters=MarketingProgramFilters,
        ordering=("name", "starts_on", "ends_on", "created_on", "updated_on"),
    )
    def list(self, request: Request) -> Response:
        """List programs by name."""
        return self.page(list_marketing_programs())

    @operation(gives=MarketingProgramOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, marketing_program_id: UUID) -> Response:
        """Return a program."""
        return self.answer(get_marketing_program(marketing_program_id))

    @operation(
        takes=MarketingProgramInput,
        gives=MarketingProgramOutput,
        statuses=(200, 201),
        locking=True,
        access=MANAGE,
        refusals=(404,),
    )
    def save(self, request: Request, marketing_program_id: UUID) -> Response:
        """Create or change a program; 404: `If-Match` names a version of one that is not there."""
        done = put_marketing_program(
            PutMarketingProgramCommand(program_id=marketing_program_id, **self.changes())
        )
        return self.answer(done.record, 201 if done.outcome is Outcome.CREATED else 200)

    @operation(takes=MarketingProgramsInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 programs; each item is answered by itself."""
        items, shape = self.data()["items"], MarketingProgramItemInput
        return self.answer(put_items(MarketingPrograms, items, shape, _command))


def _command(_index: int, **data: Any) -> PutMarketingProgramCommand:
    return PutMarketingProgramCommand(**data)
