"""Settings for tools that only read the code (mypy's plugin): no server is used."""

import os

os.environ.setdefault("SECRET_KEY", "never used to sign anything")
os.environ.setdefault("DATABASE_URL", "postgres://unused@127.0.0.1:1/none")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")

from config.settings import *  # noqa: F403
