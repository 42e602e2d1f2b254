"""The page of the workbench. Its scripts read all data from the ClientApi."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.views.generic import TemplateView

from foundation.rest.groups import CLIENT, LATEST_VERSION
from recognition.records.albums import Album, AlbumNotFound
from tagging.tagators import settings as invitations
from tagging.workbench.worker import MODULES, version


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedAlbum:
    """The album of an invitation, or what is wrong with it: `expired` or `invalid`."""

    album_id: UUID | None = None
    name: str = ""
    trouble: str = ""


def read_invitation(token: str) -> InvitedAlbum:
    """Return the album that the token names, or what is wrong with the token."""
    try:
        album = Album.objects.get_or_refuse(invitations.read(token))
    except invitations.InvitationExpired:
        return InvitedAlbum(trouble="expired")
    except (invitations.InvitationInvalid, AlbumNotFound):
        return InvitedAlbum(trouble="invalid")
    return InvitedAlbum(album_id=album.pk, name=album.name)


class WorkbenchView(TemplateView):
    """The page, with the album of the invitation in its address, if there is one."""

    template_name = "tagging/workbench.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        token = self.request.GET.get("invitation", "")
        return super().get_context_data(
            api=f"/{CLIENT.base}/api/v{LATEST_VERSION}/",
            modules=MODULES,
            languages=settings.LANGUAGES,
            invitation=read_invitation(token) if token else None,
            **kwargs,
        )

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        response = super().render_to_response(context, **kwargs)
        response["Content-Security-Policy"] = content_security_policy()
        response["Workbench-Version"] = version()
        response["Cache-Control"] = "no-store"  # the address may hold an invitation
        return response


def content_security_policy() -> str:
    """Return what the page may load (Content Security Policy, level 3).

    Everything comes from this host, photos also from `WORKBENCH_IMAGE_SOURCES`; `blob:` are those
    that a script has fetched.
    """
    directives = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": " ".join(["'self'", "blob:", *settings.WORKBENCH_IMAGE_SOURCES]),
        "connect-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())
