"""Receiving: how sources send activities, by callback and by event."""
