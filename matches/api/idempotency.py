"""Idempotency keys: a request sent again under its key does nothing again and is answered as it was."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import credential_of
from matches.services import answers

Handler = Callable[..., Response]
REPLAYED = "Idempotency-Replayed"


def once(
    handler: Handler, key: str, secrets: tuple[str, ...], prepare: Callable[..., None] | None = None
) -> Handler:
    """Wrap a handler so that it runs once for a key: its effect and its answer are written together.

    `secrets` are the members of an answer that are shown once, and come empty when it is replayed.
    `prepare` is called before the transaction, unless the key has been answered.
    """

    def handle(request: Request, *args: Any, **kwargs: Any) -> Response:
        credential = credential_of(request)
        if prepare is not None and not answers.has_answer(caller=credential, key=key):
            prepare(request, *args, **kwargs)
        with transaction.atomic():
            stored = answers.open_answer(caller=credential, key=key, fingerprint=_fingerprint(request))
            if stored.status:
                body = json.loads(answers.get_body(stored))
                return Response(body, status=stored.status, headers={REPLAYED: "true"})
            response = handler(request, *args, **kwargs)
            answers.store_answer(
                answer=stored, status=response.status_code, body=_storable(response.data, secrets)
            )
            return response

    return handle


def _fingerprint(request: Request) -> str:
    """What tells two requests apart: method, address and content, however that is spaced."""
    data = request.data
    content = _form_fields(data) if hasattr(data, "lists") else data
    parts = [request.method, request.get_full_path(), content]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _form_fields(data: Any) -> list[Any]:
    return [[name, [_form_value(value) for value in values]] for name, values in sorted(data.lists())]


def _form_value(value: Any) -> Any:
    if not isinstance(value, UploadedFile):
        return value
    digest = hashlib.sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return [value.name, digest.hexdigest()]


def _storable(data: Any, secrets: tuple[str, ...]) -> str:
    if isinstance(data, Mapping) and secrets:
        data = {name: "" if name in secrets else value for name, value in data.items()}
    return JSONRenderer().render(data).decode() or "null"
