"""The variables that a process on one's own machine needs, where they are unset.

A process that has a `SECRET_KEY` is a deployment (or a child of one that was prepared here).
Nothing is set for it: a forgotten `DATABASE_URL` there is an error, not an empty database.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tools.local.addresses import addresses_of_environment, neighbours_at, recall_addresses
from tools.local.folders import kept_secret, var_folder
from tools.local.refusals import CannotRun

if TYPE_CHECKING:
    from tools.local.servers import Servers

OWN_MACHINE = {
    "HTTPS_ONLY": "false",
    "ALLOW_PRIVATE_IMAGE_URLS": "true",
    "WORKBENCH_IMAGE_SOURCES": "https:,http:",
    # Mails stand in the worker's log.
    "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend",
    "DEFAULT_FROM_EMAIL": "Finishline <finishline@localhost>",
}


def prepare_command() -> None:
    """Prepare a command: as `prepare`, and with the addresses of the last `up` of this folder.

    :raises CannotRun: as `prepare`.
    """
    if not _is_deployment():
        recall_addresses(var_folder())
    prepare()


def prepare(*, redis_database: int = 0) -> "Servers | None":
    """Set DATABASE_URL, REDIS_URL, EVENT_BUS_URL and SECRET_KEY where they are unset.

    Celery and caches take `redis_database`, the event bus the one after it. Returns the embedded
    servers where one of them is needed; they are released when the process ends.

    :raises CannotRun: the folder cannot be written to, or a server does not start.
    """
    if _is_deployment():
        return None
    var = var_folder()
    os.environ["SECRET_KEY"] = kept_secret(var / "secret-key")
    for name, value in (OWN_MACHINE | neighbours_at(addresses_of_environment())).items():
        os.environ.setdefault(name, value)
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return None
    servers = _hold_servers(var)
    _name_servers(servers, redis_database)
    return servers


def _is_deployment() -> bool:
    return "SECRET_KEY" in os.environ or "SECRET_KEY_FILE" in os.environ


def _hold_servers(var: Path) -> "Servers":
    # Only here: a deployment, and an `up` on other servers, does without the packages it needs.
    try:
        from tools.local.servers import hold_servers
    except ModuleNotFoundError as missing:
        raise CannotRun(
            f"{missing.name} is not installed: run ./script/up, or set DATABASE_URL and REDIS_URL"
        ) from missing
    return hold_servers(var)


def _name_servers(servers: "Servers", redis_database: int) -> None:
    os.environ.setdefault("DATABASE_URL", servers.postgres.url())
    if "REDIS_URL" in os.environ:
        return
    os.environ["REDIS_URL"] = servers.redis.url(redis_database)
    os.environ.setdefault("EVENT_BUS_URL", servers.redis.url(redis_database + 1))
