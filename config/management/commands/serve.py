"""Start the site: create or migrate the tables, load the demo into an empty database, serve until stopped."""

import io
import logging
import os
import signal
import socket
import sys
import threading
from argparse import BooleanOptionalAction
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from io import TextIOWrapper
from types import FrameType, TracebackType
from typing import Any, Never

import segno
import uvicorn
from celery.beat import Scheduler, Service
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandParser, call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.urls import resolve, reverse

from config import streams
from config.browser import has_desktop_browser, is_crawford, open_in_browser
from config.celery import app
from config.database_check import check_database
from config.demo_process import start_demo_process
from config.health import find_missing_migrations
from config.heartbeat import HeartbeatThread
from config.server_stop import allow_stop
from config.tables import hold_startup_lock, is_new_database
from config.updates import back_up_before_update, describe_backup, refuse_newer_database
from config.waiting_page import DEMO, TABLES, WaitingServer, show_waiting_page
from matches.accounts.services import issue_setup_link
from matches.records.engines import child_process
from matches.views.links import LOOPBACK, get_lan_address
from tournaments.demo.loader import Links, get_links

# The longest wait for a browser to be started before this process ends.
BROWSER_SECONDS = 10
WILDCARDS = ("0.0.0.0", "::")  # noqa: S104 - addresses to recognise, nothing is bound here


def get_local_address(host: str, port: int) -> str:
    """Return the address of the site on this computer, without a path."""
    name = LOOPBACK if host in WILDCARDS else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def make_startup_message(*, host: str, port: int, setup_token: str | None = None) -> str:
    """Return the text printed at startup; with `setup_token` it contains the setup link."""
    local = get_local_address(host, port)
    network = f"http://{get_lan_address()}:{port}" if host in WILDCARDS else local
    lines = ["", f"  Crawford is open      {local}/"]
    if network != local:
        lines.append(f"  from this network     {network}/")
    demo = get_links()
    if demo:
        lines += _demo_lines(demo, local, network)
    if setup_token:
        lines += _setup_lines(settings.SITE_ADDRESS or network, setup_token)
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def _demo_lines(demo: Links, local: str, network: str) -> list[str]:
    lines = [
        f"  the demo's desk       {local}{demo.desk}",
        f"  sign in as            {demo.username}, password {demo.password}",
    ]
    if demo.table:
        phone = network + demo.table
        lines += [f"  a player's phone      {phone}", "", draw_qr_code(phone)]
    return lines


def _setup_lines(address: str, token: str) -> list[str]:
    return [
        f"  set up this site      {address}{reverse('set-up-site', args=[token])}",
        "                        This link works once: it creates the first account and the first club.",
    ]


def draw_qr_code(address: str) -> str:
    """Return a QR code for `address`, drawn with half blocks for a terminal."""
    output = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(output, border=2, compact=True)
    return output.getvalue()


class EmbeddedCelery(AbstractContextManager["EmbeddedCelery"]):
    """A Celery worker and beat inside the server process.

    Start it in exactly one process, or scheduled tasks are sent twice.
    """

    def __init__(self, *, threads: int = 2) -> None:
        self._worker: Any = app.WorkController(
            pool_cls="threads",
            concurrency=threads,
            hostname="embedded@localhost",
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        self._heartbeat = HeartbeatThread("server")
        self._beat: Any = Service(app, scheduler_cls=Scheduler, max_interval=5)

    def __enter__(self) -> "EmbeddedCelery":
        for name, target in (("celery-worker", self._worker.start), ("celery-beat", self._beat.start)):
            threading.Thread(target=target, name=name, daemon=True).start()
        self._heartbeat.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A worker that waits for GNU Backgammon would not stop before the analysis ends.
        child_process.stop_all()
        self._heartbeat.stop()
        self._beat.stop(wait=False)
        self._worker.stop()


class Command(BaseCommand):
    help = "Serve the site on one port: pages, live streams and, without Redis, Celery's worker and beat."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (0.0.0.0: the whole network)"
        )
        # Those who host containers give the port in a variable.
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"))
        parser.add_argument("--demo", action="store_true", help="load the demo when the database is empty")
        parser.add_argument("--quiet", action="store_true", help="print nothing but warnings")
        parser.add_argument(
            "--open",
            action=BooleanOptionalAction,
            help="open the site in a browser; if omitted, in a terminal on a desktop",
        )

    def handle(self, *, host: str, port: int, demo: bool, quiet: bool, **options: Any) -> None:
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, _exit_on_signal)
        if isinstance(sys.stdout, TextIOWrapper):
            # A terminal that cannot show the QR code still gets everything else.
            sys.stdout.reconfigure(errors="replace")
        self.is_quiet = quiet
        opens_browser = options["open"]
        if opens_browser is None:
            opens_browser = self.stdout.isatty() and has_desktop_browser()
        address = get_local_address(host, port)
        if opens_browser and is_crawford(address):
            self._report(f"Crawford is open already: {address}/")
            open_in_browser(f"{address}/").join(BROWSER_SECONDS)
            return
        server_socket = open_listening_socket(host, port)
        self._start(server_socket, host=host, demo=demo, opens_browser=opens_browser)

    def _start(self, server_socket: socket.socket, *, host: str, demo: bool, opens_browser: bool) -> None:
        port = server_socket.getsockname()[1]
        address = get_local_address(host, port)
        # With the demo the browser opens early, on the waiting page; without it, on the form of a new site.
        if opens_browser and demo:
            open_in_browser(f"{address}/")
        self._prepare(server_socket, demo=demo, address=address)
        token = None if self.is_quiet else issue_setup_link()
        self._report(make_startup_message(host=host, port=port, setup_token=token))
        if opens_browser and not demo:
            open_in_browser(address + (reverse("set-up-site", args=[token]) if token else "/"))
        # Serving opens its own connections: that of this thread would stay open, unused, until the end.
        connections.close_all()
        allow_stop()
        serve(server_socket)

    def _prepare(self, server_socket: socket.socket, *, demo: bool, address: str) -> None:
        """Make the database ready: its tables, and the demo where it is wanted and there is no account."""
        _make_data_folder()
        check_database()
        with hold_startup_lock():
            refuse_newer_database()
            if is_new_database():
                self._report("Creating the tables of a new database ...")
                with show_waiting_page(server_socket, phase=TABLES, with_demo=demo):
                    apply_migrations()
            elif find_missing_migrations():
                self._update_tables()
        if demo and not get_user_model().objects.exists():
            self._report(f"Loading the demo; {address} shows it when it is ready ...")
            with show_waiting_page(server_socket, phase=DEMO, with_demo=True) as waiting_page:
                self._load_demo(waiting_page)

    def _update_tables(self) -> None:
        """Apply the missing migrations of an existing database, on SQLite after a backup."""
        backup = back_up_before_update()
        if backup:
            self._report(describe_backup(backup))
        self._report("Bringing the tables up to date ...")
        apply_migrations()

    def _load_demo(self, waiting_page: WaitingServer) -> None:
        """Load the demo in a child process; on failure show the reason until the command is stopped."""
        connections.close_all()
        with start_demo_process() as process:
            load_pages()
            while process.is_running(seconds=0.2):
                if stop_requested.is_set():
                    sys.exit(0)
            reason = process.get_failure()
        if reason is None:
            return
        waiting_page.fail(reason)
        message = f"The demo could not be loaded: {reason}"
        self.stderr.write(
            f"{message}\nCtrl-C stops Crawford; {settings.COMMAND} --no-demo starts without the demo."
        )
        try:
            while not stop_requested.wait(1):
                pass
        except SystemExit:
            raise CommandError(message) from None

    def _report(self, line: str) -> None:
        if not self.is_quiet:
            self.stdout.write(line)
            self.stdout.flush()


def _make_data_folder() -> None:
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"The data folder {settings.DATA_DIR} cannot be used: {error.strerror}. "
            "Set CRAWFORD_DATA to a folder this user may write to."
        ) from error


def load_pages() -> None:
    """Import the site before the first request needs it."""
    import_module("config.asgi")
    resolve("/")


def apply_migrations() -> None:
    """Apply missing migrations without a backup; `migrate` is only called if there are any, as it is slow."""
    if find_missing_migrations():
        call_command("migrate", interactive=False, verbosity=0, backup=False)


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Open a listening socket before the site is ready, so that an early browser waits for it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server_socket = socket.socket(family)
    server_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server_socket.bind((host, port))
        server_socket.listen(2048)
    except OSError as error:
        server_socket.close()
        raise CommandError(
            f"Cannot listen on {host} port {port}: {error.strerror}. Try another --port."
        ) from error
    return server_socket


def serve(server_socket: socket.socket) -> None:
    """Serve on `server_socket` until SIGINT or SIGTERM; returns once the streams and workers have ended."""
    options = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        access_log=False,
        # Logging is configured by Django's settings.
        log_config=None,
        log_level=logging.WARNING,
        timeout_graceful_shutdown=2,
        proxy_headers=settings.BEHIND_PROXY,
    )
    with _run_workers():
        Server(options).run(sockets=[server_socket])


class Server(uvicorn.Server):
    """A server that ends live streams at once when stopped, instead of waiting for them."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams when a signal stops the server."""
        streams.close_all_streams()
        super().handle_exit(sig, frame)


def _run_workers() -> AbstractContextManager[object]:
    return EmbeddedCelery() if settings.CELERY_EMBEDDED else nullcontext()


# An exception that a signal raises is lost where Python ignores exceptions, as in callbacks of an import.
stop_requested = threading.Event()


def _exit_on_signal(_sig: int, _frame: FrameType | None) -> Never:
    # Not KeyboardInterrupt: Python ends by the signal, with -2, if it passes through `exec`, as in an import.
    stop_requested.set()
    sys.exit(0)
