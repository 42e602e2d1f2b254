"""The rows of tagging: taggers, tasks, works, histories, tags, readings, pay and questions."""
