"""In place of `podman-compose` where a page is rehearsed: services are processes, not containers.

It reads `compose.yaml`, `.env` and the files of variables as podman-compose does, and runs what the
images would run, with their variables. All share one network: `web-internal` has another port.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import yaml

HERE = Path(__file__).parents[3]
RUNNING = Path("/mnt/containers")
STATIC = RUNNING / "static"
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
SERVERS = {
    "redis": "cd /var/lib/redis && exec {command}",
    "rabbitmq": "mkdir -p /etc/rabbitmq/conf.d /var/lib/rabbitmq && "
    "cp /run/secrets/rabbitmq-user /etc/rabbitmq/conf.d/20-user.conf && "
    "rm -rf /var/lib/rabbitmq/mnesia && exec /usr/lib/rabbitmq/bin/rabbitmq-server",
}


def variables_of(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")


def replaced(text: str, variables: dict[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        name, kind, other = found.groups()
        if kind == "?" and not variables.get(name):
            sys.exit(f"{name} is needed: {other}")
        return variables.get(name) or (other if kind == "-" else "")

    return VARIABLE.sub(value, text)


def service_of(name: str) -> Any:
    text = (HERE / "compose.yaml").read_text()
    services = yaml.safe_load(replaced(text, variables_of(HERE / ".env")))["services"]
    return services[name]


def environment_of(name: str, service: Any) -> dict[str, str]:
    found = {"PATH": f"{HERE}/.venv/bin:{os.environ['PATH']}", "HOME": "/tmp", "LC_ALL": "C.UTF-8"}
    found |= {"VAR_DIR": str(RUNNING / "var"), "STATIC_ROOT": str(STATIC)}
    for file in service.get("env_file", []):
        found |= variables_of(HERE / file["path"])
    found |= service.get("environment", {})
    if name == "web-internal":
        found["WEB_PORT"] = "8001"
    return {key: str(text) for key, text in found.items()}


def run(name: str, command: list[str], given: dict[str, str], *, reads: bool) -> int:
    service = service_of(name)
    environment = environment_of(name, service) | given
    stdin = None if reads else subprocess.DEVNULL
    words = ["script/process", *(command or service["command"])]
    return subprocess.run(words, cwd=HERE, env=environment, stdin=stdin, check=False).returncode


def start(name: str) -> None:
    stop(name)
    service = service_of(name)
    command = service.get("command", [name])
    words = ["script/process", *command]
    if name in SERVERS:
        words = ["sh", "-c", SERVERS[name].format(command=" ".join(command))]
    with (RUNNING / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            words,
            cwd=HERE,
            env=environment_of(name, service),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    (RUNNING / f"{name}.pid").write_text(str(process.pid))


def runs(pid: int) -> bool:
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def stop(name: str) -> None:
    path = RUNNING / f"{name}.pid"
    if not path.exists():
        return
    pid, deadline = int(path.read_text()), monotonic() + 60
    os.kill(pid, signal.SIGTERM)
    while runs(pid):
        if monotonic() > deadline:
            sys.exit(f"{name} does not stop")
        sleep(0.1)
    path.unlink()


def main(verb: str, words: list[str]) -> int:
    given = dict(words[at + 1].split("=", 1) for at, word in enumerate(words) if word == "--env")
    reads = "-T" in words
    while words[0].startswith("-"):
        words = words[2 if words[0] == "--env" else 1 :]
    if verb in ("run", "exec"):
        return run(words[0], words[1:], given, reads=reads)
    for name in words:
        {"up": start, "stop": stop}[verb](name)
    return 0


sys.exit(main(sys.argv[1], sys.argv[2:]))
