"""Keys: make and retire those of this site, list those of other sites, and take them off the list."""

import base64
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.records import signing_keys
from matches.records.keys_document import read_keys_document
from matches.records.models import PublicKey
from rules.errors import Refusal


@transaction.atomic
def create_signing_key(*, key_id: str) -> None:
    """Make a key that this site signs with from now on.

    Raises `signing_key_exists` and `signing_keys_unreadable`.
    """
    if PublicKey.objects.filter(site="", key_id=key_id).exists():
        raise Refusal("signing_key_exists", key=key_id)
    signing_keys.create_key(key_id=key_id)
    store_public_keys()


@transaction.atomic
def retire_signing_key(*, key_id: str) -> None:
    """Let a key of this site sign no more, also one whose private half is lost; it stays published.

    Raises `signing_key_absent` and `signing_keys_unreadable`.
    """
    store_public_keys()
    row = PublicKey.objects.select_for_update().filter(site="", key_id=key_id, until=None).first()
    if row is None:
        raise Refusal("signing_key_absent", key=key_id)
    if any(key.key_id == key_id for key in signing_keys.list_keys()):
        signing_keys.retire_key(key_id=key_id)
        store_public_keys()
    else:
        PublicKey.objects.filter(pk=row.pk).update(until=timezone.now())


@transaction.atomic
def store_public_keys() -> None:
    """Store the public halves of the keys in the file, so that they outlive it.

    Raises `signing_keys_unreadable`.
    """
    for key in signing_keys.list_keys():
        PublicKey.objects.update_or_create(
            public_key=base64.b64encode(key.public_key).decode(),
            defaults={
                "site": "",
                "key_id": key.key_id,
                "since": datetime.fromisoformat(key.since),
                "until": datetime.fromisoformat(key.until) if key.until else None,
            },
        )


@transaction.atomic
def add_site_keys(*, site: str, document: str, by: User) -> int:
    """List the keys of another site, from its document `/.well-known/crawford-keys.json`.

    What was listed for that site is replaced: a key that its document no longer has is removed. Return the
    number of keys. Raises `host_only`, `site_keys_unreadable` and `site_keys_listed_otherwise`.
    """
    _require_host(by)
    rows = read_keys_document(document)
    publics = [row["public_key"] for row in rows]
    other = PublicKey.objects.filter(public_key__in=publics).exclude(site=site).first()
    if other is not None:
        raise Refusal("site_keys_listed_otherwise", key=other.key_id)
    PublicKey.objects.filter(site=site).delete()
    PublicKey.objects.bulk_create(PublicKey(site=site, added_by=by, **row) for row in rows)
    return len(rows)


@transaction.atomic
def remove_site_keys(*, site: str, by: User) -> None:
    """Take the keys of another site off the list. Raises `host_only`."""
    _require_host(by)
    if site:
        PublicKey.objects.filter(site=site).delete()


def _require_host(user: User | None) -> None:
    if user is None or not (user.is_active and user.is_superuser):
        raise Refusal("host_only")
