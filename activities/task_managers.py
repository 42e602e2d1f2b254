"""The task managers: services that decide about tasks in the old scheme, and a queue for each.

A queue is declared before its manager first runs, and keeps what the manager has not taken yet.
"""

from activities.events import UPLOADED_IMAGES, ActivityApplied, ActivityCreated
from messaging.bus.subscriptions import offer_queue

CREATED, APPLIED = ActivityCreated.topic, ActivityApplied.topic

# By queue, the routing keys bound to it: topics, whatever the activity's type, or a key of its own.
QUEUES = {
    "task-manager.geo-activities": (CREATED, APPLIED),
    "task-manager.invites": (CREATED,),
    "task-manager.quizzes": (CREATED, APPLIED),
    "task-manager.partners": (CREATED,),
    "task-manager.sporadic-activities": (CREATED,),
    "task-manager.image-uploads": (UPLOADED_IMAGES,),
}


def offer_queues() -> None:
    """Have the queue of every task manager declared with its bindings."""
    for name, routing_keys in QUEUES.items():
        offer_queue(name, *routing_keys)
