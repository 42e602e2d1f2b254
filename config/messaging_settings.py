"""Settings of messaging: outbox, inbox, event bus, consumer; how long the audit is kept."""

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
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="")

# --- Outbox, inbox, bus -------------------------------------------------------------------------

PEER_TIMEOUT = env.float("PEER_TIMEOUT", default=10)
OUTBOX_LEASE = timedelta(seconds=env.int("OUTBOX_LEASE_SECONDS", default=60))
OUTBOX_MAX_ATTEMPTS = 20  # of a handler of ours
OUTBOX_MAX_REFUSALS = 20  # by a peer, of one request
OUTBOX_BACKOFF_BASE = 1
OUTBOX_BACKOFF_CAP = env.float("OUTBOX_BACKOFF_CAP_SECONDS", default=300)
OUTBOX_BATCH = 64  # rows of a lane
OUTBOX_PEER_CONNECTIONS = 16  # calls to a peer at once
OUTBOX_KEEP_DELIVERED = timedelta(days=7)
INBOX_KEEP = timedelta(days=30)
# Sent; Held: beside a former service nothing is delivered, credited or mailed.
DELIVERIES = env.str("DELIVERIES", default="Sent")
EVENT_SOURCE = "/finishline"
CONSUMER_RETRIES = 3
CONSUMER_BACKOFF_BASE = 0.5
CONSUMER_SHUTDOWN_SECONDS = 25
CONSUMER_METRICS_PORT = env.int("CONSUMER_METRICS_PORT", default=0)
CONSUMER_LIVENESS_FILE = env.str("CONSUMER_LIVENESS_FILE", default="")
BUS_VISIBILITY_SECONDS = env.int("BUS_VISIBILITY_SECONDS", default=60)

# --- Audit -------------------------------------------------------------------------------------

AUDIT_KEEP = timedelta(days=env.int("AUDIT_KEEP_DAYS", default=5 * 366))
