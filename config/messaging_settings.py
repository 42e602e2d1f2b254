"""Settings of messaging: outbox, inbox, event bus, consumer."""

from datetime import timedelta

from config.environment import Environment

env = Environment()

# --- Mail ----------------------------------------------------------------------------------------

EMAIL_HOST = env.str("EMAIL_HOST", default="")
EMAIL_BACKEND = env.str("EMAIL_BACKEND", default="django.core.mail.backends.smtp.EmailBackend")
EMAIL_PORT = env.int("EMAIL_PORT", default=25)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=False)
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=10)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="")

# --- Outbox, inbox, bus -------------------------------------------------------------------------

PEER_TIMEOUT = env.float("PEER_TIMEOUT", default=10)
OUTBOX_LEASE = timedelta(seconds=env.int("OUTBOX_LEASE_SECONDS", default=60))
OUTBOX_MAX_ATTEMPTS = env.int("OUTBOX_MAX_ATTEMPTS", default=20)
OUTBOX_MAX_REFUSALS = env.int("OUTBOX_MAX_REFUSALS", default=20)
OUTBOX_BACKOFF_BASE = env.float("OUTBOX_BACKOFF_BASE_SECONDS", default=1)
OUTBOX_BACKOFF_CAP = env.float("OUTBOX_BACKOFF_CAP_SECONDS", default=300)
OUTBOX_BATCH = env.int("OUTBOX_BATCH", default=64)
OUTBOX_PEER_CONNECTIONS = env.int("OUTBOX_PEER_CONNECTIONS", default=16)
OUTBOX_KEEP_DELIVERED = timedelta(days=env.int("OUTBOX_KEEP_DELIVERED_DAYS", default=7))
# The audit
AUDIT_KEEP = timedelta(days=env.int("AUDIT_KEEP_DAYS", default=5 * 366))

INBOX_KEEP = timedelta(days=env.int("INBOX_KEEP_DAYS", default=30))
EVENT_SOURCE = env.str("EVENT_SOURCE", default="/finishline")
CONSUMER_RETRIES = env.int("CONSUMER_RETRIES", default=3)
CONSUMER_BACKOFF_BASE = env.float("CONSUMER_BACKOFF_BASE_SECONDS", default=0.5)
CONSUMER_SHUTDOWN_SECONDS = env.float("CONSUMER_SHUTDOWN_SECONDS", default=25)
CONSUMER_METRICS_PORT = env.int("CONSUMER_METRICS_PORT", default=0)
CONSUMER_LIVENESS_FILE = env.str("CONSUMER_LIVENESS_FILE", default="")
BUS_VISIBILITY_SECONDS = env.int("BUS_VISIBILITY_SECONDS", default=60)
