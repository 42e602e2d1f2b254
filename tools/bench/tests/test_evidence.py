"""Reading by evidence, simulated …"""

from random import Random

from tools.bench.evidence.runs import Run, Tally, read_twice
from tools.bench.evidence.world import World, draw_photos, draw_taggers

PHOTOS = draw_photos(600, Random(1))


def by_evidence(wanted: float, world: World) -> Tally:
    run = Run(
        photos=PHOTOS,
        taggers=draw_taggers(10, world, Random(2)),
        world=world,
        wanted=wanted,
        known_share=0.02,
        chance=Random(3),
    )
    return run.tally_up()


def test_is_righter_than_one_reading_and_cheaper_than_two():
    world = World()
    once, twice = (
        read_twice(PHOTOS, draw_taggers(10, world, Random(2)), world, share, Random(4))
        for share in (0, 1)
    )

    found, surer = by_evidence(0.75, world), by_evidence(0.98, world)

    assert (found.photos, once.a_photo, twice.a_photo) == (len(PHOTOS), 1, 2)
    assert once.share_right < found.share_right <= surer.share_right
    assert 1 < found.a_photo < surer.a_photo < 2


def test_says_less_than_what_is_right_if_all_is_as_assumed():
    found = by_evidence(0.75, World())

    assert found.claimed < found.right


def test_suffers_from_taggers_who_only_take_the_suggestion():
    assert by_evidence(0.75, World(lazy=5)).right < by_evidence(0.75, World()).right
