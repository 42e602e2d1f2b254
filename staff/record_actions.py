"""Actions that run one command for each chosen record."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from staff.actions import action
from staff.command_admin import CommandAdmin


def record_action(description: str, do: Callable[[Any], object]) -> Callable[..., None]:
    """Return an action that does this to each chosen record, and shows which refused and why."""

    @action(description)
    def run(admin: CommandAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        admin.act(request, queryset, do)

    return run
