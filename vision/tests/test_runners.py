"""A runner is found on a photo…"""

import pytest

from vision.boxes import Box
from vision.evaluate.labels import labels_of
from vision.evaluate.runners import (
    Delivered,
    DeliveredPerson,
    Pair,
    best_at,
    delivered_pairs,
    runner_scores,
    runners_of,
    tell_runners,
)
from vision.evaluate.scores import total
from vision.labelled.album import LabelledAlbum, LabelledFace, LabelledNumber, LabelledPhoto

LEFT = Box(left=0.1, top=0.1, width=0.1, height=0.1)
RIGHT = Box(left=0.6, top=0.1, width=0.1, height=0.1)


def number(value, wearer=None, **fields):
    return LabelledNumber(value=value, wearer=wearer, **fields)


def face(at, person="", box=LEFT):
    return LabelledFace(id=at, person=person, box=box)


def photo(*labels, **fields):
    return LabelledPhoto(
        numbers=tuple(one for one in labels if isinstance(one, LabelledNumber)),
        faces=tuple(one for one in labels if isinstance(one, LabelledFace)),
        done=True,
        **fields,
    )


def person(person_id, box=LEFT, confidence=0.8):
    return DeliveredPerson(person_id=person_id, confidence=confidence, box=box)


def delivered(*persons, **numbers):
    found = {value.lstrip("n"): confidence for value, confidence in numbers.items()}
    return Delivered(numbers=found, persons=persons)


def pairs_of(album, deliveries, tmp_path):
    labels = labels_of(album, tmp_path / "labels.json")
    return delivered_pairs(album, runners_of(album), deliveries, labels)


def pair(runner, on):
    return Pair(runner=runner, photo=on)


# Anna wears 552 on `a`, her bib is hidden on `b`; 17 has no name; on `c` is a stranger.
ALBUM = LabelledAlbum(
    photos={
        "a": photo(number("552", 1), face(1, "Anna"), number("17")),
        "b": photo(number("552", 1, legible=False), face(1, "Anna"), burst="a"),
        "c": photo(number("9?", None), face(1)),
        "d": photo(number("552")),
    }
)


def test_whose_name_or_number_a_person_saw_there():
    runners = runners_of(ALBUM)

    assert runners.pairs == {pair("Anna", "a"), pair("#17", "a"), pair("Anna", "b")} | {
        pair("Anna", "d")
    }
    assert runners.hidden == {pair("Anna", "b")}
    assert runners.numbers == {"Anna": {"552"}, "#17": {"17"}}


def test_but_not_by_a_number_that_two_wear():
    two = {"e": photo(number("552", 1), face(1, "Ben"))}
    album = LabelledAlbum(photos={**ALBUM.photos, **two})

    assert pair("Anna", "d") not in runners_of(album).pairs
    assert pair("Ben", "e") in runners_of(album).pairs


def test_by_number_or_by_the_person_that_the_face_became(tmp_path):
    found = pairs_of(
        ALBUM,
        {
            "a": delivered(person("p1"), n552=0.9, n17=0.7),
            "b": delivered(person("p1", confidence=0.6)),
            "c": delivered(),
            "d": delivered(),
        },
        tmp_path,
    )

    assert found == {pair("Anna", "a"): 0.9, pair("#17", "a"): 0.7, pair("Anna", "b"): 0.6}


def test_wrongly_by_the_face_of_another_and_by_a_number_of_no_one(tmp_path):
    found = pairs_of(
        ALBUM,
        {"a": delivered(person("p1")), "c": delivered(person("p1"), n4=0.9, n93=0.8)},
        tmp_path,
    )

    assert set(found) == {pair("Anna", "a"), pair("Anna", "c"), pair("#4", "c")}
    score = total(runner_scores(runners_of(ALBUM).pairs, found, ALBUM.photos).values())
    assert (score.right, score.accepted, score.true) == (1, 3, 4)


def test_by_one_person_only_where_the_faces_became_two(tmp_path):
    photos = {str(at): photo(face(1, "Anna")) for at in range(3)}
    ids = {"0": "p1", "1": "p2", "2": "p1"}

    found = pairs_of(
        LabelledAlbum(photos=photos),
        {name: delivered(person(one)) for name, one in ids.items()},
        tmp_path,
    )

    assert set(found) == {pair("Anna", "0"), pair("Anna", "2")}


def test_at_the_bound_with_which_most_are_found_at_a_precision():
    true = frozenset(pair("Anna", str(at)) for at in range(4))
    right = {one: 0.5 + at / 10 for at, one in enumerate(sorted(true, key=lambda one: one.photo))}
    wrong = {pair("Ben", "1"): 0.55, pair("Ben", "2"): 0.2}

    best = best_at(0.9, true, {**right, **wrong})
    most = best_at(0.75, true, {**right, **wrong})

    assert best is not None
    assert most is not None
    assert [best.confidence, best.score.recall] == pytest.approx([0.6, 0.75])
    assert [most.confidence, most.score.recall] == pytest.approx([0.5, 1.0])
    assert best_at(0.9, true, {pair("Ben", "1"): 1.0}) is None


def test_and_what_was_found_is_printed(tmp_path, capsys):
    deliveries = {"a": delivered(person("p1"), n552=0.9), "b": delivered(person("p1"))}

    tell_runners("album", ALBUM, deliveries, labels_of(ALBUM, tmp_path / "labels.json"))

    out = capsys.readouterr().out
    assert "runner found, album: precision 1.000" in out
    assert "(2 right, 2 accepted, 3 true)" in out
    assert "  by numbers alone: precision 1.000" in out
    assert "  in bursts: 2 of 3 pairs found" in out
    assert "  number not legible: 1 of 1 pairs found" in out
    assert "  at a precision of 0.99: recall 0.667, at a confidence of 0.80" in out
