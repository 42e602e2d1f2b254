"""The layers hold every module, and foreign keys, which `.importlinter` does not see, as well."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import Model

SHARED = {"records", "staff", "messaging", "rest"}
BELOW = {
    "records": set(),
    "staff": {"records"},
    "messaging": {"records", "staff"},
    "rest": {"records", "staff", "messaging"},
    "exports": SHARED,
    "moving": SHARED,
    "privacy": SHARED,
    "programs": {"privacy", *SHARED},
    "rewards": {"programs", *SHARED},
    "activities": {"rewards", "programs", *SHARED},
    "recognition": {"privacy", *SHARED},
    "tagging": {"recognition", *SHARED},
}


def test_every_app_has_its_layer():
    assert set(BELOW) == settings.OWN_LABELS


def test_no_foreign_key_points_up_or_into_the_other_domain():
    wrong = [
        f"{model._meta.label}.{field.name} -> {target._meta.label}"
        for model, field, target in _references()
        if not _may_point(model._meta.app_label, target._meta.app_label)
    ]

    assert wrong == []


def _references() -> Iterator[tuple[type[Model], Any, type[Any]]]:
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if field.is_relation and field.concrete and isinstance(field.related_model, type):
                yield model, field, field.related_model


def _may_point(source: str, target: str) -> bool:
    if target not in BELOW:
        return True
    return source == target or target in BELOW.get(source, set())


def root_packages() -> set[str]:
    parser = ConfigParser()
    parser.read(settings.BASE_DIR / ".importlinter")
    return set(parser["importlinter"]["root_packages"].split())


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The code alone, in a folder where a test may add to it."""
    for package in root_packages():
        shutil.copytree(
            settings.BASE_DIR / package,
            tmp_path / package,
            ignore=lambda folder, names: [
                name for name in names if not (Path(folder) / name).is_dir() and name[-3:] != ".py"
            ],
        )
    shutil.copy(settings.BASE_DIR / ".importlinter", tmp_path)
    return tmp_path


def lint(folder: Path) -> "subprocess.CompletedProcess[str]":
    # As the program `lint-imports` does, but for the folder of this project on the path.
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, '.'); {program}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.process
def test_every_package_is_held() -> None:
    packages = {path.parent.name for path in settings.BASE_DIR.glob("*/__init__.py")}

    assert root_packages() == packages


@pytest.mark.process
def test_stray_modules_fail_the_gate(copy: Path) -> None:
    for stray in (
        "recognition/helpers.py",
        "foundation/records/text.py",
        "foundation/rest/more/it.py",
        "vision/text.py",
    ):
        module = copy / stray
        module.parent.mkdir(exist_ok=True)
        (module.parent / "__init__.py").touch()
        module.write_text("")

    linted = lint(copy)

    named = {line.strip() for line in linted.stdout.splitlines()}
    assert linted.returncode == 1
    assert {
        "- recognition.helpers",
        "- foundation.records.text",
        "- foundation.rest.more",
        "- vision.text",
    } <= named


@pytest.mark.process
def test_two_siblings_that_import_each_other_fail_the_gate(copy: Path) -> None:
    backoff = copy / "foundation/records/database.py"
    backoff.write_text(f"import foundation.records.models\n{backoff.read_text()}")
    versioned = copy / "foundation/records/models.py"
    versioned.write_text(f"import foundation.records.database\n{versioned.read_text()}")

    linted = lint(copy)

    assert linted.returncode == 1
    assert "No two siblings import each other, at any level BROKEN" in linted.stdout
