"""The environment, in which a secret may stand in a file: `NAME_FILE` holds the path of `NAME`."""

import environ
from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping


class SecretFiles(FileAwareMapping):  # type: ignore[misc]
    """Environment variables; where `NAME_FILE` is set, `NAME` is what that file holds."""

    def __getitem__(self, name: str) -> str:
        """Return a value, of a file without the line's end that editors add.

        :raises ImproperlyConfigured: the file cannot be read.
        """
        try:
            value: str = super().__getitem__(name)
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: {error.strerror or error}") from error
        return value.rstrip("\r\n") if self.env.get(f"{name}_FILE") else value


class Environment(environ.Env):  # type: ignore[misc]
    """What settings are read from."""

    ENVIRON = SecretFiles()
