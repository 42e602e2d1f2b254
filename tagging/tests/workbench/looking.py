"""What the server has of an album: the tests compare it with what was typed."""

from recognition.models import Album
from tagging.models import TaggingTask, TagKind, TaskTag


def numbers_by_photo(album: Album) -> dict[str, list[str]]:
    """Return the numbers of each photo, by what is written on it, in the order of adding."""
    found: dict[str, list[str]] = {
        written_on(task): [] for task in TaggingTask.objects.filter(album=album)
    }
    tags = TaskTag.objects.filter(task__album=album, kind=TagKind.NUMBER).order_by("pk")
    for tag in tags.select_related("task"):
        found[written_on(tag.task)].append(tag.value)
    return {name: values for name, values in found.items() if values}


def states(album: Album) -> dict[str, str]:
    """Return the state of each photo's task, by what is written on the photo."""
    return {written_on(task): task.state for task in TaggingTask.objects.filter(album=album)}


def completed(album: Album) -> list[str]:
    return sorted(name for name, state in states(album).items() if state == "Completed")


def written_on(task: TaggingTask) -> str:
    return task.image_url.rpartition("/")[2].removesuffix(".jpg")
