from pathlib import Path

import pytest

from vision.settings import InvalidSetting, Settings, settings_from


def test_has_a_default_for_everything():
    assert settings_from({}) == Settings()


def test_reads_the_environment():
    settings = settings_from(
        {
            "DATABASE_URL": "postgres://localhost/x",
            "VISION_KEY": "secret",
            "VISION_FALSE_MATCH": "0.05",
            "VISION_SKETCH_BYTES": "1000000",
            "VISION_THREADS": "2",
            "ALLOW_PRIVATE_IMAGE_URLS": "True",
            "VAR_DIR": "/srv/finishline",
        }
    )

    assert settings == Settings(
        database_url="postgres://localhost/x",
        key="secret",
        false_match=0.05,
        sketch_bytes=1_000_000,
        threads=2,
        allow_private_image_urls=True,
        queue=Path("/srv/finishline/vision/queue.sqlite3"),
        sketches=Path("/srv/finishline/vision/sketches"),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VISION_THREADS", "many"),
        ("VISION_THREADS", "0"),
        ("VISION_IMAGE_SECONDS", "nan"),
        ("VISION_FALSE_MATCH", "1"),
        ("ALLOW_PRIVATE_IMAGE_URLS", "perhaps"),
    ],
)
def test_names_a_variable_that_cannot_be_used(name, value):
    with pytest.raises(InvalidSetting, match=name):
        settings_from({name: value})


def test_a_key_may_stand_in_a_file(tmp_path):
    (tmp_path / "key").write_text("secret\n")

    assert settings_from({"VISION_KEY_FILE": str(tmp_path / "key")}).key == "secret"


def test_a_file_of_a_key_that_is_missing_is_named(tmp_path):
    with pytest.raises(InvalidSetting, match="VISION_KEY_FILE: No such file"):
        settings_from({"VISION_KEY_FILE": str(tmp_path / "missing")})
