"""The keys this site signs with: a file outside the database that only its owner can read.

The file is never part of a backup of the database. The public halves are stored there (`PublicKey`) and
listed at `/.well-known/crawford-keys.json`, retired ones with the date since when they do not sign any more.
"""

import base64
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from rules.errors import Refusal
from rules.formats.ogxm_signing import Signer

ALGORITHM, PURPOSE = "ed25519", "match"
_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key of this site: its name, its private bytes, since when it signs and until when it did."""

    key_id: str
    private: bytes
    since: str
    until: str | None = None

    @property
    def public_key(self) -> bytes:
        """The 32 bytes by which others check what it has signed."""
        return self._load().public_key().public_bytes_raw()

    def make_signer(self) -> Signer:
        """Return what `sign_file` needs."""
        return Signer(self.key_id, self.public_key, self._load().sign)

    def _load(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.private)


def list_keys() -> list[SigningKey]:
    """Return all keys of this site, the oldest first; none without the file.

    Raises `signing_keys_unreadable`, also for a file that others than its owner may read.
    """
    path = _get_path()
    try:
        mode = path.stat().st_mode
        rows = json.loads(path.read_text(encoding="utf-8"))["keys"]
        keys = [
            SigningKey(row["key_id"], base64.b64decode(row["private"]), row["since"], row["until"])
            for row in rows
        ]
        is_whole = all(len(key.private) == 32 for key in keys)
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        raise Refusal("signing_keys_unreadable") from None
    if not is_whole or (os.name == "posix" and mode & 0o077):
        raise Refusal("signing_keys_unreadable")
    return keys


def get_current_key() -> SigningKey | None:
    """Return the key that signs now, the latest that is not retired."""
    return next((key for key in reversed(list_keys()) if key.until is None), None)


def get_usable_key() -> SigningKey | None:
    """Return the key that signs now; None also where the file cannot be used."""
    try:
        return get_current_key()
    except Refusal:
        return None


def can_sign() -> bool:
    """Whether this site has a key in use."""
    return get_usable_key() is not None


def create_key(*, key_id: str) -> SigningKey:
    """Make a key that signs from now on. Raises `signing_key_exists` and `signing_keys_unreadable`."""
    keys = list_keys()
    if any(key.key_id == key_id for key in keys):
        raise Refusal("signing_key_exists", key=key_id)
    key = SigningKey(key_id, Ed25519PrivateKey.generate().private_bytes_raw(), _get_now())
    _write_keys([*keys, key])
    return key


def retire_key(*, key_id: str) -> SigningKey:
    """Let a key sign no more; it stays listed. Raises `signing_key_absent`, `signing_keys_unreadable`."""
    keys = list_keys()
    key = next((key for key in keys if key.key_id == key_id and key.until is None), None)
    if key is None:
        raise Refusal("signing_key_absent", key=key_id)
    retired = replace(key, until=_get_now())
    _write_keys([retired if each is key else each for each in keys])
    return retired


def _get_path() -> Path:
    return Path(settings.SIGNING_KEYS_FILE)


def _get_now() -> str:
    return datetime.now(tz=UTC).isoformat(timespec="seconds")


def _write_keys(keys: Sequence[SigningKey]) -> None:
    """Write the file beside the former one and put it in its place: no moment without keys."""
    rows = [
        {
            "key_id": key.key_id,
            "private": base64.b64encode(key.private).decode(),
            "since": key.since,
            "until": key.until,
        }
        for key in keys
    ]
    path = _get_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    new_path = path.with_name(path.name + ".new")
    new_path.unlink(missing_ok=True)
    descriptor = os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({"keys": rows}, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new_path.replace(path)
