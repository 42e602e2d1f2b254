import json

import pytest

from vision.boxes import Box
from vision.evaluate.__main__ import main
from vision.evaluate.labels import Label, read_labels, start_list
from vision.evaluate.scores import Score, accepted, calibration_error, intervals, reliability, score
from vision.numbers.reading import Alternative, Reading
from vision.tests.drawing import jpeg, photo_of

BOX = Box(left=0.1, top=0.1, width=0.1, height=0.1)


def reading(value, confidence, *alternatives):
    others = tuple(Alternative(value=other, confidence=sure) for other, sure in alternatives)
    return Reading(value=value, confidence=confidence, box=BOX, alternatives=others)


def labels_of(tmp_path, text):
    path = tmp_path / "numbers.csv"
    path.write_text(text)
    return read_labels(path)


def test_an_unsure_number_is_neither_right_nor_wrong(tmp_path):
    labels = labels_of(tmp_path, "photo,numbers,unsure\ncity-1.jpg,552 17,402? ?6[0-9]*\n")

    result = score({"552", "4021", "461", "402", "9"}, labels["city-1.jpg"])

    assert result == Score(right=1, accepted=3, true=2)


def test_the_race_is_a_column_or_the_first_word_or_the_folder(tmp_path):
    rows = "photo,numbers,unsure,race\ncity-1.jpg,1,,\nriver-2.jpg,2,,trail\n0017-a.jpg,3,,\n"

    labels = labels_of(tmp_path, rows)

    assert [label.race for label in labels.values()] == ["city", "trail", tmp_path.name]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("photo,unsure\na.jpg,1\n", "no column numbers"),
        ("photo,numbers\na.jpg,1\n", "no column unsure"),
        ("photo,numbers,unsure\na.jpg,1,(\n", "a.jpg: '(' is not a pattern"),
    ],
)
def test_labels_that_cannot_be_used_are_named(tmp_path, capsys, text, named):
    (tmp_path / "numbers.csv").write_text(text)

    assert main([str(tmp_path), "--numbers", str(tmp_path / "numbers.csv")]) == 1
    assert named in capsys.readouterr().out


def coco(tmp_path, *boxes, image="city-1.jpg"):
    """Write an export of one photo; return its file."""
    path = tmp_path / "annotations.json"
    path.write_text(
        json.dumps(
            {
                "images": [{"id": 1, "file_name": image}, {"id": 2, "file_name": "b.jpg"}],
                "categories": [{"id": 1, "name": "bib"}, {"id": 2, "name": "8037"}],
                "annotations": [
                    {"id": at, "image_id": 1, "category_id": 1, "bbox": [1, 2, 30, 10], **box}
                    for at, box in enumerate(boxes, 1)
                ],
            }
        )
    )
    return path


def test_an_export_of_coco_has_numbers_as_attributes_or_as_names_of_its_labels(tmp_path):
    path = coco(
        tmp_path,
        {"attributes": {"number": " t2182 ", "legible": True}},
        {"attributes": {"number": "552", "legible": False}},
        {"attributes": {"number": "40?2"}},
        {"category_id": 2},
        {},  # a box of something else
    )

    labels = read_labels(path)

    assert list(labels) == ["city-1.jpg", "b.jpg"]
    assert labels["city-1.jpg"].true == {"T2182", "8037"}
    assert [x for x in ("552", "4012", "17") if labels["city-1.jpg"].is_unsure(x)] == [
        "552",
        "4012",
    ]
    assert labels["city-1.jpg"].race == "city"
    assert labels["b.jpg"] == Label(true=frozenset(), race=tmp_path.name)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"images": [{"id": 1}]}', "[" * 100_000, '{"images": 7}']
)
def test_a_damaged_export_is_named(tmp_path, capsys, text):
    path = tmp_path / "annotations.json"
    path.write_text(text)

    assert main([str(tmp_path), "--numbers", str(path)]) == 1
    assert "annotations.json is no export of COCO" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["", "12AB34"])
def test_a_box_without_a_number_is_named(tmp_path, capsys, number):
    path = coco(tmp_path, {"attributes": {"number": "1"}}, {"attributes": {"number": number}})

    assert main([str(tmp_path), "--numbers", str(path)]) == 1
    assert f"city-1.jpg: annotation 2: {number!r} is not a number" in capsys.readouterr().out


def test_a_start_list_has_the_true_numbers_and_decoys_like_them():
    listed = start_list({"552", "17"}, decoys=1500, largest=9999, seed=1)
    lettered = start_list({"T2182", "S0374"}, decoys=1500, largest=9999, seed=1)

    assert (len(listed), len(lettered)) == (1502, 1502)
    assert listed > {"552", "17"}
    assert listed == start_list({"552", "17"}, decoys=1500, largest=9999, seed=1)
    assert all(each[0] in "ST" and each[1:].isdigit() and len(each) == 5 for each in lettered)


def test_what_is_not_listed_gives_way_to_its_only_listed_alternative():
    found = [
        reading("552", 0.9),
        reading("148", 0.5, ("1480", 0.3), ("1481", 0.1)),
        reading("77", 0.6, ("71", 0.2), ("17", 0.2)),
        reading("918", 0.1),
    ]
    listed = frozenset({"552", "1480", "71", "17", "918"})

    assert accepted(found, listed, 0.3) == {"552": 0.9, "1480": 0.3}
    assert accepted(found, None, 0.3) == {"552": 0.9, "148": 0.5, "77": 0.6}


def test_what_was_read_without_letters_is_the_one_number_of_the_list_with_its_digits():
    found = [reading("2182", 0.9), reading("374", 0.9), reading("9T", 0.5, ("9", 0.4))]

    taken = accepted(found, frozenset({"T2182", "S374", "T374", "A9"}), 0.3)

    assert taken == {"T2182": 0.9, "A9": 0.4}


def test_intervals_lie_around_the_figure_and_repeat():
    photos = [Score(right=right, accepted=2, true=2) for right in (2, 2, 1, 2, 0, 2, 2, 1)]

    precision, recall = intervals(photos, seed=3)

    assert precision.low < 12 / 16 < precision.high
    assert (precision, recall) == intervals(photos, seed=3)


def test_reliability_compares_confidence_with_the_share_that_is_right():
    bins = reliability([(0.85, True), (0.81, False), (0.15, False), (1.0, True)])

    assert [(one.count, one.right) for one in bins] == [(1, 0.0), (2, 0.5), (1, 1.0)]
    assert calibration_error(bins) == pytest.approx((0.15 + 2 * 0.33 + 0.0) / 4)


def test_prints_what_each_race_gets_when_it_is_left_out(tmp_path, capsys):
    for name, number in {"city-1.jpg": "552", "river-1.jpg": "8037", "hill-1.jpg": "17"}.items():
        (tmp_path / name).write_bytes(jpeg(photo_of({number: (60, 80)}, size=(320, 240))))
    numbers = tmp_path / "numbers.csv"
    numbers.write_text(
        "photo,numbers,unsure\ncity-1.jpg,552,\nriver-1.jpg,8037,\nhill-1.jpg,17,\nmissing.jpg,1,\n"
    )
    weights = tmp_path / "judgement.json"
    arguments = [str(tmp_path), "--numbers", str(numbers), "--seed", "3"]

    assert main([*arguments, "--leave-one-out", "--fit", str(weights)]) == 0

    printed = capsys.readouterr().out
    assert "city-1.jpg: 1 right, missed none" in printed
    assert "missing.jpg: left out" in printed
    assert "no start list: precision" in printed
    assert "left out, with start lists: precision" in printed
    assert "expected calibration error" in printed
    assert "3 photos up to 720 pixels" in printed
    assert '"two digits"' in weights.read_text()


def test_compares_with_rapidocr_and_needs_three_races_to_leave_one_out(tmp_path, capsys):
    (tmp_path / "a.jpg").write_bytes(jpeg(photo_of({"552": (60, 80)}, size=(320, 240))))
    (tmp_path / "numbers.csv").write_text("photo,numbers,unsure\na.jpg,552,\n")
    arguments = [str(tmp_path), "--numbers", str(tmp_path / "numbers.csv"), "--seed", "1"]

    assert main([*arguments, "--against", "rapidocr"]) == 0
    compared = capsys.readouterr().out
    assert main([*arguments, "--leave-one-out"]) == 0

    assert "RapidOCR, no start list: precision 1.000 (1.000 to 1.000)  recall 1.000" in compared
    assert "RapidOCR, 1 photos up to 720 pixels" in compared
    assert "needs photos of 3 races" in capsys.readouterr().out


def test_a_label_that_is_true_is_not_unsure(tmp_path):
    labels = labels_of(tmp_path, "photo,numbers,unsure\ncity-1.jpg,4021,402?\n")

    assert labels["city-1.jpg"] == Label(
        true=frozenset({"4021"}), unsure=labels["city-1.jpg"].unsure, race="city"
    )
    assert not labels["city-1.jpg"].is_unsure("4021")
