"""An outside tagator service: stores tasks, and calls back what it sees on their photos."""

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from uuid import uuid4

from aiohttp import web

from tools.sandbox.callbacks import Courier
from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import JsonObject
from tools.sandbox.ledger import Ledger
from tools.sandbox.provider import Provider
from tools.sandbox.wire import Call, segment


class TagatorService(Provider):
    """Plays the outside tagator service; its taggers read the truth of a photo.

    Without a `callbackUrl` in its behaviour tasks stay open.
    """

    name = "tagator-service"

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._tasks: dict[str, JsonObject] = {}
        self._counts: Counter[str] = Counter()
        self._courier = Courier(conduct, self.tally)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the routes: wire, state, truth and health."""
        cancel = "/api/v1/photos/{photo}/tasks/cancel"
        return [
            self.wire("POST", "/api/v1/tasks", self._create, _photo_of),
            self.wire("POST", cancel, self._cancel, segment("photo")),
            self.side("GET", "/state", self._state),
            self.side("DELETE", "/state", self._delete_state),
            *self.side_routes(),
        ]

    def forget(self) -> None:
        """Forget every task and the truth, and drop callbacks that are not sent yet."""
        super().forget()
        self._courier.forget()
        self._forget_tasks()

    def lifetime(self) -> AbstractAsyncContextManager[object]:
        """Send callbacks while the sandbox runs."""
        return self._courier.at_work()

    async def _create(self, call: Call) -> web.Response:
        """Create a task, or answer with the photo's open task: a repeat creates no second one."""
        fields = call.fields()
        photo = fields.text("photoId").lower()
        for name in ("albumId", "photographerId", "shootingDate", "imageUrl"):
            fields.maybe_text(name)
        fields.close()
        task = self._open_task(photo)
        self._counts["repeated" if task else "created"] += 1
        if task is not None:
            return web.json_response({"taskId": task["taskId"]})
        made = {**fields.document, "photoId": photo}
        task_id = str(made.get("taskId") or uuid4())
        self._tasks[task_id] = {**made, "taskId": task_id, "state": "Open"}
        self._call_back(self._tasks[task_id])
        return web.json_response({"taskId": task_id}, status=201)

    def _call_back(self, task: JsonObject) -> None:
        """Finish the task and report it as the behaviour says, unless it is cancelled before."""
        url, photo = self.conduct.behaviour.callback_url, task["photoId"]
        if url is None:
            return
        rejected = self.conduct.rejects(photo)
        payload = {
            "taskId": task["taskId"],
            "photoId": photo,
            "state": "Rejected" if rejected else "Completed",
            "tags": [] if rejected else [tag["value"] for tag in self.seen(photo)["tags"]],
            "completedOn": datetime.now(UTC).isoformat(),
        }

        def finish() -> bool:
            if task["state"] == "Open":
                task["state"] = payload["state"]
            return bool(task["state"] == payload["state"])

        self._courier.dispatch(url, photo, payload, finish)

    async def _cancel(self, call: Call) -> web.Response:
        reason = call.document.get("reason") if isinstance(call.document, dict) else None
        task = self._open_task(call.segment("photo"))
        self._counts["cancelled" if task else "nothingToCancel"] += 1
        if task is not None:
            task.update(state="Cancelled", reason=reason)
        return web.Response(status=204)

    def _open_task(self, photo: str) -> JsonObject | None:
        """Return the open task of a photo, if any."""
        return next(
            (t for t in self._tasks.values() if t["photoId"] == photo and t["state"] == "Open"),
            None,
        )

    async def _state(self, call: Call) -> web.Response:
        names = ("created", "repeated", "cancelled", "nothingToCancel")
        counts = {name: self._counts[name] for name in names}
        return web.json_response({"counts": counts, "tasks": list(self._tasks.values())})

    async def _delete_state(self, call: Call) -> web.Response:
        self._courier.forget()
        self._forget_tasks()
        return web.Response(status=204)

    def _forget_tasks(self) -> None:
        self._tasks.clear()
        self._counts.clear()


def _photo_of(call: Call) -> str:
    document = call.document
    return str(document.get("photoId", "")) if isinstance(document, dict) else ""
