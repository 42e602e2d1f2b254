"""Settings of tagging."""

import environ

env = environ.Env()

TAGGING_CURRENCY = env.str("TAGGING_CURRENCY", default="EUR")
# Where the workbench may load photos from: sources of a Content Security Policy.
WORKBENCH_IMAGE_SOURCES = env.list("WORKBENCH_IMAGE_SOURCES", default=["https:"])
