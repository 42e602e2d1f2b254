import pytest

from vision.evaluate import Score, main, score, start_list
from vision.tests.drawing import jpeg, photo_of

TRUE = {"a.jpg": frozenset({"552", "17"}), "b.jpg": frozenset({"918"})}


def test_counts_what_the_start_list_lets_through():
    read = {"a.jpg": frozenset({"552", "55"}), "b.jpg": frozenset({"918", "1918", "123456"})}
    listed = frozenset({"552", "17", "918", "1918", "123456"})

    result = score(read, TRUE, listed)

    assert result == Score(right=2, accepted=3, true=3)
    assert result.precision == pytest.approx(2 / 3)
    assert result.recall == pytest.approx(2 / 3)


def test_mixes_the_true_numbers_with_decoys():
    listed = start_list(TRUE, decoys=1500, largest=9999, seed=1)

    assert len(listed) == 1503
    assert listed > {"552", "17", "918"}
    assert listed == start_list(TRUE, decoys=1500, largest=9999, seed=1)


def test_prints_precision_recall_and_cpu_seconds(tmp_path, capsys):
    (tmp_path / "a.jpg").write_bytes(jpeg(photo_of({"552": (100, 200), "17": (900, 500)})))
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("photo,numbers\na.jpg,552 17\nmissing.jpg,1\n")

    assert main([str(tmp_path), "--numbers", str(numbers), "--seed", "3"]) == 0

    printed = capsys.readouterr().out
    assert "a.jpg: 2 right, missed none" in printed
    assert "missing.jpg: left out" in printed
    assert "precision 1.000  recall 1.000" in printed
    assert "CPU-seconds a photo" in printed
