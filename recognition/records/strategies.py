"""The five recognition strategies: what each one asks, and which provider.

The table below is the only place with this rule. Everything else (processing, callbacks, selection
for reprocessing) reads it and knows no strategy by name. `processing.processing` has the order.
"""

from dataclasses import dataclass
from enum import Enum, auto

from recognition.records.albums import Album, Strategy
from recognition.records.photos import Photo
from recognition.records.requests import RecognitionType
from recognition.records.steps import FACES, NUMBERS, STEPS, Step


class Faces(Enum):
    """Who recognises faces."""

    FACE_PROVIDER = auto()  # the album's face provider, when it has one
    NUMBER_PROVIDER = auto()  # the number provider, in the same request as the numbers


class Tagging(Enum):
    """When people read the numbers."""

    NEVER = auto()
    ALWAYS = auto()
    WITHOUT_A_NUMBER = auto()  # when the number provider read none that is accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """What a strategy names. By default, faces by the album's face provider, and no numbers."""

    faces: Faces = Faces.FACE_PROVIDER
    request: RecognitionType | None = None  # what the number provider is asked, if it is
    tagging: Tagging = Tagging.NEVER


PIPELINES = {
    Strategy.DISABLED: Pipeline(),
    Strategy.MANUAL: Pipeline(tagging=Tagging.ALWAYS),
    Strategy.NUMBER: Pipeline(request=RecognitionType.NUMBER),
    Strategy.FACE_NUMBER: Pipeline(
        request=RecognitionType.FACE_NUMBER, faces=Faces.NUMBER_PROVIDER
    ),
    Strategy.NUMBER_THEN_MANUAL: Pipeline(
        request=RecognitionType.NUMBER, tagging=Tagging.WITHOUT_A_NUMBER
    ),
}


def pipeline_of(album: Album) -> Pipeline:
    """Return what the album's strategy names."""
    return PIPELINES[Strategy(album.strategy)]


def recognises(album: Album, step: Step) -> bool:
    """Return whether this step is recognised on the album's photos."""
    pipeline = pipeline_of(album)
    if step is NUMBERS:
        return pipeline.request is not None or pipeline.tagging is not Tagging.NEVER
    return pipeline.faces is Faces.NUMBER_PROVIDER or album.face_account_id is not None


def needs(photo: Photo, step: Step) -> bool:
    """Return whether the album's strategy still needs this step of the photo."""
    return recognises(photo.album, step) and not step.of(photo).recognized


def needs_anything(photo: Photo) -> bool:
    """Return whether the album's strategy still needs any step of the photo."""
    return any(needs(photo, step) for step in STEPS)


def needs_number_provider(photo: Photo) -> bool:
    """Return whether a request to the number provider could still give something needed."""
    pipeline = pipeline_of(photo.album)
    faces = pipeline.faces is Faces.NUMBER_PROVIDER and not photo.face_recognized
    return pipeline.request is not None and (faces or not photo.number_recognized)


def has_work(photo: Photo, step: Step) -> bool:
    """Return whether a provider or a tagger must be asked for this step.

    For faces the face provider; for numbers the number provider or a tagger.
    """
    if step is NUMBERS:
        return needs(photo, NUMBERS) or needs_number_provider(photo)
    return pipeline_of(photo.album).faces is Faces.FACE_PROVIDER and needs(photo, FACES)


def has_needless_task(photo: Photo) -> bool:
    """Return whether a tagger has the photo, perhaps reopened, and the strategy asks for none."""
    is_asked = pipeline_of(photo.album).tagging is not Tagging.NEVER
    return photo.tagging_task_id is not None and not is_asked
