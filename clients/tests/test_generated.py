"""What is generated is what the documents say now, and has all of it."""

import ast
from filecmp import cmp
from pathlib import Path

import pytest

from clients.cookbook import editions
from clients.making import generating
from clients.making.documents import Node, is_page, merged
from clients.tests.npm import node_packages
from config.tests.api_documents import document_of
from finishline_client import models
from finishline_client.model import wire_name
from foundation.rest.groups import GROUPS


@pytest.fixture(scope="module")
def documents() -> list[Node]:
    return [*map(document_of, GROUPS)]


@pytest.fixture(scope="module")
def whole(documents: list[Node]) -> Node:
    return merged(documents, generating.version())


@pytest.mark.process
def test_it_is_not_stale(tmp_path: Path, whole: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    node_packages()
    monkeypatch.setattr(generating, "whole_document", lambda: whole)

    made = list(generating.generate(tmp_path))

    stale = [
        name
        for path in made
        if not cmp(path, generating.CLIENTS / (name := path.relative_to(tmp_path)), shallow=False)
    ]
    assert made
    assert stale == [], "run script/clients"


def test_nothing_generated_is_left_over(whole: Node) -> None:
    folder = generating.CLIENTS / generating.PYTHON / "operations"

    groups = {f"{path.split('/')[1].removesuffix('-api')}.py" for path in whole["paths"]}

    assert {path.name for path in folder.glob("*.py")} == {*groups, "__init__.py"}


def test_the_packages_have_the_version_of_the_api() -> None:
    python = (generating.CLIENTS / "python/pyproject.toml").read_text()
    typescript = (generating.CLIENTS / "typescript/package.json").read_text()

    assert f'\nversion = "{generating.version()}"\n' in python
    assert f'"version": "{generating.version()}"' in typescript


def test_every_field_of_the_documents_has_its_name(whole: Node) -> None:
    wrong = {}
    for name, shape in whole["components"]["schemas"].items():
        if "properties" in shape and not is_page(shape):
            made = getattr(models, name).model_fields
            if {wire_name(field) for field in made} != set(shape["properties"]):
                wrong[name] = sorted(made)
    assert wrong == {}


def test_any_is_said_only_where_the_document_has_no_type(whole: Node) -> None:
    shapes = whole["components"]["schemas"]
    source = ast.parse((generating.CLIENTS / generating.PYTHON / "models.py").read_text())

    vague = {
        (made.name, wire_name(field.target.id))
        for made in ast.walk(source)
        if isinstance(made, ast.ClassDef)
        for field in made.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if "Any" in ast.unparse(field.annotation).replace("AnyUrl", "")
    }

    typed = [(name, field) for name, field in vague if _has_type(shapes[name]["properties"][field])]
    assert typed == []


def _has_type(field: Node) -> bool:
    """Return whether a document says more of a field than that it is a dictionary."""
    inner = field.get("additionalProperties")
    is_free = field.get("type") in ("object", ["object", "null"]) and not isinstance(inner, dict)
    return not (
        is_free or inner == {} or not {"type", "$ref", "oneOf", "allOf", "enum"} & field.keys()
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(editions, "RELEASED", tmp_path)
    monkeypatch.setattr(editions, "build_edition", lambda into: (into / "built").touch())
    return tmp_path


def test_editions_a_release_leaves_three(folder: Path) -> None:
    for version in ("0.0.2", "0.0.9", "0.0.10"):
        (folder / version).mkdir()

    editions.release()

    *before, newest = [each.folder for each in editions.released()]
    assert [each.name for each in before] == ["0.0.9", "0.0.10"]
    assert (newest / "built").exists()


def test_editions_a_release_that_is_made_again_is_made_anew(folder: Path) -> None:
    editions.release()
    [made] = folder.iterdir()
    (made / "old.whl").touch()

    editions.release()

    assert [each.name for each in made.iterdir()] == ["built"]
