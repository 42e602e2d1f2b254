"""The folder of data, logs and keys."""

import os
import secrets
from pathlib import Path

from tools.local.refusals import CannotRun

PROJECT = Path(__file__).resolve().parent.parent


def var_folder() -> Path:
    """Return the folder for data, logs and keys (`VAR_DIR`, else `var/` in the project).

    :raises CannotRun: it cannot be made or written to.
    """
    folder = Path(os.environ.get("VAR_DIR") or PROJECT / "var").absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CannotRun(
            f"cannot write to {folder} ({error.strerror}): make it writable for this user, "
            "or name another folder with VAR_DIR"
        ) from error
    return folder


def kept_secret(path: Path) -> str:
    """Return the secret kept in a file, made at random the first time; only its owner reads it."""
    while not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        # A link, not a rename: if two processes start together, both use the secret of the first.
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text()
