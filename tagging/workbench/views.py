"""The page of the workbench. All data come from the ClientApi, asked by its scripts."""

from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.views.generic import TemplateView

from rest.groups import CLIENT, LATEST_VERSION
from tagging.workbench.invitations import read_invitation
from tagging.workbench.security import secured

_SCRIPTS = "tagging/workbench"
# Named in the page, so that a browser loads all of them at once and not one import after the other.
MODULES = sorted(
    f"{_SCRIPTS}/{script.name}"
    for script in (Path(__file__).parent.parent / "static" / _SCRIPTS).glob("*.js")
)


class WorkbenchView(TemplateView):
    """The page, with the album of an invitation where the address holds one."""

    template_name = "tagging/workbench.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        token = self.request.GET.get("invitation", "")
        return super().get_context_data(
            api=f"/{CLIENT.base}/api/v{LATEST_VERSION}/",
            modules=MODULES,
            invitation=read_invitation(token) if token else None,
            **kwargs,
        )

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        return secured(super().render_to_response(context, **kwargs))
