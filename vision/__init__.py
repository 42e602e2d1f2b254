"""Reads start numbers and faces from pixels, and serves both over HTTP. Without Django."""
