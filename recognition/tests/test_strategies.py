"""What each strategy still needs of whom for a photo."""

import pytest

from recognition.models import FACES, NUMBERS, Account, Photo, Strategy
from recognition.strategies import PIPELINES, has_work, needs, needs_anything, needs_number_provider
from recognition.tests.factories import AlbumFactory, PhotoFactory


def photo_of(strategy: Strategy, *, account: bool, faces: bool, numbers: bool) -> Photo:
    album = AlbumFactory.build(
        strategy=strategy, tenant=None, face_account=Account() if account else None
    )
    return PhotoFactory.build(album=album, face_recognized=faces, number_recognized=numbers)


# Of an album with a face provider and of one without, nothing being recognised yet.
NEEDS = {
    Strategy.DISABLED: ("face provider", ""),
    Strategy.MANUAL: ("face provider, tagator", "tagator"),
    Strategy.NUMBER: ("face provider, number provider", "number provider"),
    Strategy.FACE_NUMBER: ("number provider", "number provider"),
    Strategy.NUMBER_THEN_MANUAL: ("face provider, number provider", "number provider"),
}


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize("account", [True, False])
def test_a_new_photo_needs_whom_its_strategy_names(strategy: Strategy, account: bool) -> None:
    photo = photo_of(strategy, account=account, faces=False, numbers=False)
    asked = NEEDS[strategy][0 if account else 1]

    assert has_work(photo, FACES) == ("face provider" in asked)
    assert needs_number_provider(photo) == ("number provider" in asked)
    assert has_work(photo, NUMBERS) == ("number provider" in asked or "tagator" in asked)


@pytest.mark.parametrize("strategy", list(Strategy))
def test_a_recognised_photo_needs_nothing(strategy: Strategy) -> None:
    photo = photo_of(strategy, account=True, faces=True, numbers=True)

    assert not needs(photo, FACES)
    assert not needs(photo, NUMBERS)
    assert not needs_anything(photo)
    assert not has_work(photo, NUMBERS)


def test_face_number_asks_again_where_only_the_faces_are_missing() -> None:
    photo = photo_of(Strategy.FACE_NUMBER, account=False, faces=False, numbers=True)

    assert needs_number_provider(photo)


def test_every_strategy_has_a_pipeline() -> None:
    assert set(PIPELINES) == set(Strategy)
