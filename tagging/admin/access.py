"""Who may do what on staff's pages of tagging."""

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest


def manages_tagging(request: HttpRequest) -> bool:
    """Say whether this user has the role `tagging.manage`."""
    return request.user.has_perm("tagging.manage")


class OfTagging(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A page on which the role `tagging.manage` acts; a view permission alone only shows it."""

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return manages_tagging(request) or bool(super().has_view_permission(request, obj))

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        return manages_tagging(request)
