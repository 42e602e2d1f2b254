"""Lists of the staff's site over tables that grow to millions of rows."""

from functools import cached_property
from typing import Any

from django.contrib.admin import ModelAdmin, ShowFacets
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from unfold.views import ChangeList

MOST = 10_000


class LongListPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable at run time
    """Pages of the first `MOST` rows: counting on would cost what the table has, at every view."""

    object_list: QuerySet[Any]
    template_name = "admin/long_list_pagination.html"

    @cached_property
    def _counted(self) -> int:
        return int(self.object_list.order_by()[: MOST + 1].count())

    @property
    def count(self) -> int:
        """Return how many rows there are pages of."""
        return min(self._counted, MOST)

    @property
    def told(self) -> str:
        """Return the count for people, and whether there are more rows than those."""
        return f"the first {MOST:,}" if self.is_cut else f"{self.count:,}"

    @property
    def is_cut(self) -> bool:
        """Say whether there are more rows than those."""
        return self._counted > MOST


class LongChangeList(ChangeList):  # type: ignore[misc]  # unfold has no types
    """A page of such a list; below it stands how many rows there are, and in one place only."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the page; the count is taken for the whole, so that no other is asked for."""
        super().get_results(request)
        self.full_result_count = self.result_count


class LongList(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Counts no further than it shows; an action on all rows is one on those that are shown."""

    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    list_per_page = 50
    paginator = LongListPaginator

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[LongChangeList]:
        return LongChangeList

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """Run an action; "all rows" are the `MOST` of which the page speaks."""
        if request.POST.get("select_across", "0") != "0":
            queryset = queryset.filter(pk__in=list(queryset.values_list("pk", flat=True)[:MOST]))
        return super().response_action(request, queryset, *args, **kwargs)
