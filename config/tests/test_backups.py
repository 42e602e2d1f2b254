"""`deploy/backups` and its page…"""

import re
import subprocess
from configparser import ConfigParser
from pathlib import Path

from django.conf import settings
from django.core.management import get_commands

FOLDER = Path(settings.BASE_DIR) / "deploy" / "backups"
PAGE = (Path(settings.BASE_DIR) / "docs" / "backups.md").read_text()
STANZA = "finishline"
CRON = re.compile(r"([\d*,/-]+\s+){5}postgres\s+\S.*")


def _sections(name: str) -> ConfigParser:
    parsed = ConfigParser(interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(FOLDER / name)
    return parsed


def _lines(name: str) -> list[str]:
    lines = (FOLDER / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_files_can_be_read_and_agree_on_the_stanza() -> None:
    pgbackrest = _sections("pgbackrest.conf")
    assert STANZA in pgbackrest.sections()
    assert pgbackrest["global"]["repo1-cipher-type"] == "aes-256-cbc"
    assert "repo1-cipher-pass" not in pgbackrest["global"], "the passphrase has its own file"
    server = dict(line.split(" = ", 1) for line in _lines("postgresql.conf"))
    assert server["archive_mode"] == "on"
    assert server["archive_command"] == f"'pgbackrest --stanza={STANZA} archive-push %p'"
    for name in ("backups.cron", "received-wal.cron"):
        variables, *jobs = _lines(name)
        assert variables.startswith("MAILTO=")
        assert [job for job in jobs if not CRON.fullmatch(job)] == []
    service = _sections("finishline-receive-wal.service")["Service"]
    assert "--slot=receive_wal" in service["ExecStartPre"]
    assert "--slot=receive_wal" in service["ExecStart"]
    assert subprocess.run(["sh", "-n", FOLDER / "restore"], check=False).returncode == 0


def test_the_page_names_files_and_commands_that_exist() -> None:
    commands = set(re.findall(r"manage\.py ([a-z_]+)", PAGE))
    files = set(re.findall(r"deploy/backups/([\w.-]+)", PAGE))

    assert commands - get_commands().keys() == set()
    assert {"reconcile_after_restore", "replay_erasures", "verify_balances"} <= commands
    assert [name for name in sorted(files) if not (FOLDER / name).exists()] == []
    assert [file.name for file in FOLDER.iterdir() if file.name not in PAGE] == []
