"""What is on each photo of the sample album: data only."""

from dataclasses import dataclass
from enum import StrEnum

from tools.sandbox.sample_album.canvas import Colour


class Hardship(StrEnum):
    """What makes a bib hard to read."""

    NONE = "none"
    FOLDED = "folded"
    COVERED = "covered"
    FADED = "faded"
    SHAKEN = "shaken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """One runner. `x` of the middle and `height` in fractions of the photo, angles in degrees.

    `ground` is the position of the feet, in fractions of the photo from the top; more than 1 cuts
    the legs off. An `astronaut` has a photographed face, the others have a drawn one.
    """

    number: str | None
    x: float
    height: float
    ground: float = 0.95
    yaw: float = 0
    pitch: float = 0
    roll: float = 0
    shirt: Colour = (200, 40, 50)
    shorts: Colour = (30, 32, 44)
    skin: Colour = (214, 168, 138)
    stride: float = 0.5
    hardship: Hardship = Hardship.NONE
    astronaut: bool = False
    listed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One photo. `warmth` from 0 (overcast) to 1 (low sun)."""

    file: str
    seed: int
    runners: tuple[Runner, ...]
    warmth: float = 0.4

    def numbers(self) -> tuple[str, ...]:
        """Return the numbers of the start list that a person can read."""
        return tuple(r.number for r in self.runners if r.number and _readable(r) and r.listed)

    def legible(self) -> tuple[str, ...]:
        """Return the numbers of the start list on bibs that are easy to read."""
        return tuple(
            r.number for r in self.runners if r.number and r.listed and r.hardship is Hardship.NONE
        )

    def faces(self) -> int:
        """Count the photographed faces."""
        return sum(runner.astronaut for runner in self.runners)


def _readable(runner: Runner) -> bool:
    return runner.hardship is not Hardship.COVERED


RED, BLUE, GREEN = (198, 44, 52), (36, 84, 170), (40, 140, 92)
YELLOW, WHITE, BLACK = (232, 190, 40), (226, 228, 230), (36, 38, 44)
PINK, ORANGE, TEAL = (222, 92, 140), (230, 116, 36), (24, 140, 150)
PALE, TAN, BROWN, DARK = (226, 184, 158), (200, 150, 116), (146, 98, 70), (96, 62, 46)

SCENES = (
    Scene(
        file="01-start.jpg",
        seed=1,
        runners=(
            Runner(number="417", x=0.27, height=0.8, shirt=RED, skin=PALE, stride=0.7),
            Runner(number="1052", x=0.55, height=0.86, shirt=BLUE, skin=TAN, yaw=8, stride=0.3),
            Runner(number="88", x=0.82, height=0.78, shirt=YELLOW, skin=BROWN, yaw=-10),
        ),
    ),
    Scene(
        file="02-close.jpg",
        seed=2,
        warmth=0.7,
        runners=(
            Runner(
                number="236", x=0.45, height=1.5, ground=1.5, shirt=TEAL, skin=PALE, astronaut=True
            ),
        ),
    ),
    Scene(
        file="03-in-the-turn.jpg",
        seed=3,
        runners=(
            Runner(number="730", x=0.33, height=0.84, yaw=38, pitch=6, roll=-5, shirt=GREEN),
            Runner(number="1984", x=0.68, height=0.88, yaw=-34, roll=6, shirt=WHITE, skin=DARK),
        ),
    ),
    Scene(
        file="04-far-away.jpg",
        seed=4,
        warmth=0.2,
        runners=(
            Runner(number="59", x=0.14, height=0.48, ground=0.86, shirt=ORANGE, skin=TAN),
            Runner(number="61", x=0.31, height=0.5, ground=0.87, shirt=BLUE, skin=PALE, yaw=6),
            Runner(number="903", x=0.5, height=0.46, ground=0.85, shirt=PINK, skin=BROWN),
            Runner(number="1217", x=0.68, height=0.5, ground=0.87, shirt=BLACK, skin=PALE),
            Runner(number="348", x=0.86, height=0.48, ground=0.86, shirt=GREEN, skin=DARK),
        ),
    ),
    Scene(
        file="05-tilted.jpg",
        seed=5,
        runners=(
            Runner(number="642", x=0.36, height=0.9, roll=17, shirt=PINK, skin=PALE, stride=0.9),
            Runner(number="75", x=0.7, height=0.84, roll=-14, yaw=12, shirt=BLACK, skin=TAN),
        ),
    ),
    Scene(
        file="06-folded.jpg",
        seed=6,
        warmth=0.6,
        runners=(
            Runner(number="811", x=0.3, height=0.9, shirt=BLUE, hardship=Hardship.FOLDED),
            Runner(number="1466", x=0.66, height=0.9, shirt=RED, skin=BROWN, yaw=-6),
        ),
    ),
    Scene(
        file="07-arm-before-it.jpg",
        seed=7,
        runners=(
            Runner(number="2093", x=0.34, height=0.92, shirt=WHITE, hardship=Hardship.COVERED),
            Runner(number="154", x=0.68, height=0.86, shirt=ORANGE, skin=TAN, yaw=5),
        ),
    ),
    Scene(
        file="08-faded.jpg",
        seed=8,
        warmth=0.1,
        runners=(
            Runner(number="387", x=0.32, height=0.9, shirt=GREEN, hardship=Hardship.FADED),
            Runner(number="929", x=0.68, height=0.88, shirt=YELLOW, skin=DARK, yaw=-9),
        ),
    ),
    Scene(
        file="09-shaken.jpg",
        seed=9,
        runners=(
            Runner(number="1190", x=0.32, height=0.9, shirt=RED, hardship=Hardship.SHAKEN),
            Runner(number="46", x=0.69, height=0.9, shirt=TEAL, skin=PALE),
        ),
    ),
    Scene(
        file="10-at-the-finish.jpg",
        seed=10,
        warmth=0.9,
        runners=(
            Runner(
                number="236",
                x=0.36,
                height=1.36,
                ground=1.36,
                shirt=TEAL,
                skin=PALE,
                astronaut=True,
                yaw=-7,
            ),
            Runner(number="572", x=0.76, height=0.8, shirt=BLACK, skin=BROWN),
        ),
    ),
    Scene(
        file="11-a-guest.jpg",
        seed=11,
        runners=(
            Runner(number="8777", x=0.33, height=0.88, shirt=ORANGE, skin=PALE, listed=False),
            Runner(number="6", x=0.67, height=0.86, shirt=BLUE, skin=TAN, yaw=7),
        ),
    ),
    Scene(
        file="12-no-numbers.jpg",
        seed=12,
        warmth=0.8,
        runners=(
            Runner(number=None, x=0.4, height=0.82, shirt=GREEN, skin=DARK),
            Runner(number=None, x=0.66, height=0.8, shirt=PINK, skin=PALE, stride=0.8),
        ),
    ),
)
