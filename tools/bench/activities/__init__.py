"""Activities: how fast their task is found, and how fast they are credited."""
