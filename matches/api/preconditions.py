"""The header If-Match of requests that change something: what the client read must still be true.

An ETag is compared with the present ETag of the address of the request and of every address above it that can
be read: that of the thing that is changed, of the list it is in, of the event or club it belongs to. Of what
is above, the same version is enough: an event is the same while its draw and results are. The thing itself
must be the same in everything, unless the header has the version alone.
"""

import copy
import re
from collections.abc import Iterator
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from django.db import connection
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve
from django.utils.http import parse_etags
from rest_framework.request import Request

from rules.errors import Refusal

ROOT = "/api/v1/"
# A proxy that compresses a response marks its tag as weak; the version at its start stays the same.
TAG = re.compile(r'(?:W/)?"(\d{1,15})(?:-[0-9a-f]{16})?"')
# The version in the ETag of what has no version of its own.
UNVERSIONED = 0


def require_precondition(request: Request) -> None:
    """Raise `version_outdated` if the request has an If-Match with no present ETag or version.

    On PostgreSQL two such requests for one address run one after the other, so that the second is compared
    with what the first has changed; a transaction must be open. SQLite runs one writing transaction at once.
    """
    header = request.headers.get("If-Match", "").strip()
    if header in {"", "*"}:
        return
    if connection.vendor == "postgresql":
        _lock_address(request.path)
    tags = {tag.removeprefix("W/") for tag in parse_etags(header)}
    latest = UNVERSIONED
    for path, etag in _list_present_etags(request):
        version = read_version(etag)
        # The same in everything, or the header has the version alone.
        if etag in tags or (version and f'"{version}"' in tags):
            return
        # Of what is above the address, the same version is enough.
        if path != request.path and version and version in map(read_version, tags):
            return
        latest = latest or version
    raise Refusal("version_outdated", "", version=latest)


def read_version(tag: str) -> int:
    """Return the version in an ETag, `UNVERSIONED` if it has none."""
    found = TAG.fullmatch(tag)
    return int(found[1]) if found else UNVERSIONED


def is_precondition_read(request: HttpRequest) -> bool:
    """Tell whether a request is made here, to compare its ETag."""
    return getattr(request, "is_precondition_read", False)


def _list_present_etags(request: Request) -> Iterator[tuple[str, str]]:
    """Yield the path and ETag of the address of a request, and of those above it that its sender may read."""
    path = request.path
    while path.startswith(ROOT) and path != ROOT:
        etag = _get_etag(request, path)
        if etag:
            yield path, etag
        path = path.rstrip("/").rpartition("/")[0] + "/"


def _get_etag(request: Request, path: str) -> str:
    """Return the ETag of an address, "" if it cannot be read."""
    try:
        view, args, kwargs = resolve(path)
    except Resolver404:
        return ""
    response = view(_make_read(request._request, path), *args, **kwargs)
    if response.status_code != HTTPStatus.OK:
        return ""
    if hasattr(response, "render"):
        response.render()
    return str(response.headers.get("ETag", "")).removeprefix("W/")


def _make_read(request: HttpRequest, path: str) -> HttpRequest:
    """Return a request of the same sender that reads an address."""
    read: Any = copy.copy(request)
    read.method, read.path, read.path_info = "GET", path, path
    left_out = {"CONTENT_TYPE", "CONTENT_LENGTH", "HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH", "HTTP_ACCEPT"}
    read.META = {name: value for name, value in request.META.items() if name not in left_out}
    read.META |= {"REQUEST_METHOD": "GET", "QUERY_STRING": "", "PATH_INFO": path}
    vars(read).pop("headers", None)
    read.GET, read.is_precondition_read = QueryDict(), True
    return read  # type: ignore[no-any-return]


def _lock_address(path: str) -> None:
    key = int.from_bytes(blake2b(path.encode(), digest_size=8).digest(), signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
