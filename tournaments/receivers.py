"""Receivers of the signals of the matches app, in the same transaction."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from matches.actors import Actor
from matches.models import Match, Player, User
from matches.names import NameKind
from matches.queries.lookups import get_or_none
from matches.queries.people import get_canonical_player, select_canonical_players
from matches.records.queries.analyses import FigurePair
from matches.records.signals import figures_changed
from matches.signals import (
    account_closing,
    account_renamed,
    account_unlinked,
    match_reopened,
    match_settled,
    match_settling,
    name_corrected,
    player_anonymised,
    spellings_changed,
    tables_changed,
)
from matches.states import BEFORE_THE_END
from tournaments import club_log
from tournaments.importing.services import history_import, record_exports
from tournaments.locks import lock_tournament
from tournaments.models import Pairing
from tournaments.people.services import members
from tournaments.permissions import must_be_active
from tournaments.play.entrants.services import distinctions
from tournaments.play.event_journal.services import journal, pairing_matches, performance_ratings
from tournaments.play.event_journal.services.journal import one_command
from tournaments.play.schedule.services import calling
from tournaments.ratings.services import merged_players, ratings
from tournaments.reports import services as winner_photos
from tournaments.seasons import services as seasons
from tournaments.signals import matches_deleting
from tournaments.web.tokens import services as token_services

# The result of a match before the change; None for none.
Was = dict[str, Any] | None


@receiver(match_settling, sender=Match)
def lock_tournament_of_match(match_id: int, **_: Any) -> None:
    """Lock the tournament that owns a match before the match, so that the lock order is always the same.

    Raises what `must_be_active` does for an unfinished match.
    """
    columns = Pairing.objects.values_list("event__tournament", "event", "match__status")
    pairing = get_or_none(columns, match=match_id)
    if pairing is None:
        return
    tournament, event, status = pairing
    events = lock_tournament(tournament)
    if status in BEFORE_THE_END:
        must_be_active(events[event])


@receiver(match_settled, sender=Match)
def apply_result(match: Match, by: Actor, reason: str, was: Was, **_: Any) -> None:
    """Apply a match result: update bracket and measures, enqueue ratings and season notes."""
    history_import.restore_match_date(match=match)
    seasons.enqueue_note(match=match, was=was, by=by, reason=reason)
    with one_command():
        journal.sync_match_result(match=match, by=by, reason=reason)
        performance_ratings.sync_measure(match=match, by=by)
    pairing_matches.enqueue_rating(match)


@receiver(match_reopened, sender=Match)
def apply_reopening(match: Match, by: Actor, reason: str, was: Was, **_: Any) -> None:
    """Apply the withdrawal of a result: the seats that depend on it become empty."""
    seasons.enqueue_note(match=match, was=was, by=by, reason=reason)
    journal.sync_match_result(match=match, by=by, reason=reason)
    pairing_matches.enqueue_rating(match)


@receiver(matches_deleting, sender=Match)
def delete_ledger_rows(matches: Collection[int], **_: Any) -> None:
    """Delete the rows of matches in rating lists before the matches are deleted."""
    ratings.delete_ledger_rows(matches=matches)


@receiver(figures_changed, sender=Match)
def apply_performance_ratings(
    match: Match, by: Actor, former_figures: FigurePair | None = None, **_: Any
) -> None:
    """Apply new performance ratings of a match to its table."""
    performance_ratings.sync_measure(match=match, by=by, former_figures=former_figures)


@receiver(tables_changed, sender=Match)
def call_waiting_matches(match: Match, **_: Any) -> None:
    """Call waiting matches after a table became free or a match waits again."""
    pairing = get_or_none(Pairing.objects.select_related("event__tournament__desk"), match=match.pk)
    if pairing is not None:
        calling.call_waiting(tournament=pairing.event.tournament)


@receiver(spellings_changed, sender=Player)
def check_merged_players(players: frozenset[int], **_: Any) -> None:
    """Apply a merge or split of players: check for double entries, tell namesakes apart, enqueue ratings."""
    merged_players.check_entered_once(players)
    rows = select_canonical_players(Player.objects.filter(pk__in=players, kind=NameKind.PERSON.value))
    for person in {get_canonical_player(player) for player in rows}:
        distinctions.update_distinctions_of_person(person=person)
    merged_players.enqueue_ratings(players)


@receiver(name_corrected, sender=Player)
def log_corrected_name(player: Player, by: Actor, **_: Any) -> None:
    """Log the correction in the clubs of the player, without the names: they may be hidden one day."""
    for membership in player.memberships.filter(left_at=None).select_related("club").order_by("pk"):
        club_log.log_action(club=membership.club, kind="name_corrected", by=by, player=player)


@receiver(name_corrected, sender=Player)
def distinguish_namesakes(player: Player, **_: Any) -> None:
    """Tell a person with a corrected name from others of that name in the same events."""
    distinctions.update_distinctions_of_person(person=player)


@receiver(player_anonymised, sender=Player)
def delete_photos(former_names: dict[int, str], **_: Any) -> None:
    """Delete the photographs of an anonymised player."""
    winner_photos.delete_photos_of_players(players=former_names)


@receiver(account_closing, sender=User)
def revoke_tokens(user: User, **_: Any) -> None:
    """Revoke the tokens of a closed account."""
    token_services.revoke_all(of=user)


@receiver(account_closing, sender=User)
def leave_clubs(user: User, **_: Any) -> None:
    """End the memberships of a closed account."""
    members.leave_all_clubs(user=user)


@receiver(account_renamed, sender=User)
def rename_signatures(user: User, was: str, name: str, **_: Any) -> None:
    """Update an account's name in signed changes and imports."""
    members.rename_signatures(user=user, was=was, name=name)


@receiver(account_unlinked, sender=User)
def separate_memberships(user: User, player: Player, **_: Any) -> None:
    """Split an account and a player into two members."""
    members.separate_player(user=user, player=player)


@receiver(player_anonymised, sender=Player)
def delete_record_exports(former_names: dict[int, str], **_: Any) -> None:
    """Delete the ZIP files of match files that contain the former names of an anonymised player."""
    record_exports.delete_exports_of_player(player_ids=list(former_names))
