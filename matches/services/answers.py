"""Responses stored under idempotency keys."""

import zlib
from base64 import b85decode, b85encode
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import KeptAnswer
from rules.errors import Refusal

KEPT_FOR = timedelta(hours=24)
# A caller may write 60 times a minute, and repeats only recent requests.
MOST = 1000
# Answers that list a whole field are ten times as long as what tells them.
LONG, PACKED = 2000, "z"


@transaction.atomic
def opened(*, caller: str, key: str, fingerprint: str) -> KeptAnswer:
    """Return the locked row of a key; a row with a status has been answered before.

    Call it in the transaction of the command. A concurrent request with the same key waits for it; a refused
    command leaves no row behind. The oldest rows of a caller with more than `MAX_KEYS` keys are deleted.
    Raises `key_reused` for another request under the key.
    """
    row, is_new = KeptAnswer.objects.get_or_create(voice=caller, key=key, defaults={"asked": fingerprint})
    if is_new:
        newest_first = KeptAnswer.objects.filter(voice=caller).order_by("-pk").values("pk")
        KeptAnswer.objects.filter(pk__in=newest_first[MOST:]).delete()
        return row
    locked_answer = KeptAnswer.objects.select_for_update().get(pk=row.pk)
    if locked_answer.asked != fingerprint:
        raise Refusal("key_reused", "", key=key)
    return locked_answer


def is_known(*, caller: str, key: str) -> bool:
    """Whether a key has been used already: what it was for need not be worked out again. Locks nothing."""
    return KeptAnswer.objects.filter(voice=caller, key=key).exists()


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
    deleted, _ = KeptAnswer.objects.filter(at__lt=timezone.now() - older_than).delete()
    return deleted
