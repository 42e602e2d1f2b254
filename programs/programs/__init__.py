"""Marketing programs."""
