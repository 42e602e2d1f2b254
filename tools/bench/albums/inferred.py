"""How many hidden numbers are inferred within bursts, and how many of the inferred are right."""

from collections.abc import Mapping

from vision.evaluate.report import tell_scores
from vision.evaluate.runners import Delivered
from vision.evaluate.scores import Score
from vision.labelled.album import LabelledAlbum


def hidden_numbers(album: LabelledAlbum) -> dict[str, set[str]]:
    """Return for each photo the hidden numbers that can be read on another photo of its burst."""
    legible: dict[str, set[str]] = {}
    for name, photo in album.photos.items():
        seen = legible.setdefault(album.burst_of(name), set())
        seen |= {number.value for number in photo.numbers if number.legible}
    return {
        name: {
            number.value
            for number in photo.numbers
            if not number.legible and number.value in legible[album.burst_of(name)]
        }
        for name, photo in album.photos.items()
    }


def inferred_scores(album: LabelledAlbum, delivered: Mapping[str, Delivered]) -> dict[str, Score]:
    """Return a score for each photo: of all that is inferred, and of the hidden numbers."""
    hidden = hidden_numbers(album)
    return {
        name: Score(
            right=len(one.inferred & {number.value for number in album.photos[name].numbers}),
            accepted=len(one.inferred),
            true=len(hidden[name]),
        )
        for name, one in delivered.items()
    }


def tell_inferred(name: str, album: LabelledAlbum, delivered: Mapping[str, Delivered]) -> None:
    tell_scores(f"inferred, {name}", inferred_scores(album, delivered))
