"""Why a page of the staff's site is refused to a member, and which groups would open it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from foundation.rest.presets import PRESETS_FIRST, groups_for_people, what_it_does
from foundation.rest.roles import ROLES, RolesOpenRecords
from foundation.staff.links import has_pages

_OPENED_BY = {"changelist": "view", "change": "view", "history": "view", "add": "add",
              "delete": "delete"}  # fmt: skip
AdminAndRight = tuple[Any, str]  # the admin of a page, and the right that opens it
_WHAT = {"view": "see", "add": "add", "delete": "delete", "act": "change"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupThatOpens:
    """A group whose members may open the page, what it is for, and its roles."""

    name: str
    does: str
    roles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRefusal:
    """What a member lacks, in a sentence, and the groups that have it."""

    sentence: str
    groups: list[GroupThatOpens]
    is_for_nobody: bool  # an administrator is refused too


@dataclass(frozen=True, slots=True)
class _Holder:
    """Stands for a member who has these rights and no others."""

    rights: frozenset[str]
    is_active = is_staff = True

    def has_perm(self, right: str, obj: object = None) -> bool:
        return right in self.rights or RolesOpenRecords().has_perm(self, right, obj)

    def get_all_permissions(self) -> frozenset[str]:
        return self.rights


@dataclass(frozen=True, slots=True)
class _Administrator:
    """Stands for a member who has every right."""

    is_active = is_staff = is_superuser = True

    def has_perm(self, right: str, obj: object = None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class _Asked:
    """Stands for a request of that member."""

    user: _Holder | _Administrator
    method: str = "GET"


def refusal_of(request: HttpRequest) -> StaffRefusal | None:
    """Return why this page is refused; None if no right of a group decides that."""
    found = _page_of(request.path_info)
    if found is None:
        return None
    options, right = found
    name = str(options.opts.verbose_name_plural)
    if not _opens(found, _Administrator()):
        sentence = f"No person can {_WHAT[right]} {name} by hand: this program does it."
        return StaffRefusal(sentence=sentence, groups=[], is_for_nobody=True)
    groups = [_in_words(group, rights) for group, rights in _groups()
              if _opens(found, _Holder(rights))]  # fmt: skip
    sentence = f"You may not {_WHAT[right]} {name}."
    return StaffRefusal(sentence=sentence, groups=groups, is_for_nobody=False)


def _page_of(path: str) -> AdminAndRight | None:
    """Return the admin whose page it is, and the right that opens it."""
    try:
        name = resolve(path).url_name or ""
    except Resolver404:
        return None
    for model in filter(has_pages, apps.get_models()):
        prefix = f"{model._meta.app_label}_{model._meta.model_name}_"
        if name.startswith(prefix):
            right = _OPENED_BY.get(name.removeprefix(prefix), "act")
            return admin.site.get_model_admin(model), right
    return None


def _opens(page: AdminAndRight, user: _Holder | _Administrator) -> bool:
    options, right = page
    asked: Any = _Asked(user)
    ask = getattr(options, f"has_{right}_permission", options.has_change_permission)
    return bool(ask(asked))


def _groups() -> Iterator[tuple[Group, frozenset[str]]]:
    groups = Group.objects.filter(groups_for_people()).order_by(PRESETS_FIRST, "name")
    for group in groups.prefetch_related("permissions__content_type"):
        held = group.permissions.all()
        yield group, frozenset(f"{each.content_type.app_label}.{each.codename}" for each in held)


def _in_words(group: Group, rights: frozenset[str]) -> GroupThatOpens:
    roles = sorted(rights & ROLES.keys())
    return GroupThatOpens(name=group.name, does=what_it_does(group.name), roles=", ".join(roles))
