"""A request sent again under its Idempotency-Key does nothing again: the answer it had is told once more."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.proofs import credential_of
from matches.services import answers

Handler = Callable[..., Response]
REPLAYED = "Idempotency-Replayed"


def once(
    handler: Handler, key: str, secrets: tuple[str, ...], prepare: Callable[..., None] | None = None
) -> Handler:
    """The handler, doing its deed once for a key: deed and answer are written together, or neither.

    `secrets` are the members of an answer that are shown once, and come empty when it is told again.
    `prepare` is what a deed works out before any lock, unless the key has been answered.
    """

    def answered(request: Request, *args: Any, **more: Any) -> Response:
        voice = credential_of(request)
        if prepare is not None and not answers.is_known(voice=voice, key=key):
            prepare(request, *args, **more)
        with transaction.atomic():
            kept = answers.opened(voice=voice, key=key, asked=_asked(request))
            if kept.status:
                told = json.loads(answers.body_of(kept))
                return Response(told, status=kept.status, headers={REPLAYED: "true"})
            response = handler(request, *args, **more)
            answers.keep(answer=kept, status=response.status_code, body=_written(response.data, secrets))
            return response

    return answered


def _asked(request: Request) -> str:
    """What tells two requests apart: method, address and content, however that is spaced."""
    data = request.data
    content = _fields(data) if hasattr(data, "lists") else data
    told = [request.method, request.get_full_path(), content]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def _fields(data: Any) -> list[Any]:
    return [[name, [_field(value) for value in values]] for name, values in sorted(data.lists())]


def _field(value: Any) -> Any:
    if not isinstance(value, UploadedFile):
        return value
    digest = hashlib.sha256()
    for piece in value.chunks():
        digest.update(piece)
    value.seek(0)
    return [value.name, digest.hexdigest()]


def _written(data: Any, secrets: tuple[str, ...]) -> str:
    if isinstance(data, Mapping) and secrets:
        data = {name: "" if name in secrets else value for name, value in data.items()}
    return JSONRenderer().render(data).decode() or "null"
