"""Publications of tournaments to another site: begun, changed, ended. `sending` sends what is due."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments.club_log import log_change
from tournaments.locks import lock_tournament
from tournaments.mirrors import queries
from tournaments.mirrors.models import LONGEST_ADDRESS, Publication, PublishedEvent, new_key
from tournaments.mirrors.services.encrypted_tokens import encrypt_token
from tournaments.models import Tournament
from tournaments.permissions import must_direct
from tournaments.web import http_client
from tournaments.web.tokens.services import PREFIX

# The page of a club, or one below it.
CLUB_PATH = re.compile(r"(?P<site>.*)/clubs/(?P<club>[-\w]+)(/.*)?")


@transaction.atomic
def publish_to(*, tournament: Tournament, address: str, token: str, by: User) -> Publication:
    """Publish a tournament to a club of another site, by the address of its page and a token of that site.

    For a tournament that is published already, only the token may be another one, and as long as nothing has
    arrived there, the address. Raises `publication_address`, `publication_private`, `publication_token` and
    `publication_exists`.
    """
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    key = new_key()
    api_address, token = _make_api_address(address.strip(), key), token.strip()
    if not token.startswith(PREFIX) or not token.isascii() or not token.isprintable() or " " in token:
        raise Refusal("publication_token")
    existing_publication = queries.find_publication(tournament)
    if existing_publication is not None:
        return _change_access(existing_publication, api_address.removesuffix(f"{key}/"), token)
    publication = Publication.objects.create(
        tournament=tournament, key=key, address=api_address, encrypted_token=encrypt_token(token), by=by
    )
    log_change(tournament, "publishing_begun", by, host=queries.get_host(publication))
    _notify_pages(tournament)
    return publication


@transaction.atomic
def stop_publishing(*, publication: Publication, by: User) -> None:
    """Send nothing more; the copy stays on the other site, which may take it over."""
    publication = _lock_publication(publication, by)
    log_change(publication.tournament, "publishing_ended", by, host=queries.get_host(publication))
    publication.delete()
    _notify_pages(publication.tournament)


@transaction.atomic
def delete_published_copy(*, publication: Publication, by: User) -> Publication:
    """Stop publishing, and delete the copy on the other site as soon as that can be reached."""
    publication = _lock_publication(publication, by)
    if not publication.is_deleting:
        log_change(publication.tournament, "publishing_ended", by, host=queries.get_host(publication))
        publication.is_deleting, publication.problem = True, ""
        _send_soon(publication)
    return publication


@transaction.atomic
def replace_copy(*, publication: Publication, by: User) -> Publication:
    """Replace the copy on the other site, whose journal is another one, by what is here."""
    publication = _lock_publication(publication, by)
    publication.is_replacing, publication.problem = True, ""
    _send_soon(publication)
    log_change(publication.tournament, "publishing_replaced", by, host=queries.get_host(publication))
    return publication


@transaction.atomic
def retry_publication(*, publication: Publication, by: User) -> Publication:
    """Try again now, as after the connection is back."""
    publication = _lock_publication(publication, by)
    _send_soon(publication)
    return publication


def _change_access(publication: Publication, address: str, token: str) -> Publication:
    address = f"{address}{publication.key}/"
    has_arrived = PublishedEvent.objects.filter(publication=publication).exclude(sent_at=None).exists()
    if publication.address != address and (has_arrived or publication.is_deleting):
        raise Refusal("publication_exists", name=publication.tournament.name)
    publication.address = address
    publication.encrypted_token, publication.problem = encrypt_token(token), ""
    _send_soon(publication)
    return publication


def _send_soon(publication: Publication) -> None:
    publication.due_at, publication.tries = timezone.now(), 0
    publication.save()
    PublishedEvent.objects.filter(publication=publication).update(seen_version="", file_digest="")
    _notify_pages(publication.tournament)


def _lock_publication(publication: Publication, by: User) -> Publication:
    must_direct(by, publication.tournament)
    rows = Publication.objects.select_related("tournament__club", "tournament__desk")
    locked_publication = rows.select_for_update(of=("self",)).filter(pk=publication.pk).first()
    if locked_publication is None:
        raise Refusal("publication_ended", name=publication.tournament.name)
    return locked_publication


def _make_api_address(address: str, key: str) -> str:
    """Return the address of the API of a copy in the club at this address."""
    try:
        parts = http_client.parse_address(address, allow_private=settings.WEBHOOKS_PRIVATE)
    except http_client.HttpClientError as error:
        raise Refusal("publication_address") from error
    path = CLUB_PATH.fullmatch(parts.path)
    if path is None:
        raise Refusal("publication_address")
    if not settings.WEBHOOKS_PRIVATE and http_client.is_private_host(str(parts.hostname)):
        raise Refusal("publication_private", host=parts.hostname)
    site = path["site"].removesuffix("/api/v1")
    api_address = f"{parts.scheme}://{parts.netloc}{site}/api/v1/clubs/{path['club']}/copies/{key}/"
    if len(api_address) > LONGEST_ADDRESS or not urlsplit(api_address).path.isascii():
        raise Refusal("publication_address")
    return api_address


def _notify_pages(tournament: Tournament) -> None:
    live.publish(topic=f"desk:{tournament.desk.code}", kind="publication")
