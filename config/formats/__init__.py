"""Formats of dates and times; Django finds a language's module by its name."""
