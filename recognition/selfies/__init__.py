"""Selfies: a runner finds the own photos by a face."""
