"""Errors to Sentry: where they happened and of which class they are, without any values.

What is sent is chosen name by name: whatever a later version of the library adds stays here. The
library's own ways around calls of others (headers, spans, breadcrumbs) are not installed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import sentry_sdk
import structlog
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration

from config.error_names import chain, described
from foundation.messaging.tracing import add_trace_ids

_KEPT = (
    "event_id", "timestamp", "platform", "level", "release", "environment", "server_name", "logger",
    "transaction", "transaction_info", "sdk",
)  # fmt: skip
_KEPT_OF_FRAMES = (
    "filename", "abs_path", "function", "module", "lineno", "in_app",
    "pre_context", "context_line", "post_context",
)  # fmt: skip
_TAGS = ("request_id", "task_id", "trace_id")


def report_errors(dsn: str, release: str, environment: str) -> None:
    """Send errors to Sentry, from now on until the process ends."""
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        environment=environment,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None),
            DjangoIntegration(middleware_spans=False, signals_spans=False),
            CeleryIntegration(propagate_traces=False),
            DedupeIntegration(),
            ExcepthookIntegration(),
        ],
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        trace_propagation_targets=[],
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=without_values,
    )


def without_values(event: Any, hint: Mapping[str, Any]) -> Any:
    """Return an event of Sentry with nothing but what is named here."""
    kept = {name: event[name] for name in _KEPT if name in event}
    if (event.get("transaction_info") or {}).get("source") == "url":
        kept.pop("transaction", None)  # not a route: the path of an unknown address
    info = hint.get("exc_info")
    errors = list(chain(info[1])) if info and info[1] is not None else []
    if values := (event.get("exception") or {}).get("values"):
        kept["exception"] = {"values": list(_exceptions(values, errors))}
    record = hint.get("log_record")
    if record is not None:
        # A line of ours has a name; the text of a library's may have values.
        named = record.msg.get("event") if isinstance(record.msg, dict) else None
        kept["logentry"] = {"message": str(named or f"A line of {record.name}")}
    context = add_trace_ids(None, "", structlog.contextvars.get_contextvars())
    kept["tags"] = {name: str(context[name]) for name in _TAGS if name in context}
    return kept


def _exceptions(
    values: list[dict[str, Any]], errors: list[BaseException]
) -> Iterator[dict[str, Any]]:
    words = {type(error).__name__: described(error) for error in errors}
    for each in values:
        frames = (each.get("stacktrace") or {}).get("frames") or []
        yield {
            "type": each.get("type"),
            "module": each.get("module"),
            "value": words.get(str(each.get("type")), ""),
            "stacktrace": {
                "frames": [
                    {name: frame[name] for name in _KEPT_OF_FRAMES if name in frame}
                    for frame in frames
                ]
            },
        }
