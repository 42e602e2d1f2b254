"""Marketing programs, as staff see them."""

from django.contrib import admin

from programs.admin.records import RecordAdmin, RecordForm
from programs.commands.marketing_programs import MarketingPrograms, PutMarketingProgramCommand
from programs.models import MarketingProgram
from staff.parts import WithParts


class MarketingProgramForm(RecordForm):
    kind = MarketingPrograms

    def command(self) -> PutMarketingProgramCommand:
        return PutMarketingProgramCommand(
            program_id=self.value("id"),
            **{name: self.value(name) for name in MarketingPrograms.changing},
        )


@admin.register(MarketingProgram)
class MarketingProgramAdmin(WithParts, RecordAdmin):
    form = MarketingProgramForm
    list_display = ("name", "is_new_scheme", "starts_on", "ends_on")
    list_filter = ("is_new_scheme",)
    search_fields = ("id", "name")
