"""The sidebar of the staff's site: a section for each domain, with its registered models."""

from typing import Any

from django.apps import apps
from django.db.models import Model
from django.http import HttpRequest
from django.template.defaultfilters import capfirst
from django.urls import reverse

from foundation.staff.links import address_of_list, has_pages, may_see
from tagging.models import TaggingTask

SECTIONS = {
    "Recognition": ["recognition"],
    "Tagging": ["tagging"],
    "Activities": ["activities"],
    "Rewards": ["rewards"],
    "Programs": ["programs"],
    "Messages": ["messaging"],
    "Schedules": ["django_celery_beat"],
    "Privacy": ["privacy"],
    "People and access": ["auth", "axes", "records"],
}


MOST_OPEN = 3  # sections that are shown unfolded
# Pages without a list of records, before those of their section, for who sees these records.
PAGES: dict[str, list[tuple[str, str, type[Model]]]] = {
    "Tagging": [("Board", "admin:tagging_board", TaggingTask)]
}


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the sidebar with the models that this user may see."""
    items = {
        title: [*_pages(request, title), *_items(request, labels)]
        for title, labels in SECTIONS.items()
    }
    seen = {title: pages for title, pages in items.items() if pages}
    folds = len(seen) > MOST_OPEN
    return [{"title": title, "collapsible": folds, "items": pages} for title, pages in seen.items()]


def _pages(request: HttpRequest, section: str) -> list[dict[str, Any]]:
    return [
        {"title": title, "link": reverse(name)}
        for title, name, model in PAGES.get(section, [])
        if may_see(request, model)
    ]


def _items(request: HttpRequest, labels: list[str]) -> list[dict[str, Any]]:
    # A page has an address below that of a list, which the theme would mark beside it.
    pages = [reverse(name) for each in PAGES.values() for _, name, _ in each]
    marks = {"active": False} if request.path in pages else {}
    return [
        {
            "title": capfirst(str(model._meta.verbose_name_plural)),
            "link": address_of_list(model),
            **marks,
        }
        for label in labels
        for model in apps.get_app_config(label).get_models()
        if has_pages(model) and may_see(request, model)
    ]
