"""Enrols people whom another service knew: `python -m vision.enrol SPACE FILE`."""
