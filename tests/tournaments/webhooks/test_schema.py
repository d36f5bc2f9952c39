"""The documented verification of signatures accepts sent messages and nothing else."""

import re
import time
from collections.abc import Callable

import pytest
from django.conf import settings

from tournaments.webhooks import signing
from tournaments.webhooks.schema import VERIFICATION

PAGE = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
KEY = b"k" * 32
BODY = '{"type":"webhook.ping"}'


def verifier_of(text: str) -> Callable[[str, dict[str, str], bytes], bool]:
    """Execute the Python example of a document and return its function `is_genuine`."""
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    (code,) = [block for block in blocks if "is_genuine" in block]
    names: dict[str, Callable[[str, dict[str, str], bytes], bool]] = {}
    exec(code, names)
    return names["is_genuine"]


@pytest.mark.parametrize("text", [VERIFICATION, PAGE], ids=["schema", "page"])
def test_the_documented_verification_accepts_what_is_sent(text: str) -> None:
    is_genuine, secret = verifier_of(text), signing.secret_text(KEY)
    now = int(time.time())
    genuine = signing.message_headers(keys=[b"n" * 32, KEY], message_id="msg_1", at=now, body=BODY)
    late = signing.message_headers(keys=[KEY], message_id="msg_1", at=now - 3600, body=BODY)
    forged = {**genuine, "webhook-id": "msg_2"}
    assert [is_genuine(secret, headers, BODY.encode()) for headers in (genuine, late, forged)] == [
        True,
        False,
        False,
    ]
    assert not is_genuine(secret, genuine, b"{}")
