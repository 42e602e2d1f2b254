"""Migrations since the last release keep the rules that let two versions run on one database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from config.tests.migrations.released import digest_of, released
from config.tests.migrations.rules import faults_of, squawk, write

Key = tuple[str, str]


@pytest.fixture(scope="module")
def loader(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        yield MigrationLoader(connection)


@pytest.fixture(scope="module")
def used(loader) -> Mapping[str, set[str]]:
    """Return tables and columns of the last release."""
    return columns_of(loader.project_state([(app, one.last) for app, one in released().items()]))


def columns_of(state: ProjectState) -> Mapping[str, set[str]]:
    return {
        model._meta.db_table: {field.column for field in model._meta.local_fields}
        for model in state.apps.get_models()
    }


def test_a_released_migration_is_never_changed():
    changed = {app for app, one in released().items() if digest_of(app, one.last) != one.digest}

    assert changed == set(), "make another migration instead"
    assert set(released()) <= {  # an app's first migrations are not released yet
        app
        for app in settings.OWN_APPS
        if (Path(apps.get_app_config(app).path) / "migrations").is_dir()
    }


def test_migrations_since_the_last_release_keep_the_rules(loader, used, tmp_path):
    new = {key: each for key, each in loader.disk_migrations.items() if is_new(key)}
    after = {key for key, each in new.items() if getattr(each, "stage", "") == "after"}
    written = {
        key: write(each, loader.project_state([key], at_end=False)) for key, each in new.items()
    }

    found = [
        (f"{a}.{n}", *fault)
        for (a, n), each in written.items()
        for fault in faults_of(each, used=used, unreleased_after=after)
    ]
    found += squawk(list(written.values()), tmp_path)
    excused = {(str(each), rule) for each in new.values() for rule in getattr(each, "reasons", {})}
    assert [fault for fault in found if fault[:2] not in excused] == []
    assert excused - {fault[:2] for fault in found} == set(), "a reason that is not needed"


def is_new(key: Key) -> bool:
    app, name = key
    is_ours = app in settings.OWN_APPS
    return is_ours and (app not in released() or name > released()[app].last)


PLANTED: Mapping[str, tuple[list[Any], dict[str, Any], set[str]]] = {
    "a required column": (
        [migrations.AddField("rewardlimit", "note", models.TextField(default="-"))],
        {},
        {"ban-drop-default"},
    ),
    "a column with a default of the database": (
        [migrations.AddField("rewardlimit", "note", models.TextField(db_default="-"))],
        {},
        set(),
    ),
    "a column that is removed": (
        [migrations.RemoveField("rewardlimit", "unit")],
        {},
        {"removes-before"},
    ),
    "a column that is removed afterwards, and was used by the release": (
        [migrations.RemoveField("rewardlimit", "unit")],
        {"stage": "after"},
        {"still-used"},
    ),
    "a column that is removed a release after its last use": (
        [migrations.RunSQL('ALTER TABLE "rewards_rewardlimit" DROP COLUMN "forgotten"')],
        {"stage": "after"},
        set(),
    ),
    "a column that is renamed": (
        [migrations.RenameField("rewardlimit", "unit", "measure")],
        {},
        {"renames", "renaming-column"},
    ),
    "a table that is removed": (
        [migrations.DeleteModel("dryrunparticipant")],
        {},
        {"removes-before"},
    ),
    "an index that holds off writers": (
        [migrations.AddIndex("rewardlimit", models.Index(fields=["unit"], name="of_unit"))],
        {},
        {"require-concurrent-index-creation"},
    ),
    "an index that is built beside them, and cannot be repeated": (
        [AddIndexConcurrently("rewardlimit", models.Index(fields=["unit"], name="of_unit"))],
        {"atomic": False},
        {"prefer-robust-stmts"},
    ),
    "an index that is built beside them": (
        [
            migrations.RunSQL('DROP INDEX CONCURRENTLY IF EXISTS "of_unit"'),
            AddIndexConcurrently("rewardlimit", models.Index(fields=["unit"], name="of_unit")),
        ],
        {"atomic": False},
        set(),
    ),
    "a rule that is checked under a lock, before the version before has ended": (
        [
            migrations.AddConstraint(
                "rewardlimit",
                models.CheckConstraint(condition=models.Q(most__gt=1), name="more_than_one"),
            )
        ],
        {},
        {"constraint-missing-not-valid", "narrows-before"},
    ),
    "a rule that is checked later, when the version before has ended": (
        [
            AddConstraintNotValid(
                "rewardlimit",
                models.CheckConstraint(condition=models.Q(most__gt=1), name="more_than_one"),
            )
        ],
        {"stage": "after"},
        set(),
    ),
    "another type": (
        [migrations.AlterField("rewardlimit", "most", models.BigIntegerField())],
        {},
        {"changing-column-type"},
    ),
    "a lock that is held while Django works": (
        [
            migrations.AddField("rewardlimit", "note", models.TextField(null=True)),
            migrations.AddField("rewardlimit", "other", models.TextField(null=True)),
        ],
        {},
        {"lock-not-last"},
    ),
    "a step before that needs one after": (
        [migrations.AddField("rewardlimit", "note", models.TextField(null=True))],
        {"dependencies": [("rewards", "0099_after")]},
        {"depends-on-after"},
    ),
}


def test_each_planted_fault_is_found_and_nothing_else(loader, used, tmp_path):
    planted = {
        case: planted_as(number, *given[:2]) for number, (case, given) in enumerate(PLANTED.items())
    }
    state = loader.project_state([("rewards", released()["rewards"].last)])

    written = {case: write(each, state.clone()) for case, each in planted.items()}

    found: dict[str, set[str]] = {
        case: {
            rule
            for rule, _ in faults_of(each, used=used, unreleased_after={("rewards", "0099_after")})
        }
        for case, each in written.items()
    }
    by_name = {str(each): case for case, each in planted.items()}
    for name, rule, _ in squawk(list(written.values()), tmp_path):
        found[by_name[name]].add(rule)
    assert found == {case: rules for case, (_, _, rules) in PLANTED.items()}


def planted_as(
    number: int, operations: list[Any], attributes: dict[str, Any]
) -> migrations.Migration:
    migration = migrations.Migration(f"planted_{number}", "rewards")
    migration.operations = operations
    for name, value in attributes.items():
        setattr(migration, name, value)
    return migration
