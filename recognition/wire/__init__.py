"""Calls of the number provider, the photo service and the tagator service; copies of pictures."""
