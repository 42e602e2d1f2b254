"""Run a whole Finishline on this machine: `./script/up`."""

import argparse
import fcntl
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tools.local.addresses import Addresses, addresses_of_environment, name_addresses, require_free
from tools.local.environment import prepare
from tools.local.folders import var_folder
from tools.local.installation import Installation, build_installation, require_servers_named
from tools.local.processes import say
from tools.local.refusals import CannotRun
from tools.local.sign_ins import SignIn, SignIns
from tools.local.supervisor import MARK, end_marked

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
API_GROUPS = {
    "AdminApi": "admin-api",
    "ClientApi": "client-api",
    "InternalApi": "internal-api",
    "Callbacks": "callback-api",
    "Activities": "activity-api",
}


class Stopped(BaseException):
    """The user pressed Ctrl-C, or the process got another signal to end."""


def main(arguments: list[str]) -> int:
    """Start everything, run the sample album, stay until a signal comes."""
    parser = argparse.ArgumentParser(prog="./script/up", description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true", help="show the logs as well")
    verbose = parser.parse_args(arguments).verbose
    for number in SIGNALS:
        signal.signal(number, _stop)
    try:
        var = var_folder()
        with _only_one(var):
            _run(var, verbose=verbose)
    except CannotRun as reason:
        print(f"up: {reason}", file=sys.stderr)
        return 1
    except Stopped:
        say("Stopped. Everything is stored; ./script/up continues from here.")
    return 0


def _run(var: Path, *, verbose: bool) -> None:
    began = time.monotonic()
    addresses = addresses_of_environment()
    if left := end_marked(str(var)):
        say(f"Ended {left} processes of a run that was killed")
    require_free(addresses)
    name_addresses(addresses, var)
    servers = prepare()
    require_servers_named()
    os.environ[MARK] = str(var)
    # Else the C library keeps memory apart for each thread that ever asked for some.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    installation = build_installation(var, addresses, servers, verbose=verbose)
    with _stopped_at_the_end(installation):
        sign_ins = installation.start()
        say(_where_to_look(addresses, sign_ins, time.monotonic() - began))
        installation.stay()


@contextmanager
def _only_one(var: Path) -> Iterator[None]:
    """Be the only `up` of this folder; the kernel releases the lock with the process."""
    with (var / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            raise CannotRun(
                f"it runs already (process {lock.read()}): Ctrl-C there stops it"
            ) from error
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


@contextmanager
def _stopped_at_the_end(installation: Installation) -> Iterator[None]:
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        say("\nStopping: work in hand is finished first")
        installation.stop()


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped


def _where_to_look(addresses: Addresses, sign_ins: SignIns, seconds: float) -> str:
    groups = [(name, f"{addresses.web}/{base}/docs") for name, base in API_GROUPS.items()]
    rows = [
        ("Start page", f"{addresses.web}/"),
        ("Staff", f"{addresses.web}/admin/"),
        ("Workbench", f"{addresses.web}/workbench/"),
        *groups,
        ("Sandbox", f"{addresses.sandbox}/"),
        ("Metrics", f"{addresses.web}/metrics (Authorization: Bearer, token in var/metrics-token)"),
        ("Bus", os.environ["EVENT_BUS_URL"]),
    ]
    table = "\n".join(f"  {name:12}{address}" for name, address in rows)
    return (
        f"\nUp after {seconds:.0f} s.\n{table}\n\n"
        "Events: .venv/bin/python manage.py publish TOPIC FILE (docs/first-photo.md)\n"
        f"{_sign_in('Staff', sign_ins.staff)}\n{_sign_in('Taggers', sign_ins.tagger)}\n"
        "Ctrl-C stops everything."
    )


def _sign_in(who: str, account: SignIn) -> str:
    if account.password is None:
        return (
            f"{who} sign in as {account.name}, with the password that the first run printed "
            f"(another one: .venv/bin/python manage.py changepassword {account.name})."
        )
    return (
        f"{who} sign in as {account.name} with the password shown above "
        "(keep it: it is shown once)."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
