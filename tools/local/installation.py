"""All processes of one machine: start them in order, restart what dies, stop them."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from tools.local.addresses import Addresses
from tools.local.folders import PROJECT
from tools.local.health import Check, answers, await_health, touched
from tools.local.log_view import LogView
from tools.local.preparing import prepare_apart
from tools.local.processes import say
from tools.local.refusals import CannotRun
from tools.local.servers import Servers
from tools.local.sign_ins import SignIns
from tools.local.supervisor import Supervisor, services_of

TICK_SECONDS = 0.3
HEALTH_SECONDS = 600.0  # at first vision installs its packages: minutes on a slow line
# With fewer processes than a deployment's: each that is loaded takes a tenth of a gigabyte.
PROCFILE = PROJECT / "tools" / "local" / "Procfile"
# vision installs its packages and loads its models while the tables are being migrated.
EARLY = ("vision", "sandbox")


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """Everything that runs; `servers` None where the environment names other ones."""

    var: Path
    addresses: Addresses
    servers: Servers | None
    supervisor: Supervisor
    view: LogView | None

    def start(self) -> SignIns:
        """Start every process, wait until each does its work, and run the samples.

        :raises CannotRun: one of them does not.
        """
        self.supervisor.start(*EARLY)
        say("Migrating the database")
        with prepare_apart() as preparation:
            sign_ins = preparation.sign_ins()
            for made in sign_ins.made_now():
                # At once: it cannot be read later, whatever fails from here on.
                say(f"Made the {made.kind} {made.name} with the password {made.password}")
            say(f"Starting {', '.join(self.supervisor.names())}")
            self.supervisor.start(*self.supervisor.names())
            checks = self._checks()
            await_health(checks, seconds=HEALTH_SECONDS, meanwhile=self._tick_at_start, say=say)
            preparation.run_samples()
            while preparation.is_running():
                self.tick()
                time.sleep(TICK_SECONDS)
        return sign_ins

    def stay(self) -> None:
        """Look after the processes until a signal ends it."""
        while True:
            self.tick()
            time.sleep(TICK_SECONDS)

    def tick(self) -> None:
        """Restart what died and show what was logged."""
        self._heal()
        self.supervisor.tend()
        if self.view:
            self.view.show()

    def _heal(self) -> None:
        try:
            if self.servers:
                self.servers.heal(say)
        except CannotRun as error:
            say(f"{error}; trying again")

    def stop(self) -> None:
        """Stop every process, then the embedded servers."""
        self.supervisor.stop()
        if self.servers:
            self.servers.release()

    def _tick_at_start(self) -> None:
        self.tick()
        self.supervisor.require_steady()

    def _checks(self) -> dict[str, Check]:
        return {
            "sandbox": answers(f"{self.addresses.sandbox}/health"),
            "vision": answers(f"{self.addresses.vision}/health"),
            "web": answers(f"{self.addresses.web}/health/ready"),
            "worker": self.supervisor.lives("worker"),
            "consumer": touched(Path(os.environ["CONSUMER_LIVENESS_FILE"])),
        }


def build_installation(
    var: Path, addresses: Addresses, servers: Servers | None, *, verbose: bool
) -> Installation:
    """Read the Procfile of one's own machine; nothing is started yet."""
    services = services_of(PROCFILE.read_text(), var / "log")
    view = LogView(logs={service.name: service.log for service in services}) if verbose else None
    return Installation(
        var=var,
        addresses=addresses,
        servers=servers,
        supervisor=Supervisor(services=services, say=say),
        view=view,
    )


def require_servers_named() -> None:
    """Check that the database and Redis are named.

    :raises CannotRun: SECRET_KEY is set, so nothing was set for it, and one of them is not.
    """
    for name in ("DATABASE_URL", "REDIS_URL"):
        if name not in os.environ:
            raise CannotRun(f"SECRET_KEY is set but {name} is not: set both, or neither")
