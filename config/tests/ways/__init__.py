"""The ways in, each a page that is followed from top to bottom: their commands are rehearsed."""
