"""Errors to Sentry and traces to OpenTelemetry: received by a local server, and without personal data."""

import gzip
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from config.error_reports import remove_personal_data
from tests import servers
from tests.config.conftest import probe_env_in
from tests.servers import ROOT, environment

SECRETS = (
    "Ada Lovelace",
    "ada@example.org",
    "table-code-7Q",
    "crawford-cookie",
    "AdaPhone/9",
    "203.0.113.77",
)
FRAME = {
    "filename": "/home/ada/site/matches/views.py",
    "abs_path": "/home/ada/site/matches/views.py",
    "function": "report",
    "module": "matches.views",
    "lineno": 7,
    "in_app": True,
    "context_line": "    raise ValueError(name)",
    "vars": {"name": "Ada Lovelace"},
}


def test_a_report_keeps_the_place_in_the_code_and_nothing_of_a_person() -> None:
    event = {
        "event_id": "0" * 32,
        "level": "error",
        "logger": "celery.app.trace",
        "logentry": {
            "message": "Task %s failed",
            "formatted": "Task Ada Lovelace failed",
            "params": ["Ada Lovelace"],
        },
        "transaction": "matches.views.report",
        "transaction_info": {"source": "component"},
        "request": {"url": "https://club.example/t/table-code-7Q/", "data": {"email": "ada@example.org"}},
        "user": {"ip_address": "203.0.113.77", "username": "ada"},
        "extra": {"celery-job": {"args": ["ada@example.org"]}},
        "breadcrumbs": {"values": [{"message": "Ada Lovelace"}]},
        "server_name": "laptop-of-ada",
        "contexts": {"trace": {"description": "/t/table-code-7Q/"}},
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "module": "django.db.utils",
                    "value": "Key (name)=(Ada Lovelace) already exists.",
                    "mechanism": {"type": "django", "handled": False, "data": {"name": "Ada Lovelace"}},
                    "stacktrace": {"frames": [FRAME]},
                }
            ]
        },
    }
    assert remove_personal_data(event) == {
        "event_id": "0" * 32,
        "level": "error",
        "logger": "celery.app.trace",
        "logentry": {"message": "Task %s failed"},
        "transaction": "matches.views.report",
        "transaction_info": {"source": "component"},
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "module": "django.db.utils",
                    "mechanism": {"type": "django", "handled": False},
                    "stacktrace": {
                        "frames": [
                            {
                                "filename": "views.py",
                                "function": "report",
                                "module": "matches.views",
                                "lineno": 7,
                                "in_app": True,
                                "context_line": "    raise ValueError(name)",
                            }
                        ]
                    },
                }
            ]
        },
    }


@pytest.mark.parametrize(
    ("logger", "entry", "expected"),
    [
        ("uvicorn.error", {"message": "GET /t/table-code-7Q/ failed", "params": []}, None),
        ("matches.services.outbox", {"message": "A call was dropped.", "params": []}, "A call was dropped."),
        ("django.request", {"message": "%s: token=abc", "params": ["x"]}, "%s: token=[hidden]"),
    ],
)
def test_a_log_line_is_reported_where_it_has_no_values(
    logger: str, entry: dict[str, Any], expected: str | None
) -> None:
    report = remove_personal_data({"logger": logger, "logentry": entry})
    assert report.get("logentry", {}).get("message") == expected


def test_an_address_is_not_reported_as_the_name_of_what_failed() -> None:
    event = {"transaction": "/t/table-code-7Q/", "transaction_info": {"source": "url"}}
    assert remove_personal_data(event) == {}


MANAGE = "import manage; manage.main(['manage.py', 'check'])"
WORKER = "import crawford.__main__ as command; sys.argv = ['crawford', 'worker']; command.main()"


@pytest.mark.parametrize(
    ("variable", "value", "package", "command"),
    [
        ("SENTRY_DSN", "https://key@sentry.example/1", "sentry_sdk", MANAGE),
        ("SENTRY_DSN", "https://key@sentry.example/1", "sentry_sdk", WORKER),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318", "opentelemetry", MANAGE),
    ],
)
def test_a_missing_package_is_named_at_the_start(
    variable: str, value: str, package: str, command: str, tmp_path: Path
) -> None:
    hide = f"import sys; sys.modules['{package}'] = None; {command}"
    process = subprocess.run(
        [sys.executable, "-c", hide],
        cwd=ROOT,
        env=environment({"CRAWFORD_DATA": str(tmp_path), variable: value}),
        capture_output=True,
        text=True,
        check=False,
    )
    # Celery logs the traceback too.
    sentence = process.stderr.splitlines()[-1]
    assert process.returncode == 1
    extra = {"sentry_sdk": "sentry", "opentelemetry": "opentelemetry"}[package]
    assert sentence.startswith(f"CommandError: {variable} is set, but the package")
    assert f"Install crawford[{extra}], or in a clone deploy/requirements-{extra}.txt." in sentence
    assert (ROOT / f"deploy/requirements-{extra}.txt").is_file()


def test_a_wrong_address_of_sentry_is_named_at_the_start(tmp_path: Path) -> None:
    pytest.importorskip("sentry_sdk", reason="needs deploy/requirements-sentry.txt")
    env = environment({"CRAWFORD_DATA": str(tmp_path), "SENTRY_DSN": "sentry.example"})
    command = [sys.executable, "manage.py", "check"]
    process = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert process.stderr == "CommandError: SENTRY_DSN must be written as https://key@host/project.\n"


class Receiver(ThreadingHTTPServer):
    """A server that keeps what is posted to it, by path."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ReceiverHandler)
        self.bodies: list[tuple[str, bytes]] = []

    def get_bodies(self, path: str) -> list[bytes]:
        """What was posted to an address that begins with `path`."""
        return [body for address, body in self.bodies if address.startswith(path)]


class ReceiverHandler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        """Keep a body, unpacked, and the headers it came with."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
        self.server.bodies.append((self.path, str(self.headers).encode() + body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a receiver of reports and traces."""
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def received(tmp_path_factory: pytest.TempPathFactory, migrated_folder: Path) -> Iterator[Receiver]:
    """What a site sends after a page was got and another has failed, both with personal data."""
    pytest.importorskip("sentry_sdk", reason="needs deploy/requirements-sentry.txt")
    pytest.importorskip(
        "opentelemetry.exporter.otlp.proto.http", reason="needs deploy/requirements-opentelemetry.txt"
    )
    with receiver() as server:
        address = f"127.0.0.1:{server.server_port}"
        env = probe_env_in(tmp_path_factory.mktemp("reported"), migrated_folder) | {
            "SENTRY_DSN": f"http://key@{address}/1",
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{address}",
            "OTEL_BSP_SCHEDULE_DELAY": "200",
            "BEHIND_PROXY": "1",
        }
        with servers.site(env) as (site, _):
            for path in ("/t/table-code-7Q/", "/probe/fail/table-code-7Q/"):
                ask(f"{site}{path}?name=Ada%20Lovelace&mail=ada@example.org")
            servers.until(lambda: bool(server.get_bodies("/api/1/envelope/")))
            names = (b"probe-fail", b"matches.tasks.sweep_outbox")
            servers.until(lambda: all(name in b"".join(server.get_bodies("/v1/traces")) for name in names))
        yield server


def ask(address: str) -> None:
    """Ask for a page as somebody with a name, a cookie, a browser and an address."""
    headers = {
        "Cookie": "sessionid=crawford-cookie",
        "User-Agent": "AdaPhone/9",
        "X-Forwarded-For": "203.0.113.77",
        "Referer": "https://club.example/t/table-code-7Q/",
    }
    request = urllib.request.Request(address, headers=headers)
    try:
        urllib.request.urlopen(request, timeout=60).close()
    except urllib.error.HTTPError as error:
        error.close()


@pytest.mark.second_stage
def test_sentry_gets_the_error_and_nothing_of_the_person(received: Receiver) -> None:
    envelopes = received.get_bodies("/api/1/envelope/")
    [envelope] = envelopes
    event = json.loads(envelope.splitlines()[-1])
    [error] = event["exception"]["values"]
    frame = error["stacktrace"]["frames"][-1]
    assert (error["type"], frame["function"], event["transaction"]) == (
        "ValueError",
        "fail",
        "tests.config.probe.urls.fail",
    )
    assert set(event["tags"]) == {"request"}
    assert "server_name" not in event
    assert [secret for secret in SECRETS if secret.encode() in envelope] == []


@pytest.mark.second_stage
def test_opentelemetry_gets_views_and_tasks_and_nothing_of_the_person(received: Receiver) -> None:
    traces = b"".join(received.get_bodies("/v1/traces"))
    for expected in (
        b"GET probe-fail",
        b"probe/fail/<str:code>/",
        b"GET table",
        b"matches.tasks.sweep_outbox",
    ):
        assert expected in traces
    quoted = [secret.replace(" ", "%20") for secret in SECRETS]
    assert [secret for secret in (*SECRETS, *quoted) if secret.encode() in traces] == []
