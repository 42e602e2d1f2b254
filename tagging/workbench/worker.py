"""The workbench's service worker: it has a copy of the page, for a reload without the server.

The copy is of one language, the reader's. In another language it is another version.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

_APP = Path(__file__).parent.parent
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
