"""Lines of JSON are read exactly, however quickly."""

from pathlib import Path

import pytest

from foundation.moving.files import lines_of, write_lines


def data_of(folder: Path, text: str) -> object:
    (folder / "a.jsonl").write_text(text)
    [line] = lines_of(folder / "a.jsonl")
    return line.data if line.problem is None else line.problem.says


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "\\u0000"}',
        '{"a": "\\ud800"}',
        '{"a": 1e999}',
        '{"a": 1E+999 }',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": ' + "9" * 400 + ".5}",
        '{"a": ' + "9" * 5000 + "}",
        '{"a": ' + "[" * 60 + "]" * 60 + "}",
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "b": 1}}',
        '{"a": "\x01"}',
    ],
)
def test_refuses_what_cannot_be_stored(tmp_path: Path, text: str) -> None:
    assert str(data_of(tmp_path, text)).startswith("The line is not JSON")


def test_keeps_what_can(tmp_path: Path) -> None:
    row = '{"a": "5e3a-1e9", "b": 0.10, "c": 1e3, "d": "\\ud83d\\ude00 \\u00fc"}'

    found = data_of(tmp_path, row)

    assert isinstance(found, dict)
    assert [str(value) for value in found.values()] == ["5e3a-1e9", "0.10", "1e3", "😀 ü"]


def test_reads_a_header_as_long_as_a_line(tmp_path: Path) -> None:
    name = "x" * 200_000
    (tmp_path / "a.csv").write_text(f"{name},b\n1,2\n")

    [line] = lines_of(tmp_path / "a.csv")

    assert line.data == {name: "1", "b": "2"}


def test_what_is_written_is_its_owners_alone(tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", [{"a": 1}])

    assert (tmp_path / "a.jsonl").stat().st_mode & 0o077 == 0
