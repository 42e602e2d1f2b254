"""What is reported to others: traces by OpenTelemetry, errors to Sentry. Off by default.

OpenTelemetry reads its other variables itself, such as OTEL_TRACES_SAMPLER.
"""

import tomllib
from pathlib import Path

from config.environment import Environment
from foundation.records.addresses import is_dsn

env = Environment()

_base = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="").rstrip("/")
TRACES_URL = env.str(
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", default=f"{_base}/v1/traces" if _base else ""
)
if env.bool("OTEL_SDK_DISABLED", default=False):
    TRACES_URL = ""
TRACES_HEADERS = env.str("OTEL_EXPORTER_OTLP_HEADERS", default="")
TRACES_SERVICE_NAME = env.str("OTEL_SERVICE_NAME", default="finishline")

SENTRY_DSN = env.str("SENTRY_DSN", default="")
SENTRY_ENVIRONMENT = env.str("SENTRY_ENVIRONMENT", default="production")
# Another text would end in a traceback here; a check of settings reports it.
if SENTRY_DSN and is_dsn(SENTRY_DSN):
    from config.error_reports import report_errors

    _project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    report_errors(SENTRY_DSN, _project["project"]["version"], SENTRY_ENVIRONMENT)
