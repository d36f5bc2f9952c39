"""Sending of published tournaments to the other site: what changed, at most every ten seconds.

A publication is claimed by postponing `due_at`, so that another worker tries again if this one dies. What is
sent is the present state of an event and not a list of changes: a repeated try loses and doubles nothing.
"""

import json
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from matches.queries.site_settings import get_site_settings
from matches.services import live
from tournaments.exchange.event_file import write
from tournaments.mirrors import queries
from tournaments.mirrors.copy_messages import (
    FORMAT_VERSION,
    LONGEST_MESSAGE,
    LONGEST_TEXT,
    compress_message,
)
from tournaments.mirrors.models import Publication, PublishedEvent
from tournaments.mirrors.services.encrypted_tokens import decrypt_token
from tournaments.models import Event
from tournaments.web import http_client
from tournaments.web.http_client import HttpClientError, SiteAnswer, SiteRequest

# Nothing is sent more often; without changes the other site hears once a minute that this one is there.
SEND_EVERY, SIGN_EVERY = timedelta(seconds=10), timedelta(seconds=60)
# The pauses after each failed try grow to the last one.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (10, 20, 40, 80, 160, 300))
CLAIM = timedelta(seconds=90)
LONGEST_ANSWER = 20_000
RUN_SECONDS, RUN_LOCK_KEY, RUN_LOCK_SECONDS = 20.0, "mirrors:running", 60
# Refusals after which only a person can help: nothing more is sent until then.
FINAL_PROBLEMS = frozenset({"copy_taken_over", "journals_differ", "event_here_already", "player_elsewhere"})
COPY_UNKNOWN, JOURNALS_DIFFER = "copy_unknown", "journals_differ"


class PublishingError(Exception):
    """A try that failed; `code` is one of `messages.PROBLEM_TEXTS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class EventMessage:
    """The message about an event, with the hash of its file and the length of its journal."""

    body: bytes
    file_digest: str
    lines: int


def send_due() -> int:
    """Send what is due of all publications and return how many tries succeeded. One run at a time."""
    if not cache.add(RUN_LOCK_KEY, True, RUN_LOCK_SECONDS):
        return 0
    try:
        deadline, success_count = time.monotonic() + RUN_SECONDS, 0
        while (
            time.monotonic() < deadline
            and (publication := _claim_next(Publication.objects.all())) is not None
        ):
            success_count += _try_to_publish(publication)
        return success_count
    finally:
        cache.delete(RUN_LOCK_KEY)


def send_now(*, publication: Publication) -> None:
    """Send what is due of a publication at once, unless a worker does so at this moment."""
    claimed_publication = _claim_next(Publication.objects.filter(pk=publication.pk))
    if claimed_publication is not None:
        _try_to_publish(claimed_publication)


@transaction.atomic
def _claim_next(publications: QuerySet[Publication]) -> Publication | None:
    """Claim the one of these publications that has been due longest."""
    now = timezone.now()
    rows = publications.filter(due_at__lte=now).order_by("due_at", "pk")
    row = rows.select_for_update(of=("self",), skip_locked=True).first()
    if row is None:
        return None
    Publication.objects.filter(pk=row.pk).update(due_at=now + CLAIM, tries=F("tries") + 1)
    return Publication.objects.select_related("tournament__club", "tournament__desk").get(pk=row.pk)


def _try_to_publish(publication: Publication) -> bool:
    claimed_until = publication.due_at
    try:
        if publication.is_deleting:
            _delete_copy(publication)
            return True
        has_sent = _send_changes(publication)
    except PublishingError as error:
        _note_failure(publication, claimed_until, error.code)
        return False
    now = timezone.now()
    changes: dict[str, Any] = {"tries": 0, "problem": "", "due_at": now + SEND_EVERY}
    if has_sent:
        changes |= {"published_at": now, "is_replacing": False}
    _update_claimed(publication, claimed_until, changes)
    if has_sent or publication.problem:
        _notify_pages(publication)
    return True


def _note_failure(publication: Publication, claimed_until: datetime | None, code: str) -> None:
    pause = PAUSES[min(publication.tries, len(PAUSES)) - 1]
    due_at = None if code in FINAL_PROBLEMS else timezone.now() + pause
    _update_claimed(publication, claimed_until, {"problem": code, "due_at": due_at})
    if publication.problem != code:
        _notify_pages(publication)


def _update_claimed(
    publication: Publication, claimed_until: datetime | None, changes: dict[str, Any]
) -> None:
    """Store the outcome of a try, unless a director has changed the publication meanwhile."""
    Publication.objects.filter(pk=publication.pk, due_at=claimed_until).update(**changes)


def _send_changes(publication: Publication) -> bool:
    """Send the events that have changed; return whether any was sent. Raises PublishingError."""
    tournament = publication.tournament
    if tournament.is_draft:
        raise PublishingError("draft")
    events = queries.list_published_events(publication)
    _withdraw_withheld_events(publication, events)
    rows = [PublishedEvent.objects.get_or_create(publication=publication, event=event)[0] for event in events]
    keys = [row.key for row in rows]
    is_silent = _is_silent(publication)
    has_sent = False
    for event, row in zip(events, rows, strict=True):
        version = queries.compute_page_version(event)
        if publication.is_replacing or is_silent or version != row.seen_version:
            _send_event(publication, row, event, keys, version)
            has_sent = True
    return has_sent


def _withdraw_withheld_events(publication: Publication, events: list[Event]) -> None:
    """Remove events from the other site of which names may not be shown now, as of an undone draw.

    The next message about another event does it, as it names all events; without one, the copy is deleted.
    """
    withdrawn_rows = PublishedEvent.objects.filter(publication=publication).exclude(event__in=events)
    if not withdrawn_rows.exists():
        return
    if not events:
        _request_deletion(publication)
    withdrawn_rows.delete()
    PublishedEvent.objects.filter(publication=publication).update(seen_version="")


def _is_silent(publication: Publication) -> bool:
    """Return whether the other site has heard nothing for a while, though nothing has changed."""
    published_at = publication.published_at
    return published_at is None or timezone.now() - published_at >= SIGN_EVERY


def _send_event(
    publication: Publication, row: PublishedEvent, event: Event, keys: list[str], version: str
) -> None:
    message = build_message(publication, row, event, keys)
    answer = _request(publication, "PUT", f"events/{row.key}/", message.body)
    code = _read_code(answer)
    if code == COPY_UNKNOWN and row.file_digest:
        # The other site lacks it, as after a backup was restored there: it gets the whole file.
        row.file_digest = ""
        message = build_message(publication, row, event, keys)
        answer = _request(publication, "PUT", f"events/{row.key}/", message.body)
        code = _read_code(answer)
    if code:
        raise PublishingError(code)
    lines = _read_lines(answer)
    if lines != message.lines:
        # The copy has more lines, as after an older backup was restored here.
        raise PublishingError(JOURNALS_DIFFER if lines > message.lines else "answer")
    PublishedEvent.objects.filter(pk=row.pk).update(
        lines=lines, seen_version=version, file_digest=message.file_digest, sent_at=timezone.now()
    )


def build_message(
    publication: Publication, row: PublishedEvent, event: Event, keys: list[str]
) -> EventMessage:
    """Build the message about an event, in one transaction, so that file and live part belong together."""
    with transaction.atomic():
        file = queries.build_public_file(event)
        live_part = queries.build_live_part(event, timezone.now())
    site, file_bytes = get_site_settings(), write(file)
    digest = sha256(file_bytes).hexdigest()
    # Fewer lines than were sent: a draw was undone, or an earlier version sent it before it was published.
    is_replacing = publication.is_replacing or len(file.lines) < row.lines
    is_unchanged = digest == row.file_digest and not is_replacing
    content = {
        "version": FORMAT_VERSION,
        "origin": site.name,
        "club": event.tournament.club.name,
        "time_zone": event.tournament.desk.time_zone or site.time_zone,
        "lines": len(file.lines),
        "events": keys,
        "replaces": is_replacing,
        "file": None if is_unchanged else json.loads(file_bytes),
        "live": live_part.to_json(),
    }
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
    body = compress_message(text)
    if len(text) > LONGEST_TEXT or len(body) > LONGEST_MESSAGE:
        raise PublishingError("too_large")
    return EventMessage(body, digest, len(file.lines))


def _delete_copy(publication: Publication) -> None:
    _request_deletion(publication)
    publication.delete()
    _notify_pages(publication)


def _request_deletion(publication: Publication) -> None:
    answer = _request(publication, "DELETE", "", b"")
    code = _read_code(answer)
    if code and answer.status not in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE) and code != "copy_taken_over":
        raise PublishingError(code)


def _request(publication: Publication, method: str, path: str, body: bytes) -> SiteAnswer:
    token = decrypt_token(publication.encrypted_token)
    if not token:
        raise PublishingError("token")
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        **({"Content-Encoding": "gzip"} if body else {}),
        "Accept": "application/json",
    }
    request = SiteRequest(method, body, headers, LONGEST_ANSWER)
    try:
        return http_client.send(
            f"{publication.address}{path}", request, allow_private=settings.WEBHOOKS_PRIVATE
        )
    except HttpClientError as error:
        raise PublishingError(error.code) from error


def _read_code(answer: SiteAnswer) -> str:
    """Return why the other site refused, "" if it did not."""
    if 200 <= answer.status < 300:
        return ""
    if answer.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return "token"
    if answer.status == HTTPStatus.NOT_FOUND:
        return "absent"
    if answer.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return "too_large"
    code = _read_json(answer).get("code")
    return code[:40] if isinstance(code, str) and code else "answer"


def _read_lines(answer: SiteAnswer) -> int:
    lines = _read_json(answer).get("lines")
    if not isinstance(lines, int):
        raise PublishingError("answer")
    return lines


def _read_json(answer: SiteAnswer) -> dict[str, Any]:
    try:
        data = json.loads(answer.body)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _notify_pages(publication: Publication) -> None:
    live.publish(topic=f"desk:{publication.tournament.desk.code}", kind="publication")
