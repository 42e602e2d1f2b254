"""Files of an invented former service, as small as they can be, and what may be wrong with them."""

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

G = "0198c3a1-7f3e-7c5e-9a52-{:012x}".format
TENANT, ALBUM, OTHER_ALBUM, PHOTO, ACCOUNT, SPACE = map(G, range(1, 7))
PROGRAM, PARTICIPANT, EXERCISE, TASK, FORMULA, ACTIVITY, TAGATOR, WORK, TAGGING = map(
    G, range(11, 20)
)
ON = "2026-05-17T09:30:00Z"
SPORT = {
    "TrackerId": G(99), "Provider": "Tracker", "Discipline": "running", "StartDate": ON,
    "FinishDate": ON, "Distance": "10.5", "TimeInSeconds": "3465",
    "RefereeingSystemCheckState": "Accepted",
}  # fmt: skip
Folder = dict[str, list[Any]]


def good() -> Folder:
    """Return the rows of a folder without a fault, by kind."""
    return {
        "tenants": [{"tenantId": TENANT}],
        "accounts": [{"accountId": ACCOUNT, "name": "Faces", "provider": "sandbox"}],
        "spaces": [
            {"accountSpaceId": SPACE, "accountId": ACCOUNT, "name": "All", "externalId": "all"}
        ],
        "albums": [
            {"albumId": ALBUM, "tenantId": TENANT, "name": "Race", "strategy": "Number"},
            {"albumId": OTHER_ALBUM, "tenantId": TENANT, "strategy": "Manual"},
        ],
        "custom-tags": [{"albumId": ALBUM, "name": "finish"}],
        "persons": [{"accountSpaceId": SPACE, "faceId": "f1", "personId": "p1"}],
        "person-merges": [
            {"albumId": ALBUM, "personId": "p2", "into": "p1", "mergedOn": ON},
            {"albumId": ALBUM, "personId": "p3", "into": "p2", "mergedOn": ON},
        ],
        "photos": [
            {
                "photoId": PHOTO, "albumId": ALBUM, "numberRecognized": True, "tagsVersion": 3,
                "shootingDate": ON, "numbers": ["12", {"value": "7", "confidence": 0.5}],
            },
            {"photoId": G(30), "albumId": OTHER_ALBUM},
        ],
        "photo-persons": [{"photoId": PHOTO, "personId": "p1"}],
        "tagators": [{"tagatorId": TAGATOR, "email": "Kim@example.org", "name": "Kim",
                      "ratePerTask": "0.15"}],
        "works": [
            {
                "workId": WORK, "tagatorId": TAGATOR, "state": "Completed", "createdOn": ON,
                "expiresOn": ON, "activeSince": ON, "finishedOn": ON, "tasksTotal": 1,
            }
        ],
        "works-and-tasks": [
            {
                "taskId": TAGGING, "photoId": G(30), "workId": WORK, "state": "Completed",
                "tags": ["12"], "history": [
                    {"change": "Completed", "occurredOn": ON, "tagatorId": TAGATOR,
                     "workId": WORK, "activeSeconds": "30.5"}
                ],
            }
        ],
        "programs": [{"marketingProgramId": PROGRAM, "name": "Run"}],
        "participants": [
            {"participantId": PARTICIPANT, "marketingProgramId": PROGRAM, "externalId": "crm-1"}
        ],
        "exercises": [
            {"exerciseId": EXERCISE, "marketingProgramId": PROGRAM, "name": "Run",
             "activityType": "SportActivity"}
        ],
        "tasks": [
            {"participantExerciseTaskId": TASK, "participantId": PARTICIPANT,
             "exerciseId": EXERCISE, "criteria": {"minDistance": 5}}
        ],
        "formulas": [
            {"formulaId": FORMULA, "marketingProgramId": PROGRAM, "name": "By distance",
             "activityType": "SportActivity", "expression": "distance * 2", "isActive": True}
        ],
        "activities": [
            {
                "activityId": ACTIVITY, "participantId": PARTICIPANT, "type": "SportActivity",
                "state": "Applied", "participantExerciseTaskId": TASK, "reward": 21,
                "data": SPORT, "createdOn": ON,
            }
        ],
        "balance-operations": [
            {"balanceOperationId": ACTIVITY, "balanceId": PARTICIPANT, "amount": 21,
             "balanceOperationSourceId": ACTIVITY, "createdOn": ON}
        ],
    }  # fmt: skip


def written(rows: list[Any]) -> bytes:
    lines = (each if isinstance(each, str) else json.dumps(each) for each in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def write(folder: Path, rows: Folder) -> Path:
    folder.mkdir(exist_ok=True)
    for kind, each in rows.items():
        (folder / f"{kind}.jsonl").write_bytes(written(each))
    return folder


# What is wrong: the kind and line that are named, a part of what is said, and how it comes.
Fault = tuple[str, int, str, Callable[[Path, Folder], object]]


def _set(kind: str, **changes: Any) -> Callable[[Path, Folder], object]:
    """Change the first row of a kind; None leaves a field out."""

    def change(folder: Path, rows: Folder) -> None:
        row = {**rows[kind][0], **changes}
        rows[kind][0] = {name: value for name, value in row.items() if value is not None}
        write(folder, {kind: rows[kind]})

    return change


def _add(kind: str, *lines: Any) -> Callable[[Path, Folder], object]:
    return lambda folder, rows: write(folder, {kind: [*rows[kind], *lines]})


def _bytes(
    kind: str, change: Callable[[bytes], bytes], name: str = ""
) -> Callable[[Path, Folder], object]:
    """Write other bytes of a kind's file, perhaps to a file of another name."""

    def act(folder: Path, rows: Folder) -> None:
        (folder / f"{kind}.jsonl").unlink()
        (folder / (name or f"{kind}.jsonl")).write_bytes(change(written(rows[kind])))

    return act


def _and_again(kind: str, **changes: Any) -> Callable[[Path, Folder], object]:
    return lambda folder, rows: write(folder, {kind: [*rows[kind], {**rows[kind][0], **changes}]})


def _csv(kind: str, text: str) -> Callable[[Path, Folder], object]:
    return _bytes(kind, lambda _: text.encode(), f"{kind}.csv")


_OPERATION = {"balanceOperationId": G(50), "balanceId": PARTICIPANT, "createdOn": ON}
FAULTS: Mapping[str, Fault] = {
    "wrong guid": ("albums", 1, "albumId is not a guid", _set("albums", albumId="7")),
    "no id": ("albums", 1, "albumId is missing", _set("albums", albumId=None)),
    "other encoding": ("albums", 1, "is not UTF-8", _bytes(
        "albums", lambda text: text.replace(b"Race", "Läufe".encode("cp1252")))),
    "UTF-16": ("albums", 1, "is not UTF-8", _bytes(
        "albums", lambda text: text.decode().encode("utf-16"))),
    "no JSON": ("albums", 3, "is not JSON", _add("albums", '{"albumId": ')),
    "no object": ("albums", 3, "is no object", _add("albums", "[1]")),
    "key twice": ("albums", 3, "stands twice", _add("albums", '{"name": "a", "name": "b"}')),
    "NUL in a text": ("albums", 3, "not text", _add("albums", '{"name": "a\\u0000"}')),
    "line of 10 MB": ("albums", 3, "more than 4,000,000 bytes", _add("albums", "x" * 10_000_000)),
    "truncated gzip": ("photos", 1, "gzip file ends early", _bytes(
        "photos", lambda text: gzip.compress(text)[:-20], "photos.jsonl.gz")),
    "no gzip": ("photos", 1, "gzip file", _bytes("photos", lambda text: text, "photos.jsonl.gz")),
    "file of no kind": ("photo", 0, "no known kind", lambda folder, rows: write(
        folder, {"photo": rows["photos"]})),
    "two files of a kind": ("albums", 0, "second file", lambda folder, _: (
        folder / "albums.csv").write_text("albumId\n")),
    "row of a table too short": ("tenants", 2, "1 cells, the table 2", _csv(
        "tenants", f"tenantId,recognitionState\n{TENANT}\n")),
    "column of a table twice": ("tenants", 1, "stands twice", _csv(
        "tenants", f"tenantId,tenantId\n{TENANT},{TENANT}\n")),
    "open quote in a table": ("tenants", 2, "no CSV", _csv("tenants", f'tenantId\n"{TENANT}\n')),
    "number in a table that is none": ("albums", 2, "no finite number", _csv(
        "albums", f"albumId,tenantId,minimumConfidence\n{ALBUM},{TENANT},nan\n")),
    "JSON in a table that cannot be stored": ("tasks", 2, "criteria is not JSON", _csv(
        "tasks", "participantExerciseTaskId,participantId,exerciseId,criteria\n"
        f'{TASK},{PARTICIPANT},{EXERCISE},"{{""a"": ""\\ud800""}}"\n')),
    "JSON in a table that is too deep": ("tasks", 2, "criteria is not JSON", _csv(
        "tasks", "participantExerciseTaskId,participantId,exerciseId,criteria\n"
        f"{TASK},{PARTICIPANT},{EXERCISE},{'[' * 100_000}\n")),
    "unknown tenant": ("albums", 1, "neither in tenants nor here", _set("albums", tenantId=G(77))),
    "unknown album": ("photos", 1, "neither in albums nor here", _set("photos", albumId=G(77))),
    "unknown tagger": ("works-and-tasks", 1, "neither in tagators", _set(
        "works-and-tasks", history=[
            {"change": "Completed", "occurredOn": ON, "tagatorId": G(77)}])),
    "double id": ("albums", 3, "line 1 already, again", _and_again("albums")),
    "double id with other data": ("albums", 3, "with other data", _and_again(
        "albums", name="Other")),
    "custom tag twice": ("custom-tags", 2, "line 1 already", _and_again("custom-tags")),
    "number twice on a photo": ("photos", 1, "has one of them twice", _set(
        "photos", numbers=["12", "12"])),
    "e-mail address twice": ("tagators", 2, "is that of line 1", _and_again(
        "tagators", tagatorId=G(78), email="KIM@example.org")),
    "name of an account twice": ("accounts", 2, "is that of line 1", _and_again(
        "accounts", accountId=G(78), name="FACES")),
    "external id twice": ("participants", 2, "is that of line 1", _and_again(
        "participants", participantId=G(78))),
    "hash cut short": ("tagators", 1, "no hash", _set(
        "tagators", passwordHash="pbkdf2_sha256$1000$salt")),
    "number longer than the capacity": ("photos", 1, "TooLong", _set(
        "photos", numbers=["1234567"])),
    "number that is none": ("photos", 1, "NotANumber", _set("photos", numbers=["12a"])),
    "unknown strategy": ("albums", 1, "'Fast', which is not known", _set(
        "albums", strategy="Fast")),
    "capacity out of range": ("albums", 1, "not from 1 to 9", _set(
        "albums", startNumberCapacity=10)),
    "whole number in quotes": ("albums", 1, "not a whole number", _set("albums", priority="5")),
    "truth in quotes": ("photos", 1, "not true or false", _set("photos", faceRecognized="true")),
    "null": ("albums", 1, "is null", lambda folder, rows: write(
        folder, {"albums": [{**rows["albums"][0], "state": None}]})),
    "time without zone": ("photos", 1, "has no time zone", _set(
        "photos", shootingDate="2026-05-17T09:30:00")),
    "time of no calendar": ("photos", 1, "not a moment", _set("photos", shootingDate="17.05.26")),
    "text too long": ("custom-tags", 1, "more than 100 characters", _set(
        "custom-tags", name="x" * 101)),
    "confidence above 1": ("albums", 1, "minimumConfidence", _set("albums", minimumConfidence=2)),
    "space of another account": ("albums", 1, "space of another account", _set(
        "albums", providerSpaceId=SPACE)),
    "no e-mail address": ("tagators", 1, "no e-mail address", _set("tagators", email="Kim")),
    "hash that is none": ("tagators", 1, "no hash", _set("tagators", passwordHash="abc")),
    "rate with five decimals": ("tagators", 1, "decimals", _set("tagators", ratePerTask="0.12345")),
    "work that says no state": ("works", 1, "'Done', which is not known", _set(
        "works", state="Done")),
    "assigned task without work": ("works-and-tasks", 1, "task assigned in a work", _set(
        "works-and-tasks", state="Assigned", workId=None)),
    "cyclic merges": ("person-merges", 3, "closes a circle", _add(
        "person-merges", {"albumId": ALBUM, "personId": "p1", "into": "p3", "mergedOn": ON})),
    "merged into itself": ("person-merges", 1, "closes a circle", _set("person-merges", into="p2")),
    "program that ends before it starts": ("programs", 1, "ends after it starts", _set(
        "programs", startsOn=ON, endsOn="2026-01-01T00:00:00Z")),
    "unknown criterion": ("tasks", 1, "are refused", _set("tasks", criteria={"speed": 3})),
    "completed task without time": ("tasks", 1, "missing of a completed task", _set(
        "tasks", state="Completed")),
    "formula that does not parse": ("formulas", 1, "cannot be read", _set(
        "formulas", expression="distance *")),
    "formula without expression": ("formulas", 1, "expression is missing", _set(
        "formulas", expression=None)),
    "unknown activity type": ("activities", 1, "is not known", _set("activities", type="Swim")),
    "data of a type": ("activities", 1, "is refused", _set(
        "activities", data={**SPORT, "Distance": "0"})),
    "data that are no texts": ("activities", 1, "no text", _set(
        "activities", data={**SPORT, "Distance": 10.5})),
    "applied without a task": ("activities", 1, "is missing", _set(
        "activities", participantExerciseTaskId=None)),
    "two activities of a task": ("activities", 2, "is that of line 1", _and_again(
        "activities", activityId=G(79), reward=None)),
    "negative refill": ("balance-operations", 1, "is negative", _set(
        "balance-operations", amount=-21)),
    "operation twice": ("balance-operations", 2, "line 1 already", _and_again(
        "balance-operations")),
    "reward without activity": ("balance-operations", 2, "neither in activities", _add(
        "balance-operations", {**_OPERATION, "amount": 5, "balanceOperationSourceId": G(50)})),
    "credit that is not the reward": ("balance-operations", 1, "the activity's reward is 21", _set(
        "balance-operations", amount=20)),
    "adjustment without reason": ("balance-operations", 2, "missing of an adjustment", _add(
        "balance-operations", {**_OPERATION, "amount": 5, "balanceOperationSource": "Adjustment"})),
    "balance below zero": ("balance-operations", 2, "makes the balance negative", _add(
        "balance-operations", {**_OPERATION, "amount": -22, "reason": "Twice", "createdBy": "ann",
                               "balanceOperationSource": "Adjustment"})),
}  # fmt: skip
