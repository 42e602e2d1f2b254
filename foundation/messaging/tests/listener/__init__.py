"""A small app that listens to `tests.happened`, for consumers that tests start as processes."""
