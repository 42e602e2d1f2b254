"""Start numbers on photos: pure functions and models from pixels to readings."""
