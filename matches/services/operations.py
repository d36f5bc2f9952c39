"""Pulses of processes, and responses stored under idempotency keys."""

import zlib
from base64 import b85decode, b85encode
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import IdempotencyKey, Pulse
from matches.models.operations import ProcessKind
from rules.errors import Refusal

# A pulse is written no more often than this, and a process is missed after three that did not come.
PULSE_INTERVAL = timedelta(seconds=20)
BEAT = "beat"


def record_pulse(*, name: str, kind: str) -> None:
    """Record that the process of this name is alive, unless just recorded."""
    now = timezone.now()
    row, is_new = Pulse.objects.get_or_create(name=name[:120], defaults={"kind": kind})
    if not is_new:
        Pulse.objects.filter(pk=row.pk, seen_at__lt=now - PULSE_INTERVAL / 2).update(seen_at=now)


def delete_pulse(*, name: str) -> None:
    """Delete the record of a process that ends normally."""
    Pulse.objects.filter(name=name[:120]).delete()


def prune_pulses(*, older_than: timedelta) -> int:
    """Delete workers not seen for `older_than`; return their number."""
    deleted, _ = Pulse.objects.filter(
        kind=ProcessKind.WORKER, seen_at__lt=timezone.now() - older_than
    ).delete()
    return deleted


RETENTION = timedelta(hours=24)
# A caller may write 60 times a minute, and repeats only recent requests.
MAX_KEYS = 1000
# Responses that list a whole field compress to a tenth.
PACK_ABOVE, PACKED_MARK = 2000, "z"


@transaction.atomic
def open_answer(*, caller: str, key: str, fingerprint: str) -> IdempotencyKey:
    """Return the locked row of a key; a row with a status has been answered before.

    Call it in the transaction of the command. A concurrent request with the same key waits for it; a refused
    command leaves no row behind. The oldest rows of a caller with more than `MAX_KEYS` keys are deleted.
    Raises `key_reused` for another request under the key.
    """
    row, is_new = IdempotencyKey.objects.get_or_create(
        caller=caller, key=key, defaults={"fingerprint": fingerprint}
    )
    if is_new:
        newest_first = IdempotencyKey.objects.filter(caller=caller).order_by("-pk").values("pk")
        IdempotencyKey.objects.filter(pk__in=newest_first[MAX_KEYS:]).delete()
        return row
    locked_answer = IdempotencyKey.objects.select_for_update().get(pk=row.pk)
    if locked_answer.fingerprint != fingerprint:
        raise Refusal("key_reused", "", key=key)
    return locked_answer


def has_answer(*, caller: str, key: str) -> bool:
    """Whether a key has been used, so that its request need not be prepared again. No lock."""
    return IdempotencyKey.objects.filter(caller=caller, key=key).exists()


def store_answer(*, answer: IdempotencyKey, status: int, body: str) -> None:
    """Store a response: JSON, compressed when it is long."""
    text = PACKED_MARK + b85encode(zlib.compress(body.encode())).decode() if len(body) > PACK_ABOVE else body
    IdempotencyKey.objects.filter(pk=answer.pk).update(status=status, body=text)


def get_body(answer: IdempotencyKey) -> str:
    """Return the stored body; compressed ones start with a mark that no JSON starts with."""
    if not answer.body.startswith(PACKED_MARK):
        return answer.body
    return zlib.decompress(b85decode(answer.body.removeprefix(PACKED_MARK))).decode()


def prune_answers(*, older_than: timedelta = RETENTION) -> int:
    """Delete responses older than `older_than`; return their number."""
    deleted, _ = IdempotencyKey.objects.filter(at__lt=timezone.now() - older_than).delete()
    return deleted
