"""The main job on a folder of photos, from the event to the photo service, for everybody to see."""
