"""API responses stored under the idempotency keys of their requests."""

import zlib
from base64 import b85decode, b85encode
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import IdempotencyKey
from rules.errors import Refusal

RETENTION = timedelta(hours=24)
# Keys per caller. A caller may write 60 times a minute, and only recent requests are ever repeated.
MAX_KEYS = 1000
# Longer bodies are compressed (to about a tenth) and start with the mark, with which no JSON starts.
MAX_PLAIN_LENGTH, PACKED_MARK = 2000, "z"


@transaction.atomic
def lock_idempotency_key(*, caller: str, key: str, fingerprint: str) -> IdempotencyKey:
    """Return the locked row of an idempotency key, created if new; `status` 0: no response is stored yet.

    Call it in the transaction of the command: a concurrent request with the same key waits until it ends, and
    a refused command leaves no row. The oldest rows of a caller with more than `MAX_KEYS` are deleted. Raises
    `key_reused` if the key was used for another request (another `fingerprint`).
    """
    row, is_new = IdempotencyKey.objects.get_or_create(
        caller=caller, key=key, defaults={"fingerprint": fingerprint}
    )
    if is_new:
        newest_first = IdempotencyKey.objects.filter(caller=caller).order_by("-pk").values("pk")
        IdempotencyKey.objects.filter(pk__in=newest_first[MAX_KEYS:]).delete()
        return row
    locked_row = IdempotencyKey.objects.select_for_update().get(pk=row.pk)
    if locked_row.fingerprint != fingerprint:
        raise Refusal("key_reused", "", key=key)
    return locked_row


def is_key_used(*, caller: str, key: str) -> bool:
    """Whether a key has a row already; takes no lock."""
    return IdempotencyKey.objects.filter(caller=caller, key=key).exists()


def store_response(*, row: IdempotencyKey, status: int, body: str) -> None:
    """Store the response to the request of a key; `body` is JSON."""
    text = (
        PACKED_MARK + b85encode(zlib.compress(body.encode())).decode()
        if len(body) > MAX_PLAIN_LENGTH
        else body
    )
    IdempotencyKey.objects.filter(pk=row.pk).update(status=status, body=text)


def get_response_body(row: IdempotencyKey) -> str:
    """Return the stored response body, as JSON."""
    if not row.body.startswith(PACKED_MARK):
        return row.body
    return zlib.decompress(b85decode(row.body.removeprefix(PACKED_MARK))).decode()


def prune_idempotency_keys(*, older_than: timedelta = RETENTION) -> int:
    """Delete responses older than `older_than`; return their number."""
    deleted, _ = IdempotencyKey.objects.filter(at__lt=timezone.now() - older_than).delete()
    return deleted
