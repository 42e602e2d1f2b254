"""Settings from the environment; docs/vision.md lists them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from foundation.fetching.pictures import Limits
from vision.faces.face_model import DLIB
from vision.gallery.gallery import LARGE_SPACE, SKETCH_BYTES
from vision.gallery.matching import DEFAULT_FALSE_MATCH
from vision.images import DEFAULT_MAX_PIXELS

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off", ""})


class InvalidSetting(Exception):
    """An environment variable has an invalid value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Times in seconds, sizes in bytes."""

    database_url: str | None = None
    key: str | None = None
    space: str = "number-provider"
    face_model: str = DLIB.name
    other_face_models: tuple[str, ...] = ()
    distance: float = DLIB.largest
    false_match: float = DEFAULT_FALSE_MATCH
    large_space: int = LARGE_SPACE
    sketch_bytes: int = SKETCH_BYTES
    sketches: Path = Path("var/vision/sketches")
    threads: int = 1
    queue: Path = Path("var/vision/queue.sqlite3")
    queue_limit: int = 1000
    faces_waiting: int = 32
    image_bytes: int = 25_000_000
    image_seconds: float = 20.0
    image_pixels: int = DEFAULT_MAX_PIXELS
    image_attempts: int = 5
    allow_private_image_urls: bool = False
    callback_seconds: float = 15.0
    callback_attempts: int = 20
    longest_pause: float = 300.0
    failed_days: int = 14

    @property
    def image_limits(self) -> Limits:
        """What an image may take that is fetched, and where its host may be."""
        return Limits(
            bytes=self.image_bytes, seconds=self.image_seconds, inside=self.allow_private_image_urls
        )


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Read the settings; a missing one has its default.

    :raises InvalidSetting: names the variable and the value.
    """
    defaults = Settings()
    return Settings(
        database_url=_secret(environment, "DATABASE_URL"),
        key=_secret(environment, "VISION_KEY"),
        face_model=environment.get("VISION_FACE_MODEL", "").strip() or defaults.face_model,
        other_face_models=_names(environment, "VISION_OTHER_FACE_MODELS"),
        false_match=_share(environment, "VISION_FALSE_MATCH", defaults.false_match),
        sketch_bytes=_whole(environment, "VISION_SKETCH_BYTES", defaults.sketch_bytes),
        sketches=_sketches(environment),
        threads=_whole(environment, "VISION_THREADS", defaults.threads),
        queue=_queue(environment),
        queue_limit=_whole(environment, "VISION_QUEUE_LIMIT", defaults.queue_limit),
        image_bytes=_whole(environment, "VISION_IMAGE_BYTES", defaults.image_bytes),
        image_seconds=_number(environment, "VISION_IMAGE_SECONDS", defaults.image_seconds),
        image_attempts=_whole(environment, "VISION_IMAGE_ATTEMPTS", defaults.image_attempts),
        allow_private_image_urls=_truth(environment, "ALLOW_PRIVATE_IMAGE_URLS"),
        callback_attempts=_whole(
            environment, "VISION_CALLBACK_ATTEMPTS", defaults.callback_attempts
        ),
        longest_pause=_number(environment, "VISION_LONGEST_PAUSE", defaults.longest_pause),
    )


def _names(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    parts = (part.strip() for part in environment.get(name, "").split(","))
    return tuple(part for part in parts if part)


def _secret(environment: Mapping[str, str], name: str) -> str | None:
    file = environment.get(f"{name}_FILE")
    if not file:
        return environment.get(name) or None
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n") or None
    except OSError as error:
        raise InvalidSetting(f"{name}_FILE: {error.strerror or error}.") from error


def _number(environment: Mapping[str, str], name: str, default: float) -> float:
    return _parsed(environment, name, default, float)


def _share(environment: Mapping[str, str], name: str, default: float) -> float:
    share = _number(environment, name, default)
    if not share < 1:
        raise InvalidSetting(f"{name} is {share}, not below one.")
    return share


def _whole(environment: Mapping[str, str], name: str, default: int) -> int:
    return int(_parsed(environment, name, default, int))


def _parsed(
    environment: Mapping[str, str], name: str, default: float, parse: Callable[[str], float]
) -> float:
    text = environment.get(name, "").strip()
    if not text:
        return default
    try:
        value = parse(text)
    except ValueError as error:
        raise InvalidSetting(f"{name} is {text!r}, not a number.") from error
    if not value > 0:
        raise InvalidSetting(f"{name} is {text}, not above zero.")
    return value


def _truth(environment: Mapping[str, str], name: str) -> bool:
    text = environment.get(name, "").strip().lower()
    if text not in TRUE | FALSE:
        raise InvalidSetting(f"{name} is {text!r}, neither true nor false.")
    return text in TRUE


def _queue(environment: Mapping[str, str]) -> Path:
    folder = Path(environment.get("VAR_DIR") or "var")
    return Path(environment.get("VISION_QUEUE") or folder / "vision" / "queue.sqlite3")


def _sketches(environment: Mapping[str, str]) -> Path:
    folder = Path(environment.get("VAR_DIR") or "var")
    return folder / "vision" / "sketches"
