"""A labelled album through the product, whole and photo by photo."""
