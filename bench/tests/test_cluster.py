"""The cluster that `bench.cluster` breaks: its files, and the load on it."""

import re
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from bench.cluster.hosts import ADDRESSES, Host
from bench.cluster.load import Paced
from bench.cluster.parts import (
    DEPLOYED,
    SERVERS,
    Passwords,
    _filled,
    backup_variables,
    pgbackrest_conf,
)
from bench.cluster.strikes import strikes_of

PAGE = (settings.BASE_DIR / "docs" / "deploy.md").read_text()


def test_the_page_names_every_file():
    assert [file.name for file in DEPLOYED.iterdir() if f"`{file.name}`" not in PAGE] == []


@pytest.mark.parametrize("name", ["one", "two"])
def test_a_host_gets_its_own_settings(name: str, tmp_path: Path):
    passwords = Passwords()

    found = passwords.settings(Host(name=name, folder=tmp_path))

    other = {"one": "two", "two": "one"}[name]
    assert found["WEB_HOST"] == ADDRESSES[name]
    assert f"127.0.0.1:6432,{ADDRESSES[other]}:6432" in found["DATABASE_URL"]
    assert found["EVENT_BUS_URL"].count(passwords.database) == len(ADDRESSES)
    assert not re.search("PASSWORD|SECRET|@[A-Z]+@", " ".join(found.values()))


def test_the_settings_are_variables_of_the_operations_page(tmp_path: Path):
    page = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    found = Passwords().settings(Host(name="one", folder=tmp_path))

    assert [name for name in found if f"`{name}`" not in page] == ["VISION_HOST"]


def test_each_part_has_its_strike():
    names = " ".join(strikes_of(None))  # type: ignore[arg-type]

    for part in (
        *ADDRESSES,
        "primary",
        "standby",
        "broker",
        "redis",
        "pgbouncer",
        "clock",
        "lines",
    ):
        assert part in names
    assert {"patroni", "rabbitmq", "redis", "pgbouncer"} <= SERVERS.keys()


def test_the_load_is_given_evenly_and_whole():
    paced = Paced([1, 2, 3], seconds=0)

    assert [paced.get_nowait() for _ in range(3)] == [1, 2, 3]


def test_a_host_backs_up_the_folder_of_patroni(tmp_path: Path):
    host = Host(name="one", folder=tmp_path / "one")
    text = pgbackrest_conf("secret")

    patroni = yaml.safe_load(_filled((DEPLOYED / "patroni.yaml").read_text(), host))
    data_dir = patroni["postgresql"]["data_dir"]
    assert f"pg1-path={data_dir}\n" in text
    assert text.endswith("[global]\nrepo1-cipher-pass=secret\n")
    assert backup_variables(host)["RECEIVED_WAL"] == str(tmp_path / "backups" / "received")


def test_the_page_of_backups_names_their_rehearsal():
    page = (settings.BASE_DIR / "docs" / "backups.md").read_text()

    assert "`python -m bench.cluster.backups`" in page
