"""What is wrong in a formula, as one types: JSON for the editor's script."""

import json
from dataclasses import asdict
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin

from records.refusals import Refusal
from records.written_json import StrictDecoder
from rewards.admin.formulas.access import may_read
from rewards.admin.formulas.editor import FAULTS, TEXTS
from rewards.typed import TypedTexts, faults_of_typed

ASKED = ("activityType", *TEXTS)


class Malformed(ValueError):
    """The request is not what the editor sends."""


class FaultsAsTyped(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A formula whose texts are checked as they are typed; they are not saved."""

    def get_urls(self) -> list[URLPattern]:
        check = self.admin_site.admin_view(require_POST(check_texts))
        return [path("faults/", check, name=FAULTS.partition(":")[2]), *super().get_urls()]


def check_texts(request: HttpRequest) -> HttpResponse:
    """Return the faults of the three texts; 400: what is wrong with the request."""
    if not may_read(request):
        raise PermissionDenied
    try:
        asked = _asked(request.body)
        faults = faults_of_typed(asked.pop("activityType"), TypedTexts(**asked))
    except (Malformed, Refusal) as refusal:
        return JsonResponse({"detail": str(refusal)}, status=400)
    return JsonResponse({"faults": [asdict(fault) for fault in faults]})


def _asked(body: bytes) -> dict[str, str]:
    try:
        asked: Any = json.loads(body.decode(), cls=StrictDecoder)
    except ValueError as error:
        raise Malformed(f"The body is no JSON in UTF-8: {error}") from None
    if not isinstance(asked, dict) or asked.keys() != set(ASKED):
        raise Malformed(f"The body is an object of {', '.join(ASKED)}.")
    if wrong := [name for name in ASKED if not isinstance(asked[name], str)]:
        raise Malformed(f"{wrong[0]} is a text.")
    return asked
