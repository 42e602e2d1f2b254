"""Faces on photos: boxes and embeddings from pixels."""
