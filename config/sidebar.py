"""The sidebar of the staff's site: a section a floor, with whatever is registered there."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.text import capfirst

FLOORS = {
    "Recognition": ["recognition"],
    "Tagging": ["tagging"],
    "Activities": ["activities"],
    "Rewards": ["rewards"],
    "Programs": ["programs"],
    "Messages": ["messaging"],
    "Schedules": ["django_celery_beat"],
    "People and access": ["auth", "axes"],
}


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the sidebar for the signed-in member of staff: only what that member may see."""
    sections = [
        {"title": title, "collapsible": True, "items": _items(request, labels)}
        for title, labels in FLOORS.items()
    ]
    return [section for section in sections if section["items"]]


def _items(request: HttpRequest, labels: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "title": capfirst(str(model._meta.verbose_name_plural)),
            "link": reverse_lazy(
                f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
            ),
        }
        for label in labels
        for model in apps.get_app_config(label).get_models()
        if admin.site.is_registered(model)
        and admin.site._registry[model].has_view_permission(request)  # noqa: SLF001
    ]
