"""Runners by their faces: who is who, merges that hold, and who may be on a photo."""
