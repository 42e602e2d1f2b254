"""Two web servers on two databases of one PostgreSQL: few open tasks in one, many in the other.

Both have the same albums, tagators and keys, so a token works at both.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

import psycopg
from psycopg.sql import SQL, Identifier

from tools.bench.rehearsal import START_SECONDS, Rehearsal
from tools.bench.works.pool import Person, add_albums, add_people, add_tasks, settle_tables
from tools.local.health import answers
from tools.local.ports import kept_port

FEW = 1_000
ALBUMS = 20
OPENED = 3
HOLDERS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A web server and its database."""

    port: int
    database_url: str
    tasks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sites:
    """Both sites, and the people whom both know."""

    few: Site
    many: Site
    albums: Sequence[UUID]
    free: Sequence[Person]  # with all albums
    bound: Person  # with `OPENED` albums
    skipper: Person
    holders: Sequence[Person]


@contextmanager
def run_sites(system: Rehearsal, tasks: int, taggers: int) -> Iterator[Sites]:
    """Fill both databases and start both web servers.

    :param tasks: open tasks in the bigger database; the other one has `FEW`.
    """
    albums = add_albums(ALBUMS)
    add_tasks(albums, FEW)
    free, holders = add_people(taggers), add_people(HOLDERS)
    (bound,), (skipper,) = add_people(1, albums=albums[:OPENED]), add_people(1)
    few_url = _copy_database()
    add_tasks(albums, tasks - FEW)
    settle_tables()
    many = Site(
        port=int(os.environ["WEB_PORT"]), database_url=os.environ["DATABASE_URL"], tasks=tasks
    )
    few = Site(port=_port_of_few(), database_url=few_url, tasks=FEW)
    _start(system, few)
    yield Sites(
        few=few, many=many, albums=albums, free=free, bound=bound, skipper=skipper, holders=holders
    )


def _copy_database() -> str:
    from django.db import connections

    connections.close_all()
    for pooled in connections.all():
        pooled.close_pool()  # type: ignore[attr-defined]
    url, _, name = os.environ["DATABASE_URL"].rpartition("/")
    copy = f"{name}_few"
    with psycopg.connect(f"{url}/postgres", autocommit=True) as server:
        statement = SQL("CREATE DATABASE {} TEMPLATE {}")
        server.execute(statement.format(Identifier(copy), Identifier(name)))
    return f"{url}/{copy}"


def _port_of_few() -> int:
    return kept_port(Path(os.environ["VAR_DIR"]) / "web-few.port")


def _start(system: Rehearsal, few: Site) -> None:
    web = next(service for service in system.supervisor.services if service.name == "web")
    variables = f"export DATABASE_URL='{few.database_url}' WEB_PORT={few.port}"
    second = replace(
        web,
        name="web-few",
        command=f"{variables}; {web.command}",
        log=web.log.with_name("web-few.log"),
    )
    system.supervisor.services.append(second)
    system.supervisor.start("web", "web-few")
    probes = [
        answers(f"http://127.0.0.1:{port}/health/ready")
        for port in (int(os.environ["WEB_PORT"]), few.port)
    ]
    if not system.wait(lambda: all(probe() for probe in probes), START_SECONDS):
        raise RuntimeError("the web servers did not start")
