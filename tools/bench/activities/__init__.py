"""Activities: how fast they are credited, and what becomes of them when everything breaks."""
