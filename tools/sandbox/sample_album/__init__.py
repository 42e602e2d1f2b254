"""The sample album: race photos that the project draws itself, with their truth."""

from tools.sandbox.sample_album.drawing import Album, Photo, draw, drawn

__all__ = ["Album", "Photo", "draw", "drawn"]
