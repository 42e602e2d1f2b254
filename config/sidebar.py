"""The sidebar of the staff's site: a section for each domain, with its registered models."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.template.defaultfilters import capfirst

from staff.links import address_of_list

SECTIONS = {
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
    """Return the sidebar with the models that this user may see."""
    sections = [
        {"title": title, "collapsible": True, "items": _items(request, labels)}
        for title, labels in SECTIONS.items()
    ]
    return [section for section in sections if section["items"]]


def _items(request: HttpRequest, labels: list[str]) -> list[dict[str, Any]]:
    return [
        {"title": capfirst(str(model._meta.verbose_name_plural)), "link": address_of_list(model)}
        for label in labels
        for model in apps.get_app_config(label).get_models()
        if admin.site.is_registered(model)
        and admin.site.get_model_admin(model).has_view_permission(request)
    ]
