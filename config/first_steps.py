"""What staff do first, while nothing has arrived: steps that are not done, of those they may do."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse

from activities.models import Activity
from programs.programs.models import MarketingProgram
from recognition.models import Account, Photo
from rewards.models import RewardFormula
from tagging.models import Tagator


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStep:
    """A first record to make, why, and the page where it is made."""

    model: type[Model]
    title: str
    why: str

    @property
    def link(self) -> str:
        return reverse(f"admin:{self.model._meta.app_label}_{self.model._meta.model_name}_add")


STEPS = (
    FirstStep(
        model=Account, title="Add a face account", why="so that people on photos are recognised"
    ),
    FirstStep(model=Tagator, title="Invite a tagger", why="who reads what machines cannot"),
    FirstStep(
        model=MarketingProgram, title="Add a marketing program", why="whose participants do tasks"
    ),
    FirstStep(
        model=RewardFormula, title="Write a reward formula", why="that says what a task pays"
    ),
)


def first_steps(request: HttpRequest) -> list[FirstStep]:
    """Return the steps left for this user; none once a photo or an activity has arrived."""
    if Photo.objects.exists() or Activity.objects.exists():
        return []
    return list(_left(request))


def _left(request: HttpRequest) -> Iterator[FirstStep]:
    for step in STEPS:
        may_add = admin.site.get_model_admin(step.model).has_add_permission(request)
        if may_add and not step.model._default_manager.exists():
            yield step
