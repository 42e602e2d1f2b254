"""Marketing programs over the AdminApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.operations import operation
from foundation.rest.pages import Filters, TextFilter, TrueOrFalseFilter
from programs.api.marketing_programs.serializers import (
    MarketingProgramInput,
    MarketingProgramItemInput,
    MarketingProgramOutput,
    MarketingProgramsInput,
)
from programs.api.records import MANAGE, BulkOutput, RecordViews, puts
from programs.commands.marketing_programs import MarketingPrograms
from programs.models import MarketingProgram


class MarketingProgramFilters(Filters):
    """By scheme, and a part of the name."""

    is_new_scheme = TrueOrFalseFilter()
    search = TextFilter(field_name="name", lookup_expr="icontains")


class MarketingProgramViews(RecordViews):
    """Marketing programs."""

    kind = MarketingPrograms
    item = MarketingProgramItemInput

    @operation(
        gives=MarketingProgramOutput,
        paged=True,
        filters=MarketingProgramFilters,
        ordering=("name", "starts_on", "ends_on", "created_on", "updated_on"),
    )
    def list(self, request: Request) -> Response:
        """List programs by name."""
        return self.page(MarketingProgram.objects.all())

    @operation(gives=MarketingProgramOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, marketing_program_id: UUID) -> Response:
        """Return a program."""
        return self.answer(MarketingProgram.objects.get_or_refuse(marketing_program_id))

    @puts(MarketingProgramInput, MarketingProgramOutput)
    def save(self, request: Request, marketing_program_id: UUID) -> Response:
        """Create or change a program; 404: `If-Match` names a version of one that is not there."""
        return self.put_one(marketing_program_id)

    @operation(takes=MarketingProgramsInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 programs; each item is answered by itself."""
        return self.put_many()
