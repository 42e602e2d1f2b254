"""Topics and receivers of messages in words of staff: on the wire they have names of machines."""


def topic_in_words(topic: str) -> str:
    """Return `Photo published (photos)` for `photos.photo-published`."""
    origin, _, event = topic.rpartition(".")
    words = _spaced(event).capitalize() or "Unknown event"
    return f"{words} ({_spaced(origin)})" if origin else words


def receiver_in_words(lane: str) -> str:
    """Return who is behind a lane: `photo service` for `peer:photo-service`."""
    kind, _, name = lane.partition(":")
    match kind:
        case "peer":
            return _spaced(name)
        case "handler":
            return f"own step “{_spaced(name.rpartition('.')[2])}”"
    return {"bus": "event bus", "mail": "mail server"}.get(lane, lane)


def _spaced(name: str) -> str:
    return " ".join(name.replace(".", " ").replace("-", " ").replace("_", " ").split())
