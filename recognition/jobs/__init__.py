"""Long jobs over the photos of an album: started, planned, worked off, followed."""
