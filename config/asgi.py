"""The ASGI application: streams run on the event loop, all other requests in a fixed pool of threads."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware

import config.wsgi  # first: it loads the apps that the streams need
from config.streams import stream

# Fixed threads keep their database connections; Django's own ASGI handler opens one per request.
django_app: Any = config.wsgi.application
threaded_app: Any = WSGIMiddleware(django_app, workers=int(os.environ.get("WEB_THREADS", "8")))


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Route one connection to the streams or to Django; other protocols are not answered."""
    if scope["type"] == "http":
        app = stream if scope["path"] == "/stream/" else threaded_app
        await app(scope, receive, send)
