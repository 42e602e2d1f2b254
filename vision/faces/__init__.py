"""Faces on photos: functions and models from pixels to boxes and embeddings."""
