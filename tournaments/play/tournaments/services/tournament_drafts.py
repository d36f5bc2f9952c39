"""Drafts of tournaments: published for everybody, or hidden again."""

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.club_log import log_change
from tournaments.models import Event, EventStatus, Tournament
from tournaments.play.tournaments.services.tournament_pages import lock_unarchived_tournament
from tournaments.play.tournaments.services.tournament_settings import publish_changes


@transaction.atomic
def publish_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Publish a draft, for everybody to see. Raises `tournament_archived`."""
    tournament, events = lock_unarchived_tournament(tournament, by)
    return _set_draft(tournament, events, by, is_draft=False)


@transaction.atomic
def hide_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Make a tournament a draft, seen by its officials only.

    Raises `tournament_archived`, and `tournament_begun` once a draw is published.
    """
    tournament, events = lock_unarchived_tournament(tournament, by)
    if any(event.status in (EventStatus.PUBLISHED, EventStatus.FINISHED) for event in events.values()):
        raise Refusal("tournament_begun", name=tournament.name)
    return _set_draft(tournament, events, by, is_draft=True)


def _set_draft(tournament: Tournament, events: dict[int, Event], by: User, *, is_draft: bool) -> Tournament:
    if tournament.is_draft != is_draft:
        tournament.is_draft = is_draft
        tournament.save(update_fields=["is_draft"])
        log_change(tournament, "tournament_hidden" if is_draft else "tournament_published", by)
        publish_changes(tournament, events)
    return tournament
