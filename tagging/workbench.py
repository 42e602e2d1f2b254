"""The workbench's page and service worker. Its scripts read all data from the ClientApi."""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import get_language
from django.views.generic import TemplateView
from django.views.i18n import JavaScriptCatalog

from foundation.rest.groups import CLIENT, LATEST_VERSION
from foundation.rest.languages import in_language_of_reader
from recognition.records.albums import Album, AlbumNotFound
from tagging.tagators import invitations

# The workbench's service worker: it has a copy of the page, for a reload without the server.
#
# The copy is of one language, the reader's. In another language it is another version.

_APP = Path(__file__).parent
_SCRIPTS = "tagging/workbench"
_FILES = sorted((_APP / "static" / _SCRIPTS).iterdir())
MODULES = [f"{_SCRIPTS}/{file.name}" for file in _FILES if file.suffix == ".js"]
_PARTS = [f"{_SCRIPTS}/{file.name}" for file in _FILES]
_TEMPLATES = sorted((_APP / "templates" / "tagging").iterdir())
_POLICY = "default-src 'none'; connect-src 'self'; script-src 'self'"


def version() -> str:
    """Return the version of the page in the language of now."""
    return _version_in(get_language() or settings.LANGUAGE_CODE)


@cache
def _version_in(language: str) -> str:
    """Return a digest of all that a browser keeps of the page."""
    digest = sha256(language.encode())
    texts = [file for folder in settings.LOCALE_PATHS for file in sorted(folder.rglob("*.mo"))]
    for file in (*_FILES, *_TEMPLATES, *texts):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def worker(_: HttpRequest) -> HttpResponse:
    """Return the script, which every change of the page makes another one."""
    addresses = [reverse("workbench"), reverse("workbench-catalogue"), *map(static, _PARTS)]
    context = {
        "version": version(),
        "page": reverse("workbench"),
        "addresses": json.dumps(addresses),
    }
    script = get_template("tagging/worker.js").render(context)
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": _POLICY}
    return HttpResponse(script, content_type="text/javascript", headers=headers)


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


urlpatterns = [
    path("", in_language_of_reader(WorkbenchView.as_view()), name="workbench"),
    path(
        "catalogue.js",
        in_language_of_reader(JavaScriptCatalog.as_view(packages=["tagging"])),
        name="workbench-catalogue",
    ),
    path("worker.js", in_language_of_reader(worker), name="workbench-worker"),
]
