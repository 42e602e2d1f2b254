"""Each Celery task has its queue from the settings; who sends it may name another."""

from celery import current_app


def test_photos_have_a_queue_of_their_own_and_what_is_not_routed_waits_for_maintenance():
    current_app.loader.import_default_modules()
    own = [name for name in current_app.tasks if not name.startswith("celery.")]
    router = current_app.amqp.router

    queues = {name: router.route({}, name)["queue"].name for name in own}

    of_photos = {"recognition.process_photo", "recognition.apply_callback"}
    assert {name for name, queue in queues.items() if queue == "recognition"} == of_photos
    assert set(queues.values()) == {"recognition", "maintenance"}


def test_no_task_names_its_queue_itself():
    current_app.loader.import_default_modules()

    assert [name for name, task in current_app.tasks.items() if hasattr(task, "queue")] == []
