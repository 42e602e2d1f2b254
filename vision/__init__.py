"""Read start numbers and faces from pixels, and serve both over HTTP. Knows nothing of Django."""
