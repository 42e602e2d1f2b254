"""Which representation is sent: there is one, so no Accept header turns an answer into 406."""

from collections.abc import Sequence

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class OneRenderer(DefaultContentNegotiation):
    """Picks the view's first renderer, whatever the caller would rather have (RFC 9110, 12.5.1)."""

    def select_renderer(
        self,
        request: Request,
        renderers: Sequence[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], str(renderers[0].media_type)
