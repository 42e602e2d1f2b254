"""Moves a space to another model of faces: `python -m vision.reembed SPACE`."""
