"""Designs of bibs: colours, type, what is printed besides the number; each by a seed."""

import random
from dataclasses import dataclass

Colour = tuple[int, int, int]

PAPERS: tuple[Colour, ...] = (
    (246, 246, 244),
    (250, 240, 120),
    (170, 215, 240),
    (190, 235, 190),
    (245, 190, 200),
    (30, 90, 170),
    (200, 40, 45),
    (30, 30, 35),
)
DARK: tuple[Colour, ...] = ((15, 15, 20), (20, 40, 110), (150, 20, 25), (10, 80, 50))
LIGHT: tuple[Colour, ...] = ((250, 250, 250), (255, 235, 90))
BANDS: tuple[Colour, ...] = ((200, 40, 50), (30, 90, 170), (250, 150, 30), (40, 140, 80))
RACES = ("CITY RUN", "HALF MARATHON", "RIVER TRAIL", "NIGHT RACE", "SPRING CUP")
NAMES = ("ANNA", "JONAS", "MARTA", "PEDRO", "LI WEI", "OLGA", "SAMIR", "")
SPONSORS = ("MILK & CO", "FAST SHOES", "BLUE BANK", "WATER", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The look of all bibs of one race.

    `width` is that of the digits in parts of the usual, `slant` how far they lean, `weight` the
    stroke that thickens them, in parts of their height.
    """

    paper: Colour
    ink: Colour
    band: Colour
    has_panel: bool
    race: str
    sponsor: str
    width: float
    slant: float
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bib:
    """A bib of a design, with its number and a name."""

    design: Design
    number: str
    name: str


def design_of(draw: random.Random) -> Design:
    paper = draw.choice(PAPERS)
    return Design(
        paper=paper,
        ink=draw.choice(DARK if sum(paper) > 380 else LIGHT),
        band=draw.choice(BANDS),
        has_panel=draw.random() < 0.3,
        race=draw.choice(RACES),
        sponsor=draw.choice(SPONSORS),
        width=draw.uniform(0.7, 1.1),
        slant=draw.choice((0.0, 0.0, 0.15)),
        weight=draw.uniform(0.01, 0.05),
    )


def bib_of(design: Design, draw: random.Random) -> Bib:
    digits = draw.choices((1, 2, 3, 4, 5), weights=(1, 3, 8, 10, 3))[0]
    number = str(draw.randrange(10 ** (digits - 1), 10**digits))
    return Bib(design=design, number=number, name=draw.choice(NAMES))
