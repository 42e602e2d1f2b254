"""Metrics of requests, by methods that HTTP has."""

from typing import Any

from django.http import HttpRequest
from django_prometheus.middleware import PrometheusAfterMiddleware

from foundation.rest.traces import method_of


class RequestMetrics(PrometheusAfterMiddleware):  # type: ignore[misc]  # no types
    """Counts and times requests; a stranger's words for methods add no series."""

    def label_metric(
        self, metric: Any, request: HttpRequest, response: Any = None, **labels: str
    ) -> Any:
        if "method" in labels:
            labels["method"] = method_of(request)
        return super().label_metric(metric, request, response, **labels)
