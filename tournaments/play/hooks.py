"""What play adds to `matches`: answers to its hooks, and what follows from its signals."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.apps import AppConfig
from django.db.models import Q
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from matches import registry
from matches.actors import Actor
from matches.models import Badge, Desk, Match, Player, User
from matches.names import NameKind
from matches.queries.badges import PlayerProspects
from matches.queries.lookups import get_or_none
from matches.queries.people import get_canonical_player, select_canonical_players
from matches.records.queries.analyses import FigurePair
from matches.records.signals import figures_changed
from matches.registry import BreakNotice, Panel, SectionLine, ShownLogo
from matches.signals import (
    account_closing,
    match_reopened,
    match_settled,
    match_settling,
    name_corrected,
    player_anonymised,
    spellings_changed,
    tables_changed,
)
from matches.states import BEFORE_THE_END, Status
from rules.errors import Refusal
from tournaments.locks import lock_tournament
from tournaments.models import Pairing, Tournament, WeeklyNight
from tournaments.permissions import is_directed_elsewhere, must_be_active, must_be_directed_here
from tournaments.play.brackets import player_paths
from tournaments.play.entrants.services import distinctions, double_entries
from tournaments.play.event_journal.services import (
    added_columns,
    journal,
    pairing_matches,
    performance_ratings,
)
from tournaments.play.event_journal.services.journal import one_command
from tournaments.play.events import announcements, events, match_places
from tournaments.play.events.annulled_matches import find_annulled_player
from tournaments.play.events.unopposed_entries import list_unopposed_without_winner
from tournaments.play.schedule.queries import breaks, busy_people
from tournaments.play.schedule.services import calling
from tournaments.play.teams import queries as teams
from tournaments.play.tournaments.queries import expected_players, sponsors
from tournaments.play.tournaments.services import expected_players as expected_player_services
from tournaments.signals import deadlines_check

registry.announcement_audiences.register(announcements.make_event_audience)
registry.desk_descriptions.register(events.describe_desks)
registry.match_breaks.register(breaks.get_intervals_by_match)
registry.match_occasions.register(match_places.find_match_occasions)
registry.match_places.register(match_places.find_match_places)
registry.match_topics.register(match_places.get_match_topics)
registry.void_effects.register(list_unopposed_without_winner)


@registry.badge_desks.register
def list_tournament_desks(badge: Badge) -> list[int]:
    """Return the desks of the tournaments of a club where its badges act too; none for other badges."""
    return list(Tournament.objects.filter(club__desk=badge.desk_id).values_list("desk", flat=True))


@registry.badge_tasks.register
def list_missing_line_ups(badge: Badge) -> list[tuple[str, str]]:
    """List the line-ups a captain's teams have not submitted."""
    return [
        (
            gettext("Line-up of %(team)s against %(opponent)s, round %(round)s")
            % {
                "team": entry.player.name,
                "opponent": teams.get_opponent_name(meeting, entry),
                "round": meeting.round,
            },
            reverse(
                "meeting",
                args=[
                    meeting.event.tournament.club.slug,
                    meeting.event.tournament.slug,
                    meeting.event.slug,
                    meeting.label,
                ],
            ),
        )
        for entry, meeting in teams.get_meetings_to_line_up(badge.player)
    ]


@registry.badge_links.register
def list_weekly_nights(badge: Badge) -> list[SectionLine]:
    """Return links to the weekly nights of the club of a badge, where its holder can join the list."""
    is_of_desk = Q(club__desk=badge.desk_id) | Q(club__tournaments__desk=badge.desk_id)
    nights = WeeklyNight.objects.filter(is_of_desk, ended_at=None, club__archived_at=None).distinct()
    return [
        SectionLine(
            gettext("I'm coming: %(night)s") % {"night": night.name},
            reverse("coming", args=[night.club.slug, night.pk]),
        )
        for night in nights.select_related("club").order_by("weekday", "begins", "pk")
    ]


@registry.badge_prospects.register
def get_prospects(badge: Badge) -> PlayerProspects:
    """Return a player's next matches, stakes and paths in the events where the badge acts."""
    return player_paths.get_player_prospects(badge, timezone.now())


@registry.suspended_matches.register
def make_suspended_condition() -> Q:
    """Return the condition on matches of events and tournaments that are cancelled or archived."""
    return events.IS_MATCH_OF_CLOSED_EVENT


@registry.busy_matches.register
def make_busy_condition(desks: Collection[int]) -> Q:
    """Return the condition on matches of the other tournaments of a club that keep their players busy."""
    return busy_people.make_busy_condition(desks, timezone.now())


@registry.match_panels.register
def explain_annulled_match(request: HttpRequest, match: Match) -> Panel:
    """Say that a played match does not count in its event, because one of its players left."""
    player = find_annulled_player(match) if match.status == Status.SETTLED.value else ""
    return Panel("tournaments/play/event_pages/_annulled_match.html", {"annulled_player": player})


@registry.overlay_logos.register
def list_overlay_logos(match: Match) -> list[ShownLogo]:
    """Return the first logos of the sponsors of the tournament, for the overlay of a stream."""
    return sponsors.list_logos_of_match(match)


@registry.desk_obstacles.register
def refuse_copied_desk(desk: Desk) -> Refusal | None:
    """Return why nothing is changed at the desk of a tournament that another site directs."""
    tournament = get_or_none(Tournament.objects.filter(is_directed_elsewhere=True), desk=desk.pk)
    if tournament is None or not is_directed_elsewhere(tournament):
        return None
    return Refusal("directed_elsewhere", name=tournament.name)


@registry.desk_breaks.register
def get_desk_breaks(desk: Desk) -> list[BreakNotice]:
    """Return the breaks that the pages of a tournament show."""
    return breaks.get_shown_breaks(desk.pk, timezone.now())


@registry.event_names.register
def get_event_names(desk: Desk) -> Mapping[int, str]:
    """Return the event of each match of a tournament with several events."""
    return events.get_event_names_by_match(desk.pk)


@receiver(post_migrate)
def fill_added_columns(app_config: AppConfig, plan: Collection[Any] = (), **_kwargs: Any) -> None:
    """Fill the columns that the migrations just applied have added to what events store."""
    if app_config.name == "tournaments":
        steps = [migration for migration, is_taken_back in plan if not is_taken_back]
        names = {migration.name for migration in steps if migration.app_label == app_config.label}
        added_columns.fill_added_columns(migrations=names)


@receiver(match_settling, sender=Match)
def lock_tournament_of_match(match_id: int, **_: Any) -> None:
    """Lock the tournament that owns a match before the match, so that the lock order is always the same.

    Raises what `must_be_active` does for an unfinished match, and `directed_elsewhere` for any.
    """
    columns = Pairing.objects.values_list("event__tournament", "event", "match__status")
    pairing = get_or_none(columns, match=match_id)
    if pairing is None:
        return
    tournament, event, status = pairing
    events = lock_tournament(tournament)
    must_be_directed_here(events[event])
    if status in BEFORE_THE_END:
        must_be_active(events[event])


@receiver(match_settled, sender=Match)
def apply_result(match: Match, by: Actor, reason: str, **_: Any) -> None:
    """Apply a match result: update bracket and measures, enqueue ratings."""
    with one_command():
        journal.sync_match_result(match=match, by=by, reason=reason)
        performance_ratings.sync_measure(match=match, by=by)
    pairing_matches.enqueue_rating(match)


@receiver(match_reopened, sender=Match)
def apply_reopening(match: Match, by: Actor, reason: str, **_: Any) -> None:
    """Apply the withdrawal of a result: the seats that depend on it become empty."""
    journal.sync_match_result(match=match, by=by, reason=reason)
    pairing_matches.enqueue_rating(match)


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
    """Apply a merge or split of players: check for double entries, tell namesakes apart."""
    double_entries.check_entered_once(players)
    rows = select_canonical_players(Player.objects.filter(pk__in=players, kind=NameKind.PERSON.value))
    for person in {get_canonical_player(player) for player in rows}:
        distinctions.update_distinctions_of_person(person=person)


@receiver(name_corrected, sender=Player)
def distinguish_namesakes(player: Player, **_: Any) -> None:
    """Tell a person with a corrected name from others of that name in the same events."""
    distinctions.update_distinctions_of_person(person=player)


@registry.own_data.register
def get_expected(player: Player) -> dict[str, Any]:
    """Return the weekly nights at which a player is expected."""
    return {"weekly_nights": expected_players.export_expected(player)}


@receiver(player_anonymised, sender=Player)
def erase_expected_player(former_names: dict[int, str], **_: Any) -> None:
    """Delete an anonymised player from the lists of weekly nights."""
    expected_player_services.erase_player(former_names=former_names)


@receiver(account_closing, sender=User)
def detach_expected_players(user: User, **_: Any) -> None:
    """Take a closed account off the lists of weekly nights."""
    expected_player_services.detach_account(user=user)


@receiver(deadlines_check)
def forget_expected_players(today: date, **_: Any) -> int:
    """Delete the lists of weekly nights that are over."""
    return expected_player_services.forget_expected_players(today=today)
