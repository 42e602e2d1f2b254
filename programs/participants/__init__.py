"""Participants of programs."""
