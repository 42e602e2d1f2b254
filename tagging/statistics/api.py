"""Statistics and pay of tagging, over the AdminApi and the InternalApi."""

from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role, readers_of
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from tagging.statistics.albums import AlbumsAsked, albums_with_photos_or_tasks, count_in_albums
from tagging.statistics.queries import (
    Interval,
    TimesheetPeriod,
    Timesheets,
    cut,
    get_statistic,
    get_tagator_report,
    timesheets_by_tagator,
)
from tagging.statistics.report_files import CSV, XLSX, download_of
from tagging.statistics.serializers import (
    AlbumsQuery,
    AlbumStatisticOutput,
    PeriodInput,
    ReportFormat,
    ReportInput,
    ReportOutput,
    StatisticOutput,
    TagatorStatisticOutput,
    TimesheetOutput,
    TimesheetsQuery,
)

READ = readers_of("tagging")


def _period(asked: dict[str, Any]) -> TimesheetPeriod:
    return TimesheetPeriod(begin=asked["begin"], end=asked["end"])


class StatisticsViews(ApiViewSet):
    """Statistics of tagging."""

    access = Role("tagging.manage")

    @operation(
        query=AlbumsQuery,
        gives=AlbumStatisticOutput,
        paged=True,
        ordering=("-created_on", "name", "event_date"),
        access=READ,
    )
    def by_albums(self, request: Request) -> Response:
        """Count the photos and tasks of albums, the newest album first.

        An album that has no photo received and no task created in the period is left out.
        """
        asked = AlbumsAsked(**self.query())
        return self.page(albums_with_photos_or_tasks(asked), partial(count_in_albums, asked=asked))

    @operation(query=TimesheetsQuery, gives=TimesheetOutput, paged=True, access=READ)
    def timesheets(self, request: Request) -> Response:
        """List what tagators did in each day, week or month, by interval and name.

        An interval in which a tagator did nothing is left out. Of the first and the last interval
        counts what is in the period.
        """
        asked = self.query()
        cuts = cut(_period(asked), Interval(asked["interval"]), ZoneInfo(asked["time_zone"]))
        tagators = [asked["tagator_id"]] if "tagator_id" in asked else None
        return self.page_of(Timesheets(cuts, tagators))


class TagatorStatisticViews(ApiViewSet):
    """What tagators did and earned."""

    access = Role("tagging.manage")

    @operation(query=PeriodInput, gives=StatisticOutput, access=READ)
    def retrieve(self, request: Request, tagator_id: UUID) -> Response:
        """Return what a tagator did and earned in a period."""
        return self.answer(get_statistic(tagator_id, _period(self.query())))

    @operation(
        takes=ReportInput, gives=ReportOutput, sends=(CSV, XLSX), refusals=(404,), access=READ
    )
    def report(self, request: Request) -> HttpResponseBase:
        """Return the report by which tagators are paid.

        404: one of the tagators named does not exist.
        """
        asked = self.data()
        report = get_tagator_report(_period(asked), asked.get("tagator_ids"))
        is_json = asked["format"] == ReportFormat.JSON
        return self.answer(report) if is_json else download_of(report, asked["format"])


class InternalStatisticsViews(ApiViewSet):
    """Statistics of tagging, for services of the platform."""

    access = Role("internal.call")

    @operation(query=PeriodInput, gives=TagatorStatisticOutput, paged=True)
    def tagators(self, request: Request) -> Response:
        """List what each tagator who did anything did and earned in a period, by name."""
        return self.page_of(timesheets_by_tagator(_period(self.query())))
