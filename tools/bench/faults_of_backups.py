"""Faults of the backups: PostgreSQL's archive, and the process that receives WAL."""

import os
from pathlib import Path

import psycopg

from tools.bench.faults import End, Fault, killed
from tools.bench.rehearsal import Rehearsal, make_tables
from tools.local.folders import PROJECT
from tools.local.postgres_server import PostgresServer, program

RECEIVER = "receiver"
_RECEIVE = """
{name}: mkdir -p "$VAR_DIR/received" && \
{program} --dbname="$DATABASE_URL" --slot=receive_wal --create-slot --if-not-exists && \
exec {program} --dbname="$DATABASE_URL" --slot=receive_wal --directory="$VAR_DIR/received"
"""


def procfile_with_receiver() -> str:
    """Return the Procfile with a receiver of WAL beside the processes."""
    receive = _RECEIVE.format(name=RECEIVER, program=program("pg_receivewal"))
    return (PROJECT / "Procfile").read_text() + receive


def make_archived_tables() -> None:
    """Make the tables in a database whose WAL is archived: to nowhere, and with success."""
    server = PostgresServer(var=Path(os.environ["VAR_DIR"]))
    _execute("ALTER SYSTEM SET archive_mode = on", "ALTER SYSTEM SET archive_command = 'true'")
    server.stop()
    server.ensure_running()
    make_tables()
    _execute("SELECT pg_switch_wal()")


def _no_archive(_: Rehearsal) -> End:
    _set_archive_command("false")
    _execute("CREATE TABLE archived_late ()", "DROP TABLE archived_late", "SELECT pg_switch_wal()")
    return lambda: _set_archive_command("true")


def _set_archive_command(command: str) -> None:
    _execute(f"ALTER SYSTEM SET archive_command = '{command}'", "SELECT pg_reload_conf()")


def _execute(*statements: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as database:
        for statement in statements:
            database.execute(statement.encode())


FAULTS_OF_BACKUPS = (
    Fault(alerts=("WalNotArchived",), inject=_no_archive),
    Fault(alerts=("WalNotReceived",), inject=killed(RECEIVER)),
)
