"""`deploy/backups` and its page…"""

import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml
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
    assert f"--slot={settings.WAL_SLOT}" in service["ExecStartPre"]
    assert f"--slot={settings.WAL_SLOT}" in service["ExecStart"]
    assert "target_session_attrs=read-write" in service["ExecStartPre"]
    assert "target_session_attrs=read-write" in service["ExecStart"]
    for script in ("restore", "delete-received"):
        assert subprocess.run(["sh", "-n", FOLDER / script], check=False).returncode == 0


def test_patroni_archives_as_a_single_server_does() -> None:
    text = (FOLDER.parent / "cluster" / "patroni.yaml").read_text()
    patroni = yaml.safe_load(text.replace("name: @NAME@", "name: one"))
    dcs, data_dir = patroni["bootstrap"]["dcs"], patroni["postgresql"]["data_dir"]
    server = dict(line.split(" = ", 1) for line in _lines("postgresql.conf"))
    parameters = dcs["postgresql"]["parameters"]
    shared = ("archive_mode", "archive_command", "archive_timeout", "max_slot_wal_keep_size")
    path = _sections("pgbackrest.conf")[STANZA]["pg1-path"]
    [(before, after)] = re.findall(r"`sed s,(.+?),(.+?), deploy/backups/pgbackrest\.conf", PAGE)

    assert {name: str(parameters[name]) for name in shared} == {
        name: server[name].strip("'") for name in shared
    }
    assert dcs["slots"] == {settings.WAL_SLOT: {"type": "physical"}}
    assert path.replace(before, after) == data_dir
    assert patroni["bootstrap"]["method"] == "initdb"
    assert patroni["bootstrap"]["restore"]["command"] in PAGE


def test_jobs_of_the_database_do_nothing_on_a_standby() -> None:
    _, *jobs = _lines("backups.cron")

    assert [job for job in jobs if "pg_is_in_recovery()')\" = t ] || pgbackrest" not in job] == []


@pytest.mark.skipif(not shutil.which("rsync"), reason="rsync is not installed")
def test_the_file_of_erasures_is_copied(tmp_path: Path) -> None:
    _, job = _lines("erasures.cron")
    source, target = tmp_path / "erasures.jsonl", tmp_path / "copies"
    command = re.sub(r"^(\S+\s+){5}finishline\s+", "", job).replace(r"\%", "%")
    command = command.replace("/var/lib/finishline/erasures.jsonl", str(source))
    command = command.replace("erasures@copies.example.org:finishline/", f"{target}/")
    target.mkdir()

    for text in ("one\n", "one\ntwo\n", ""):
        source.write_text(text)
        subprocess.run(command, shell=True, check=True)

    [before] = target.glob("erasures.jsonl.[1-7]")
    assert before.read_text() == "one\ntwo\n"
    assert (target / "erasures.jsonl").read_text() == ""


def test_received_wal_stays_without_an_archive(tmp_path: Path) -> None:
    segment = tmp_path / "000000010000000000000007"
    segment.touch()
    os.utime(segment, (0, 0))
    own = {"RECEIVED_WAL": str(tmp_path), "ARCHIVED_WAL": str(tmp_path / "archive")}

    script = ["sh", str(FOLDER / "delete-received")]
    done = subprocess.run(script, env=os.environ | own, capture_output=True, check=False)

    assert done.returncode == 1
    assert b"nothing is deleted" in done.stderr
    assert segment.exists()


def test_the_page_stops_every_process_of_containers() -> None:
    compose = yaml.safe_load((FOLDER.parents[1] / "compose.yaml").read_text())
    servers = {"postgres", "redis", "rabbitmq", "migrate"}
    pods = (FOLDER.parent / "kubernetes" / "base").glob("*.yaml")
    objects = [each for file in pods for each in yaml.safe_load_all(file.read_text())]
    kinds = {"deployment": "Deployment", "statefulset": "StatefulSet"}

    [stopped] = re.findall(r"podman-compose stop (.+)", PAGE)
    scaled = re.findall(r"scale (\w+) (.+) --replicas=0", PAGE)

    assert set(stopped.split()) == compose["services"].keys() - servers
    assert {(kinds[kind], name) for kind, names in scaled for name in names.split()} == {
        (each["kind"], each["metadata"]["name"])
        for each in objects
        if "kind" in each and each["kind"] in kinds.values()
    }


def test_the_page_names_files_and_commands_that_exist() -> None:
    commands = set(re.findall(r"manage\.py ([a-z_]+)", PAGE))
    files = set(re.findall(r"deploy/backups/([\w.-]+)", PAGE))

    assert commands - get_commands().keys() == set()
    assert {"reconcile_after_restore", "replay_erasures", "verify_balances"} <= commands
    assert [name for name in sorted(files) if not (FOLDER / name).exists()] == []
    assert [file.name for file in FOLDER.iterdir() if file.name not in PAGE] == []
