"""Operations of a balance as a table, for the pages of several records."""

from collections.abc import Callable, Iterable
from uuid import UUID

from django.http import HttpRequest
from django.utils.html import format_html

from foundation.staff.links import link_to
from foundation.staff.tables import table
from rewards.models import BalanceOperation


def operations_table(
    operations: Iterable[BalanceOperation],
    activity: Callable[[UUID], str] = str,
    reader: HttpRequest | None = None,
) -> str:
    """Return operations as a table: what and when, how much, and for what.

    :param activity: shows an activity by its id.
    :param reader: as in `foundation.staff.links.link_to`.
    """
    rows = [
        [_what(each, reader), f"{each.amount:f}", _reason(each, activity)] for each in operations
    ]
    return table(["What, and when (UTC)", "Amount", "For"], rows)


def _what(operation: BalanceOperation, reader: HttpRequest | None) -> str:
    return format_html(
        '{}<div class="whitespace-nowrap">{}</div>',
        link_to(BalanceOperation, operation.pk, operation.type, reader),
        f"{operation.created_on:%Y-%m-%d %H:%M:%S}",
    )


def _reason(operation: BalanceOperation, activity: Callable[[UUID], str]) -> str:
    shown = "" if operation.source_id is None else activity(operation.source_id)
    if not operation.reason:
        return format_html("{}", shown)
    return format_html("{} ({})<div>{}</div>", operation.reason, operation.created_by, shown)
