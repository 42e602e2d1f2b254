"""Foreign keys point down like imports do; import-linter cannot see a key that is a string."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Model

SHARED = {"records", "staff", "messaging", "rest"}
BELOW = {
    "records": set(),
    "staff": {"records"},
    "messaging": {"records", "staff"},
    "rest": {"records", "staff", "messaging"},
    "exports": SHARED,
    "moving": SHARED,
    "privacy": SHARED,
    "programs": {"privacy", *SHARED},
    "rewards": {"programs", *SHARED},
    "activities": {"rewards", "programs", *SHARED},
    "recognition": {"privacy", *SHARED},
    "tagging": {"recognition", *SHARED},
}


def test_every_app_has_its_layer():
    assert set(BELOW) == settings.OWN_LABELS


def test_no_foreign_key_points_up_or_into_the_other_domain():
    wrong = [
        f"{model._meta.label}.{field.name} -> {target._meta.label}"
        for model, field, target in _references()
        if not _may_point(model._meta.app_label, target._meta.app_label)
    ]

    assert wrong == []


def _references() -> Iterator[tuple[type[Model], Any, type[Any]]]:
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if field.is_relation and field.concrete and isinstance(field.related_model, type):
                yield model, field, field.related_model


def _may_point(source: str, target: str) -> bool:
    if target not in BELOW:
        return True
    return source == target or target in BELOW.get(source, set())
