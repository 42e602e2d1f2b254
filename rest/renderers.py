"""Which representation is sent: there is one, so no Accept header turns an answer into 406."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class OneRenderer(DefaultContentNegotiation):
    """Picks the view's first renderer, whatever the caller would rather have (RFC 9110, 12.5.1)."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)
