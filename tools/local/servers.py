"""The embedded servers: the first process that needs them starts them, the last one stops them.

Every process that uses them holds a shared lock on `var/servers.users` until it ends. The kernel
releases the lock however the process ends, also after `kill -9`.
"""

import atexit
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tools.local.postgres_server import PostgresServer
from tools.local.redis_server import RedisServer


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers:
    """The servers of one folder, and this process's lock."""

    var: Path
    users: IO[bytes]
    owner: int

    @property
    def postgres(self) -> PostgresServer:
        """The database server."""
        return PostgresServer(var=self.var)

    @property
    def redis(self) -> RedisServer:
        """The server of caches, Celery's queues and the event bus."""
        return RedisServer(var=self.var)

    def ensure_running(self) -> None:
        """Start the servers that do not run.

        :raises CannotRun: a server does not start.
        """
        with _changing(self.var):
            self.postgres.ensure_running()
            self.redis.ensure_running()

    def heal(self, say: Callable[[str], object] = lambda _: None) -> None:
        """Start the servers that have died again, on the ports that their clients know; say so.

        One that hangs is left as it is: it may go on.

        :raises CannotRun: a server does not start.
        """
        for name, server in (("PostgreSQL", self.postgres), ("Redis", self.redis)):
            if server.process() is None:
                say(f"{name} died; starting it again")
                with _changing(self.var):
                    server.ensure_running()
                say(f"{name} runs again")

    def release(self) -> None:
        """Release the lock, and stop the servers if no other process has it. Repeatable."""
        if self.users.closed or self.owner != os.getpid():
            return
        with _changing(self.var):
            if self._is_last_user():
                self.redis.stop()
                self.postgres.stop()
            self.users.close()

    def _is_last_user(self) -> bool:
        try:
            fcntl.flock(self.users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def hold_servers(var: Path) -> Servers:
    """Lock the servers of a folder for this process, and start those that do not run.

    They are released when the process ends.

    :raises CannotRun: a server does not start.
    """
    (var / "log").mkdir(exist_ok=True)
    with _changing(var):
        users = (var / "servers.users").open("ab")
        fcntl.flock(users, fcntl.LOCK_SH)
    servers = Servers(var=var, users=users, owner=os.getpid())
    atexit.register(servers.release)
    servers.ensure_running()
    return servers


@contextmanager
def _changing(var: Path) -> Iterator[None]:
    """Let no other process start or stop the servers meanwhile."""
    with (var / "servers.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
