"""The waiting page of a new site: what a visitor sees while its tables are created and the demo is loaded."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import socket
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

from config.error_views import API_PREFIX
from config.health import make_health_response
from matches.api.problems import make_problem_response

# Seconds after which the page is loaded again.
REFRESH_SECONDS = 1
IDLE_SECONDS = 10
TABLES, DEMO, FAILED = "tables", "demo", "failed"
# Here under an address of its own, as static files have other names in production.
STYLE_SHEET = "/waiting.css"
CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'"


class WaitingServer(ThreadingHTTPServer):
    """A server that answers every request with the waiting page, on a socket that listens already."""

    daemon_threads = True

    def __init__(self, listening_socket: socket, *, phase: str, with_demo: bool) -> None:
        super().__init__(listening_socket.getsockname(), WaitingHandler, bind_and_activate=False)
        self.socket.close()
        # Only this copy is closed at the end: the site goes on with the socket itself.
        self.socket = listening_socket.dup()
        self.with_demo = with_demo
        self.phase = phase
        self.reason = ""

    def fail(self, reason: str) -> None:
        """Show from now on that the demo could not be loaded, and why."""
        self.phase, self.reason = FAILED, reason

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Write nothing when a browser closes a connection early."""


class WaitingHandler(BaseHTTPRequestHandler):
    """Answers 503 with the page, in the API with a problem document; /healthz answers as always."""

    server: WaitingServer
    timeout = IDLE_SECONDS

    def answer(self) -> None:
        """Send the response to the request that was read, and close the connection."""
        path = self.path.partition("?")[0]
        if path == "/healthz":
            response = make_health_response()
        elif path == STYLE_SHEET:
            style = Path(settings.BASE_DIR, "static", "site.css").read_bytes()
            response = HttpResponse(style, content_type="text/css; charset=utf-8")
        else:
            with translation.override(self._get_language()):
                response = self._make_response(path)
        self.send_response(response.status_code)
        for name, value in response.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(response.content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(response.content)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer  # noqa: N815 - of http.server

    def log_message(self, format: str, *args: Any) -> None:
        """Write no access log."""

    def _get_language(self) -> str:
        request = HttpRequest()
        request.META["HTTP_ACCEPT_LANGUAGE"] = self.headers.get("Accept-Language", "")
        request.COOKIES = parse_cookie(self.headers.get("Cookie", ""))
        return translation.get_language_from_request(request)

    def _make_response(self, path: str) -> HttpResponse:
        response: HttpResponse
        if path.startswith(API_PREFIX):
            sentence = translation.gettext("This site is being set up. Please try again in a moment.")
            response = make_problem_response("try_again", sentence, HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            response = HttpResponse(self._render_page(), status=HTTPStatus.SERVICE_UNAVAILABLE)
            response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response["Retry-After"] = str(REFRESH_SECONDS)
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response

    def _render_page(self) -> str:
        context = {
            "phase": self.server.phase,
            "with_demo": self.server.with_demo,
            "reason": self.server.reason,
            "refresh_seconds": REFRESH_SECONDS,
            "style_sheet": STYLE_SHEET,
        }
        return render_to_string("waiting.html", context)


@contextmanager
def show_waiting_page(listening_socket: socket, *, phase: str, with_demo: bool) -> Iterator[WaitingServer]:
    """Answer requests with the waiting page inside the block; `fail` of what it yields shows a failure."""
    server = WaitingServer(listening_socket, phase=phase, with_demo=with_demo)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="waiting-page", daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
