"""Answers kept under idempotency keys: found again for the same request, refused for another one."""

import zlib
from base64 import b85decode, b85encode
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import KeptAnswer
from rules.errors import Refusal

KEPT_FOR = timedelta(hours=24)
# A voice may write 60 times a minute, and asks again for what it has just done.
MOST = 1000
# Answers that list a whole field are ten times as long as what tells them.
LONG, PACKED = 2000, "z"


@transaction.atomic
def opened(*, voice: str, key: str, asked: str) -> KeptAnswer:
    """The row of a key under its lock: one with a status was answered before, else the deed is to be done.

    Call it in the transaction of the deed. Whoever sends the same key meanwhile waits for that transaction;
    a deed that is refused leaves no row behind. Of a voice that has used more than `MOST` keys the oldest
    fall. Raises `key_reused` for another request under the key.
    """
    row, is_new = KeptAnswer.objects.get_or_create(voice=voice, key=key, defaults={"asked": asked})
    if is_new:
        newest_first = KeptAnswer.objects.filter(voice=voice).order_by("-pk").values("pk")
        KeptAnswer.objects.filter(pk__in=newest_first[MOST:]).delete()
        return row
    held = KeptAnswer.objects.select_for_update().get(pk=row.pk)
    if held.asked != asked:
        raise Refusal("key_reused", "", key=key)
    return held


def is_known(*, voice: str, key: str) -> bool:
    """Whether a key has been used already: what it was for need not be worked out again. Locks nothing."""
    return KeptAnswer.objects.filter(voice=voice, key=key).exists()


def keep(*, answer: KeptAnswer, status: int, body: str) -> None:
    """Write down what was answered: JSON, packed where it is long."""
    text = PACKED + b85encode(zlib.compress(body.encode())).decode() if len(body) > LONG else body
    KeptAnswer.objects.filter(pk=answer.pk).update(status=status, body=text)


def body_of(answer: KeptAnswer) -> str:
    """What was answered, as it was given to `keep`; no JSON begins like what is packed."""
    if not answer.body.startswith(PACKED):
        return answer.body
    return zlib.decompress(b85decode(answer.body.removeprefix(PACKED))).decode()


def prune(*, older_than: timedelta = KEPT_FOR) -> int:
    """Forget answers given longer ago than `older_than`; the number forgotten."""
    gone, _ = KeptAnswer.objects.filter(at__lt=timezone.now() - older_than).delete()
    return gone
