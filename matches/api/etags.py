"""ETag, If-None-Match and If-Match: the version of an object, and the version a request was based on."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from django.utils.http import parse_etags
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from rules.errors import Refusal

# A proxy that compresses an answer marks the tag as weak; the version it begins with is the same.
TAG = re.compile(r'(?:W/)?"(\d{1,15})(?:-[0-9a-f]{16})?"')


def set_etag(request: Request, response: Response) -> None:
    """Set the ETag, version first, and leave out the body the client has already."""
    tag = f'"{_version(response.data)}-{hashlib.sha256(response.content).hexdigest()[:16]}"'
    response["ETag"] = tag
    client_tags = parse_etags(request.headers.get("If-None-Match", ""))
    if tag in [each.removeprefix("W/") for each in client_tags]:
        response.status_code = status.HTTP_304_NOT_MODIFIED
        response.content = b""
        del response["Content-Type"]


def expected_version(request: Request, current: int, in_body: int | None = None) -> int | None:
    """The version a request was based on: that of If-Match, else the one in the body, else none.

    If-Match may be an ETag as it was sent, or the version alone in quotes. Raises `version_outdated` when the
    object has another version by now.
    """
    header = request.headers.get("If-Match", "")
    if not header or header.strip() == "*":
        return in_body
    tags = [TAG.fullmatch(tag) for tag in parse_etags(header)]
    if current not in [int(tag[1]) for tag in tags if tag]:
        raise Refusal("version_outdated", "", version=current)
    return current


def _version(data: Any) -> int | str:
    for part in (data, data.get("match") if isinstance(data, Mapping) else None):
        if isinstance(part, Mapping) and isinstance(part.get("version"), int):
            return int(part["version"])
    return 0
