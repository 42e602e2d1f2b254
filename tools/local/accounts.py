"""The account that the embedded servers run under: PostgreSQL refuses to be root."""

import os
import pwd
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The account a server runs as; `uid` None: the one that starts it."""

    uid: int | None = None
    gid: int | None = None

    def popen_arguments(self) -> dict[str, Any]:
        """Return what `subprocess` needs to start a program as this account.

        Its environment has three variables only: PGPORT or LC_ALL of a user's shell would change
        what it does, and the supervisor's mark would end it.
        """
        environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        if self.uid is None:
            return {"env": environment}
        return {"env": environment, "user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, *paths: Path) -> None:
        """Give paths to this account."""
        for path in paths:
            if self.uid is not None and self.gid is not None:
                os.chown(path, self.uid, self.gid)


def account_for(folder: Path) -> Account:
    """Choose the account for a server whose data are in a folder.

    For root it is the owner of the folder (or of the nearest one above it that exists); if that is
    root too, the account `nobody`.
    """
    if os.geteuid() != 0:
        return Account()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    status = existing.stat()
    if status.st_uid != 0:
        return Account(uid=status.st_uid, gid=status.st_gid)
    nobody = pwd.getpwnam("nobody")
    return Account(uid=nobody.pw_uid, gid=nobody.pw_gid)


def make_reachable(path: Path, account: Account) -> None:
    """Let an account pass through the folders above a path (search, not list); print which ones."""
    if account.uid is None:
        return
    closed = [folder for folder in path.parents if not _can_pass(folder.stat(), account.uid)]
    for folder in closed:
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) | stat.S_IXOTH)
        print(
            f"made {folder} passable (chmod o+x): PostgreSQL does not run as root", file=sys.stderr
        )


def _can_pass(status: os.stat_result, uid: int) -> bool:
    bit = stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH
    return bool(status.st_mode & bit)
