"""What the version before makes: taggers with tasks, and a program."""

import json
from uuid import UUID

from tools.bench.activities.program import Program
from tools.bench.load import Seed
from tools.bench.upgrade.versions import Version
from tools.bench.works.pool import Person

# Run by the version before, whose tables these are.
_SEED = """
import json, sys
import django
django.setup()
from recognition.models import Photo
from tools.bench.activities import program as runs
from tools.bench.works.pool import add_albums, add_people, add_tasks, token_of_service
tasks, taggers, participants = map(int, sys.argv[1:])
add_tasks(add_albums(4), tasks)
people = [add_people(1, tasks_per_work=(5, 10)[n % 2])[0] for n in range(taggers)]
program = runs.make_program(participants)
runs.add_tasks(program, 40)
print(json.dumps({
    "people": [[str(one.tagator_id), one.email, one.token] for one in people],
    "program": [str(program.program_id), str(program.exercise_id),
                [str(one) for one in program.participants]],
    "source": runs.token_of_a_source(),
    "lead": token_of_service("tagging.manage"),
    "photos": [str(one) for one in Photo.objects.values_list("pk", flat=True)],
}))
"""


def seed(version: Version, tasks: int, taggers: int) -> Seed:
    """Let a version make tagging tasks, taggers and a program."""
    made = json.loads(version.run("-c", _SEED, str(tasks), str(taggers), "50").splitlines()[-1])
    program, exercise, participants = made["program"]
    return Seed(
        people=[Person(tagator_id=UUID(i), email=e, token=t) for i, e, t in made["people"]],
        program=Program(
            program_id=UUID(program),
            exercise_id=UUID(exercise),
            participants=[UUID(one) for one in participants],
        ),
        source_token=made["source"],
        lead_token=made["lead"],
        photos=frozenset(made["photos"]),
    )
