"""A page in the browser on which a person labels the photos of an album."""
