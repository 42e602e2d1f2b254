"""A door in front of a server: closed, no connection gets through, as while a server restarts."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Gate:
    """Passes every connection to 127.0.0.1:`port`, from an address that stays the same."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._joining = threading.Lock()
        self._listener = self._listen(0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ends: set[socket.socket] = set()

    def close(self) -> None:
        """Refuse new connections and break those that are open."""
        with self._joining:
            break_off(self._listener)  # a thread that waits in accept() would take one more
            self._listener.close()
            for end in list(self._ends):
                break_off(end)

    def open(self, port: int | None = None) -> None:
        """Accept connections again, to another server if one is given."""
        self._to = port or self._to
        self._listener = self._listen(int(self.url.rpartition(":")[2]))

    def _listen(self, port: int) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                near, _ = listener.accept()
                with self._joining:
                    if listener.fileno() < 0:  # closed meanwhile
                        near.close()
                        return
                    self._join(near)

    def _join(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            near.close()
            return
        for source, target in ((near, far), (far, near)):
            self._ends.add(source)
            threading.Thread(target=self._pass, args=[source, target], daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        break_off(target)
        self._ends.discard(source)


def break_off(end: socket.socket) -> None:
    """Wake all that wait for it, here and at its other end."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def gate_to(port: int) -> Iterator[Gate]:
    gate = Gate(port)
    yield gate
    gate.close()
