"""The labels of an album: what a person saw on its photos."""
