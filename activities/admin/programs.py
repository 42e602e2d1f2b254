"""Activities on the page of a program: today's figures."""

from django.contrib import admin
from django.utils import timezone
from django.utils.html import format_html

from activities.models import Activity
from activities.queries.figures import NO_FIGURES, get_figures_of_today
from programs.models import MarketingProgram
from staff.actions import computed_once
from staff.links import address_of_list, link
from staff.parts import PagePart, register_page_part
from staff.tables import table


@admin.display(description="Since midnight (UTC)")
@computed_once
def program_today(program: MarketingProgram) -> str:
    """Return the figures of today, and links to the activities."""
    today = get_figures_of_today(timezone.now(), program.pk).get(program.pk, NO_FIGURES)
    address = address_of_list(Activity, marketing_program__id__exact=program.pk)
    shown = table(today.titles(), [today.texts()])
    return format_html("{}<div>{}</div>", shown, link(address, "All activities"))


register_page_part(
    PagePart(page=MarketingProgram, title="Today", model=Activity, show=program_today)
)
