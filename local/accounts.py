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
    """Whom a server runs as; `uid` None means the one who starts it."""

    uid: int | None = None
    gid: int | None = None

    def popen_arguments(self) -> dict[str, Any]:
        """Return what `subprocess` needs to start a program as this account.

        Its environment is a plain one: PGPORT or LC_ALL of a user's shell do not reach it, nor
        does the supervisor's mark.
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
    """Choose the account for a server whose data lie in a folder.

    Root steps down to whoever owns the folder (or the nearest one above it that exists), and to
    `nobody` where that is root again.
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
    """Let an account pass through the folders above a path (search only, not list), and say so."""
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
