"""The five recognition strategies: what each one asks of whom.

The table below is the whole of it. Everything else (processing, callbacks, selection for
reprocessing) reads it and knows no strategy by name.
"""

from dataclasses import dataclass
from enum import Enum, auto

from recognition.models import Album, Photo, RecognitionType, Strategy


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
    """What a strategy names."""

    faces: Faces
    request: RecognitionType | None
    tagging: Tagging

    @property
    def reads_numbers(self) -> bool:
        return self.request is not None or self.tagging is not Tagging.NEVER


PIPELINES = {
    Strategy.DISABLED: Pipeline(
        faces=Faces.FACE_PROVIDER, request=None, tagging=Tagging.NEVER
    ),
    Strategy.MANUAL: Pipeline(
        faces=Faces.FACE_PROVIDER, request=None, tagging=Tagging.ALWAYS
    ),
    Strategy.NUMBER: Pipeline(
        faces=Faces.FACE_PROVIDER, request=RecognitionType.NUMBER, tagging=Tagging.NEVER
    ),
    Strategy.FACE_NUMBER: Pipeline(
        faces=Faces.NUMBER_PROVIDER, request=RecognitionType.FACE_NUMBER, tagging=Tagging.NEVER
    ),
    Strategy.NUMBER_THEN_MANUAL: Pipeline(
        faces=Faces.FACE_PROVIDER,
        request=RecognitionType.NUMBER,
        tagging=Tagging.WITHOUT_A_NUMBER,
    ),
}  # fmt: skip


def pipeline_of(album: Album) -> Pipeline:
    """Return what the album's strategy names."""
    return PIPELINES[Strategy(album.strategy)]


def recognises_faces(album: Album) -> bool:
    """Say whether the album's photos get their faces recognised at all."""
    by_number_provider = pipeline_of(album).faces is Faces.NUMBER_PROVIDER
    return by_number_provider or album.face_account_id is not None


def needs_faces(photo: Photo) -> bool:
    """Say whether the photo's faces are still to be recognised under its album's strategy."""
    return recognises_faces(photo.album) and not photo.face_recognized


def needs_numbers(photo: Photo) -> bool:
    """Say whether the photo's numbers are still to be read under its album's strategy."""
    return pipeline_of(photo.album).reads_numbers and not photo.number_recognized


def needs_number_provider(photo: Photo) -> bool:
    """Say whether a request to the number provider could still tell something needed."""
    pipeline = pipeline_of(photo.album)
    faces = pipeline.faces is Faces.NUMBER_PROVIDER and not photo.face_recognized
    return pipeline.request is not None and (faces or not photo.number_recognized)


def needs_face_provider(photo: Photo) -> bool:
    """Say whether the album's face provider is still to be asked about the photo."""
    by_face_provider = pipeline_of(photo.album).faces is Faces.FACE_PROVIDER
    return by_face_provider and needs_faces(photo)


def needs_number_step(photo: Photo) -> bool:
    """Say whether the number provider or a tagator is still to be asked about the photo."""
    return needs_numbers(photo) or needs_number_provider(photo)
