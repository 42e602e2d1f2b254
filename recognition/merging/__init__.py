"""Two runners that are one, and one that is two: merged, refused, reassigned."""
