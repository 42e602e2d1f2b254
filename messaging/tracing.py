"""The id under which work is traced: bound where it begins, sent with each outgoing call."""

import structlog

HEADER = "X-Request-Id"


def current_request_id() -> str:
    """Return the id of the request that this work belongs to; empty where there is none."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def request_id_headers() -> dict[str, str]:
    """Return the headers that an outgoing call has for the present request."""
    found = current_request_id()
    return {HEADER: found} if found else {}
