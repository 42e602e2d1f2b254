"""The cluster that `tools.bench.cluster` breaks: its files, and the load on it."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from tools.bench.cluster.hosts import ADDRESSES, Host
from tools.bench.cluster.load import Paced
from tools.bench.cluster.parts import (
    DEPLOYED,
    SERVERS,
    Passwords,
    backup_variables,
    filled,
    pgbackrest_conf,
)
from tools.bench.cluster.strikes import STRIKES
from tools.local.ports import free_port

HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
needs_haproxy = pytest.mark.skipif(HAPROXY is None, reason="no haproxy")
PAGE = (settings.BASE_DIR / "docs" / "deploy.md").read_text()


def test_the_page_names_every_file():
    assert [file.name for file in DEPLOYED.iterdir() if f"`{file.name}`" not in PAGE] == []


@pytest.mark.parametrize("name", ["one", "two"])
def test_a_host_gets_its_own_settings(name: str, tmp_path: Path):
    passwords = Passwords()

    found = passwords.settings(Host(name=name, folder=tmp_path))

    other = {"one": "two", "two": "one"}[name]
    assert found["WEB_HOST"] == ADDRESSES[name]
    assert f"127.0.0.1:6432,{ADDRESSES[other]}:6432" in found["DATABASE_URL"]
    assert found["EVENT_BUS_URL"].count(passwords.database) == len(ADDRESSES)
    assert not re.search("PASSWORD|SECRET|@[A-Z]+@", " ".join(found.values()))


def test_the_settings_are_variables_of_the_operations_page(tmp_path: Path):
    page = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    found = Passwords().settings(Host(name="one", folder=tmp_path))

    assert [name for name in found if f"`{name}`" not in page] == ["VISION_HOST"]


class _Echo(BaseHTTPRequestHandler):
    """A web that is ready, and says what the balancer told it of the caller."""

    arrived = threading.Semaphore(0)  # slow requests
    go_on = threading.Event()  # what they wait for

    def do_GET(self) -> None:
        if self.path == "/slow":
            self.arrived.release()
            self.go_on.wait(60)
        told = {name: self.headers.get_all(f"X-Forwarded-{name}") for name in ("Proto", "For")}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    do_POST = do_GET  # noqa: N815 (its name)

    def log_message(self, *_: Any) -> None:
        pass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Balancer:
    """The deployed one, before one web; the ports without and with TLS."""

    plain: int
    tls: int
    certificate: str

    def session(self) -> requests.Session:
        session = requests.Session()
        session.verify = self.certificate
        session.trust_env = False  # REQUESTS_CA_BUNDLE would come first
        for scheme in ("http://", "https://"):
            retries = Retry(total=20, backoff_factor=0.05, backoff_max=0.5)
            session.mount(scheme, HTTPAdapter(max_retries=retries))
        return session


@pytest.fixture
def balancer(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[_Balancer]:
    """HAProxy as deployed, but that it lets one caller have three requests, one of them large."""
    seconds_for_a_request = getattr(request, "param", "10s")
    certificate = str(tmp_path / "finishline.pem")
    make = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost"
    name = ["-addext", "subjectAltName=IP:127.0.0.1"]
    into = ["-keyout", certificate, "-out", certificate]
    subprocess.run([*make.split(), *name, *into], check=True, capture_output=True)
    web = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    plain, tls = free_port(), free_port()
    text = (DEPLOYED / "haproxy-front.cfg").read_text()
    for deployed, here in {
        "10.20.0.1:80\n": f"127.0.0.1:{plain}\n",
        "10.20.0.1:443": f"127.0.0.1:{tls}",
        "/etc/haproxy/finishline.pem": certificate,
        "10.20.0.11:8000": f"127.0.0.1:{web.server_port}",
        "    server two 10.20.0.12:8000 check\n": "",
        "timeout http-request 10s": f"timeout http-request {seconds_for_a_request}",
        "gt 100": "gt 3",
        "gt 4 ": "gt 1 ",
    }.items():
        assert deployed in text
        text = text.replace(deployed, here)
    file = tmp_path / "haproxy.cfg"
    file.write_text(text)
    process = subprocess.Popen([str(HAPROXY), "-db", "-f", file])
    _Echo.arrived = threading.Semaphore(0)
    _Echo.go_on.clear()
    try:
        yield _Balancer(plain=plain, tls=tls, certificate=certificate)
    finally:
        _Echo.go_on.set()
        process.terminate()
        process.wait(30)
        web.shutdown()
        web.server_close()


@needs_haproxy
def test_the_balancer_speaks_tls_and_believes_no_caller(balancer: _Balancer):
    with balancer.session() as session:
        there = session.get(f"http://127.0.0.1:{balancer.plain}/x", allow_redirects=False)
        forged = {"X-Forwarded-Proto": "http", "X-Forwarded-For": "192.0.2.7"}
        told = session.get(f"https://127.0.0.1:{balancer.tls}/", headers=forged)

    assert there.status_code == 301
    assert there.headers["Location"] == f"https://127.0.0.1:{balancer.plain}/x"
    # The last one is the balancer's, and TRUSTED_PROXIES=1 believes that one.
    assert told.json() == {"Proto": ["https"], "For": ["192.0.2.7", "127.0.0.1"]}


@needs_haproxy
@pytest.mark.parametrize("balancer", ["1s"], indirect=True)
def test_the_balancer_lets_no_slow_caller_hold_the_web(balancer: _Balancer):
    with balancer.session() as session:
        session.get(f"https://127.0.0.1:{balancer.tls}/")  # it is up
    context = ssl.create_default_context(cafile=balancer.certificate)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{"

    with (
        socket.create_connection(("127.0.0.1", balancer.tls), timeout=30) as raw,
        context.wrap_socket(raw, server_hostname="127.0.0.1") as slow,
    ):
        slow.sendall(head)
        answer = slow.recv(1000)

    assert answer.startswith(b"HTTP/1.1 408")


@needs_haproxy
def test_the_balancer_gives_one_caller_few_large_requests_at_a_time(balancer: _Balancer):
    def send(head: bytes) -> ssl.SSLSocket:
        raw = socket.create_connection(("127.0.0.1", balancer.tls), timeout=30)
        sent = context.wrap_socket(raw, server_hostname="127.0.0.1")
        sent.sendall(b"POST /slow HTTP/1.1\r\nHost: x\r\n" + head)
        return sent

    with balancer.session() as session:
        session.get(f"https://127.0.0.1:{balancer.tls}/")  # it is up
    context = ssl.create_default_context(cafile=balancer.certificate)
    large = b"Content-Length: 90000\r\n\r\n" + b"x" * 80_000
    chunked = b"Transfer-Encoding: chunked\r\n\r\n13880\r\n" + b"x" * 80_000

    with send(large):
        assert _Echo.arrived.acquire(timeout=30)
        with send(chunked) as second:
            assert second.recv(1000).startswith(b"HTTP/1.1 429")


def test_the_large_requests_of_one_caller_leave_the_web_to_others():
    text = (DEPLOYED / "haproxy-front.cfg").read_text()
    [most] = re.findall(r"sc_conn_cur\(1\) gt (\d+)", text)
    procfile = (settings.BASE_DIR / "Procfile").read_text()
    [workers], [threads] = (re.findall(rf"--{n} (\d+)", procfile) for n in ("workers", "threads"))

    assert int(most) <= int(workers) * int(threads) / 2


@needs_haproxy
def test_the_balancer_gives_one_caller_so_many_requests_at_a_time(balancer: _Balancer):
    def ask(path: str) -> int:
        with balancer.session() as session:
            return session.get(f"https://127.0.0.1:{balancer.tls}{path}").status_code

    assert ask("/") == 200
    with ThreadPoolExecutor(3) as pool:
        slow = [pool.submit(ask, "/slow") for _ in range(3)]
        arrived = [_Echo.arrived.acquire(timeout=30) for _ in range(3)]
        refused = ask("/")
        _Echo.go_on.set()

    assert all(arrived)
    assert refused == 429
    assert [each.result() for each in slow] == [200, 200, 200]
    assert ask("/") == 200


def test_each_part_has_its_strike():
    names = " ".join(STRIKES)

    for part in (
        *ADDRESSES,
        "primary",
        "standby",
        "broker",
        "redis",
        "pgbouncer",
        "clock",
        "lines",
    ):
        assert part in names
    assert {"patroni", "rabbitmq", "redis", "pgbouncer"} <= SERVERS.keys()


def test_the_load_is_given_evenly_and_whole():
    paced = Paced([1, 2, 3], seconds=0)

    assert [paced.get_nowait() for _ in range(3)] == [1, 2, 3]


def test_a_host_backs_up_the_folder_of_patroni(tmp_path: Path):
    host = Host(name="one", folder=tmp_path / "one")
    text = pgbackrest_conf("secret")

    patroni = yaml.safe_load(filled((DEPLOYED / "patroni.yaml").read_text(), host))
    data_dir = patroni["postgresql"]["data_dir"]
    assert f"pg1-path={data_dir}\n" in text
    assert text.endswith("[global]\nrepo1-cipher-pass=secret\n")
    assert backup_variables(host)["RECEIVED_WAL"] == str(tmp_path / "backups" / "received")


def test_the_page_of_backups_names_their_rehearsal():
    page = (settings.BASE_DIR / "docs" / "backups.md").read_text()

    assert "`python -m tools.bench.cluster.backups`" in page
