"""Photographs of winners: added and removed by the winner or the desk, deleted with the person."""

from collections.abc import Iterable
from dataclasses import asdict

from django.db import transaction
from django.db.models import Q

from matches.actors import Identity, require_actor
from matches.models import Player
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_event
from tournaments.models import Event, WinnerPhoto
from tournaments.models.winner_photo import PHOTO_BYTES
from tournaments.permissions import may_change_photo, must_be_directed_here
from tournaments.play.brackets import final_standings
from tournaments.play.event_journal.services.journal import publish_change
from tournaments.play.tournaments.services.tournament_settings import must_not_be_archived
from tournaments.web import uploaded_images


@transaction.atomic
def set_photo(*, event: Event, player: Player, upload: bytes, identity: Identity) -> WinnerPhoto:
    """Set the photograph of a winner, re-encoded from an uploaded image.

    Raises `photo_not_yours`, `photo_not_winner`, `tournament_archived`, and the errors of
    `uploaded_images.make_photo`.
    """
    event = _lock(event, player, identity)
    if player.pk not in {entry.player_id for entry in final_standings.get_winners(event)}:
        raise Refusal("photo_not_winner", player=player.name)
    photo = uploaded_images.make_photo(upload, PHOTO_BYTES)
    row, _ = WinnerPhoto.objects.update_or_create(
        event=event, player=player, defaults={**asdict(photo), "by": identity.user}
    )
    _log(event, player, identity, "photo_added")
    return row


@transaction.atomic
def remove_photo(*, event: Event, player: Player, identity: Identity) -> None:
    """Remove the photograph of a winner, if there is one. Raises `photo_not_yours`."""
    event = _lock(event, player, identity)
    deleted, _ = WinnerPhoto.objects.filter(event=event, player=player).delete()
    if deleted:
        _log(event, player, identity, "photo_removed")


def delete_photos_of_players(*, players: Iterable[int]) -> None:
    """Delete the photographs of these players, of their pairs and of teams they played in."""
    keys = list(players)
    pairs = Q(player__first__in=keys) | Q(player__second__in=keys)
    teams = Q(player__entries__members__player__in=keys)
    rows = WinnerPhoto.objects.filter(Q(player__in=keys) | pairs | teams)
    WinnerPhoto.objects.filter(pk__in=rows.values("pk")).delete()


def _lock(event: Event, player: Player, identity: Identity) -> Event:
    require_actor(identity)
    if not may_change_photo(identity, event, player):
        raise Refusal("photo_not_yours", player=player.name)
    event = lock_event(event)
    must_not_be_archived(event.tournament)
    must_be_directed_here(event)
    return event


def _log(event: Event, player: Player, identity: Identity, kind: str) -> None:
    about = {"name": event.name, "evening": event.tournament.slug}
    club_log.log_action(club=event.tournament.club, kind=kind, by=identity, player=player, about=about)
    publish_change(event)
