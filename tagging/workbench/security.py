"""What the workbench's page may load and whom it may ask (Content Security Policy, level 3)."""

from django.conf import settings
from django.http import HttpResponse


def content_security_policy() -> str:
    """Return the policy: everything from this host, photos also from `WORKBENCH_IMAGE_SOURCES`."""
    directives = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": " ".join(["'self'", *settings.WORKBENCH_IMAGE_SOURCES]),
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def secured(response: HttpResponse) -> HttpResponse:
    """Set the policy; the page is not stored, because its address may hold an invitation."""
    response["Content-Security-Policy"] = content_security_policy()
    response["Cache-Control"] = "no-store"
    return response
