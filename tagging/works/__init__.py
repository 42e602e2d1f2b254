"""A work of a tagger: taken, tagged, completed, skipped, expired; tasks of photos."""
