"""gunicorn's lines as all others: through the project's handler, without values of requests."""

import logging.config
from typing import Any

from gunicorn.glogging import Logger

from config.logs import LOGGING


class GunicornLog(Logger):  # type: ignore[misc]  # no types
    """Passes gunicorn's lines on; `config.logs` has their level, form and filter."""

    def setup(self, cfg: Any) -> None:
        """Configure the log as Django does, before Django: gunicorn starts first."""
        self.cfg = cfg
        logging.config.dictConfig(LOGGING)

    def access(self, *_: Any) -> None:
        """Leave out a second line for each request, which would have its address as it came."""
