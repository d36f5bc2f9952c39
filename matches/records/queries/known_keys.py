"""The public keys known here: of this site, of sites that an administrator has listed, of the settings."""

import base64
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.utils import timezone

from matches.records import signing_keys
from matches.records.models import PublicKey
from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A public key with the name that pages show for it.

    `key_id` is the name it signs under, empty if only the operator's name for it is known. `site` is empty
    for the keys of this site (`is_own`) and for those of the settings. `private_is_lost`: a key of this site
    that is not in its file of private keys.
    """

    name: str
    public_key: bytes
    key_id: str = ""
    site: str = ""
    since: datetime | None = None
    until: datetime | None = None
    is_own: bool = False
    private_is_lost: bool = False

    def was_in_use(self, at: datetime) -> bool:
        """Whether the key was in use then, as far as that is known; no key has signed in the future."""
        return (self.since is None or self.since <= at) and at <= (self.until or timezone.now())

    def describe(self) -> dict[str, str | None]:
        """Return what the document of public keys says about it."""
        return {
            "key_id": self.key_id,
            "algorithm": signing_keys.ALGORITHM,
            "public_key": base64.b64encode(self.public_key).decode(),
            "purpose": signing_keys.PURPOSE,
            "since": self.since.isoformat(timespec="seconds") if self.since else None,
            "until": self.until.isoformat(timespec="seconds") if self.until else None,
        }


def list_own_keys() -> list[KnownKey]:
    """Return the keys of this site, the oldest first, also where the private ones are lost or unreadable."""
    in_file: Mapping[bytes, signing_keys.SigningKey] = {}
    with suppress(Refusal):
        in_file = {key.public_key: key for key in signing_keys.list_keys()}
    stored = {base64.b64decode(row.public_key): row for row in PublicKey.objects.filter(site="")}
    keys = [_make_own_key(public, row, in_file.get(public)) for public, row in stored.items()]
    new = [_make_own_key(public, None, key) for public, key in in_file.items() if public not in stored]
    return [*keys, *new]


def list_site_keys() -> list[PublicKey]:
    """Return the keys of other sites that an administrator has listed, by site."""
    return list(PublicKey.objects.exclude(site="").order_by("site", "pk"))


def get_known_keys() -> dict[bytes, KnownKey]:
    """Return every public key that is known here."""
    keys = [KnownKey(name, key) for key, name in settings.MATCH_FILE_KEYS.items()]
    keys += [
        KnownKey(
            f"{row.site} ({row.key_id})",
            base64.b64decode(row.public_key),
            row.key_id,
            row.site,
            row.since,
            row.until,
        )
        for row in list_site_keys()
    ]
    return {key.public_key: key for key in [*keys, *list_own_keys()]}


def get_key_names() -> dict[bytes, str]:
    """Return every public key that is known here with its name."""
    return {public_key: key.name for public_key, key in get_known_keys().items()}


def get_key_names_for_command() -> dict[bytes, str]:
    """Return the keys that a command knows: all that are known here, or without a database those in files.

    Files can be checked on a computer where the site has no database, or one that cannot be reached.
    """
    with suppress(DatabaseError, ImproperlyConfigured):
        if _has_database():
            return get_key_names()
    in_file: dict[bytes, str] = {}
    with suppress(Refusal):
        in_file = {key.public_key: key.key_id for key in signing_keys.list_keys()}
    return {**settings.MATCH_FILE_KEYS, **in_file}


def _has_database() -> bool:
    """Whether there is a database to ask; connecting to an SQLite file that is absent would create it."""
    name = str(connection.settings_dict["NAME"])
    is_file = connection.vendor == "sqlite" and not name.startswith("file:") and name != ":memory:"
    return not is_file or Path(name).exists()


def get_keys_problem() -> str:
    """Return the code of what is wrong with the file of private keys, "" if nothing is."""
    try:
        signing_keys.list_keys()
    except Refusal as refusal:
        return refusal.code
    is_key_missing = any(key.private_is_lost and key.until is None for key in list_own_keys())
    return "signing_keys_missing" if is_key_missing else ""


def _make_own_key(public_key: bytes, row: PublicKey | None, key: signing_keys.SigningKey | None) -> KnownKey:
    """A key of this site by its row and its entry in the file; one of them may be missing."""
    key_id = key.key_id if key else row.key_id if row else ""
    since, until = (row.since, row.until) if row else (None, None)
    if key is not None:
        since = datetime.fromisoformat(key.since)
        until = datetime.fromisoformat(key.until) if key.until else until
    return KnownKey(
        key_id, public_key, key_id, since=since, until=until, is_own=True, private_is_lost=key is None
    )
