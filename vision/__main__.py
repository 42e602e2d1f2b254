"""`python -m vision --port 8200`: serve recognition. docs/vision.md lists the settings."""

import argparse
import logging
import os
import sys
from importlib.util import find_spec

NEEDED = ("openvino", "dlib", "rapidocr", "rapidocr_onnxruntime", "face_recognition_models")


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        return _stop(
            f"{', '.join(missing)} not installed; run"
            " `pip install --no-deps -r requirements/vision.txt`"
        )
    return _serve(options.host, options.port)


def _serve(host: str, port: int) -> int:
    # Imported only now: these need the packages that were checked above.
    import psycopg
    from aiohttp import web

    from vision.faces.description import InvalidFaceModel
    from vision.logs import described, log_plainly
    from vision.server import application
    from vision.settings import InvalidSetting, settings_from

    log_plainly()
    try:
        settings = settings_from(os.environ)
        web.run_app(application(settings), host=host, port=port, access_log=None, print=_started)
    except (InvalidSetting, InvalidFaceModel) as error:
        return _stop(str(error))
    except psycopg.Error as error:
        return _stop(f"DATABASE_URL: {described(error)}")
    except OSError as error:
        return _stop(f"cannot serve on {host}:{port}: {error.strerror or error}")
    return 0


def _started(text: str) -> None:
    logging.getLogger("vision").info(text.splitlines()[0])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision", description=__doc__)
    parser.add_argument("--host", default=os.environ.get("VISION_HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=int(os.environ.get("VISION_PORT", "8200")))
    return parser


def _stop(reason: str) -> int:
    sys.stderr.write(f"vision: {reason}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
