"""What `leagues` adds to the core: URLs, messages, tabs, event files, audits and reminders."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches import messages
from matches.messages.stored_reasons import add_stored_reasons
from matches.models import Badge, User
from matches.registry import SectionLine, badge_links, badge_tasks, match_deadlines
from matches.services import outbox
from rules.errors import Refusal
from tournaments import registry
from tournaments.exchange.event_file import LEAGUE
from tournaments.formats.leagues import divisions_of
from tournaments.journal.league_play_offs import find_moves
from tournaments.journal.state import EventState
from tournaments.leagues import queries
from tournaments.leagues.draw_change_deadlines import has_deadlines, list_match_deadlines
from tournaments.leagues.messages import (
    DECISION_REASONS,
    LEAGUE_REFUSALS,
    describe_changed_move,
    describe_message,
)
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.outdated_divisions import find_outdated_divisions
from tournaments.leagues.services import reminders, seasons
from tournaments.lookups import find_club_of_desk
from tournaments.messages.names import get_stage_name
from tournaments.messages.refusals import WORK_NAMES
from tournaments.models import Event
from tournaments.play.events import event_state
from tournaments.registry import PageLink, PageTab
from tournaments.signals import deadlines_check, draw_lines_changed, event_imported, event_repaired
from tournaments.standings.divisions import GOES_DOWN, GOES_UP

registry.page_urls.append("tournaments.leagues.urls")
registry.api_urls.append("tournaments.leagues.api")
messages.add_sentences(LEAGUE_REFUSALS)
add_stored_reasons(DECISION_REASONS)
WORK_NAMES[reminders.REMIND] = _("Deadline reminder")
outbox.DATABASE_HANDLERS[reminders.REMIND] = reminders.deliver_reminder


@registry.club_tabs.register
def list_club_tabs() -> list[PageTab]:
    """Return the tab with the leagues of a club."""
    return [PageTab(21, "leagues", gettext("Leagues"))]


@registry.event_tabs.register
def list_event_tabs(event: Event, _user: User | None, _is_director: bool) -> list[PageTab]:
    """Return the season page as a tab of a league event."""
    return [PageTab(40, "league", gettext("Season"))] if event.is_league else []


@registry.desk_tabs.register
def list_desk_tabs(event: Event) -> list[PageTab]:
    """Return the league desk as a tab of a league event, for directors."""
    return [PageTab(15, "desk-league", gettext("League desk"))] if event.is_league else []


@registry.late_entry_notes.register
def describe_deadlines_of_late_entry(event: Event) -> list[str]:
    """Say what a late entry does to the deadlines of a league."""
    if not event.is_league:
        return []
    return [
        gettext("New rounds get deadlines within the season dates."),
        gettext("Matches that move to another round keep their deadlines."),
    ]


@registry.added_match_deadlines.register
def map_deadlines_of_added_matches(event: Event, before: EventState, after: EventState) -> dict[str, date]:
    """Return the deadlines that matches get which a change of the draw of a league adds."""
    league = LeagueSeason.objects.filter(event=event).first() if event.is_league else None
    if league is None:
        return {}
    return {
        deadline.pairing: date.fromisoformat(deadline.day)
        for flight in divisions_of(before.plan)
        if has_deadlines(before, flight)
        for deadline in list_match_deadlines(league, (before, after), flight, timezone.localdate())
        if deadline.is_added and deadline.day
    }


@registry.correction_effects.register
def list_outdated_divisions(event: Event, after: EventState) -> list[str]:
    """Say that the next season was built from places that a change of results alters."""
    league = LeagueSeason.objects.filter(event=event).first() if event.is_league else None
    outdated = find_outdated_divisions(league, after) if league else None
    return [outdated.sentence] if outdated else []


@registry.correction_effects.register
def list_changed_moves(event: Event, after: EventState) -> list[str]:
    """Say who else would be promoted or relegated after a change of results."""
    if not event.is_league:
        return []
    before = event_state.get_event_state(event)
    names = {entry.number: entry.player.desk_name for entry in event.entries.select_related("player")}
    sentences = []
    for flight in divisions_of(before.plan):
        if flight not in before.stages or flight not in after.stages:
            continue
        old, new = find_moves(before, flight), find_moves(after, flight)
        sentences += [
            describe_changed_move(
                kind,
                get_stage_name(before.plan[flight]),
                [names[entry] for entry in sorted(old_entries - new_entries)],
                [names[entry] for entry in sorted(new_entries - old_entries)],
            )
            for kind, old_entries, new_entries in (
                (GOES_UP, old.promoted, new.promoted),
                (GOES_DOWN, old.relegated, new.relegated),
            )
            if old_entries != new_entries
        ]
    return sentences


@registry.correction_follow_ups.register
def list_leagues_to_follow(event: Event) -> list[PageLink]:
    """Link to the desk of the next season, where a correction would change the divisions."""
    league = LeagueSeason.objects.filter(event=event).first() if event.is_league else None
    outdated = find_outdated_divisions(league) if league else None
    if outdated is None:
        return []
    following = outdated.season.event
    place = (following.tournament.club.slug, following.tournament.slug, following.slug)
    return [PageLink(outdated.sentence, reverse("desk-league", args=place))]


@badge_links.register
def list_badge_links(badge: Badge) -> list[SectionLine]:
    """Return a link to the open league matches of the holder of a badge."""
    club = find_club_of_desk(badge.desk)
    return (
        [SectionLine(gettext("My league matches"), reverse("own-fixtures", args=[club.slug]))] if club else []
    )


@badge_tasks.register
def list_messages_to_answer(badge: Badge) -> list[tuple[str, str]]:
    """Return the times that opponents propose, and their messages, with the page to answer them."""
    return [
        (
            describe_message(one.by.name, one.play_at, one.note),
            reverse("own-fixtures", args=[one.match.desk.tournament.club.slug]),
        )
        for one in queries.list_unanswered_messages(badge)
    ]


@match_deadlines.register
def map_deadlines(matches: Collection[int]) -> dict[int, date]:
    """Return the last day of each open league match among these keys of matches."""
    return queries.map_deadlines(matches, timezone.localdate())


@registry.event_file_parts.register
def export_season(event: Event) -> dict[str, Any]:
    """Return the part about the season for the file of its event."""
    return queries.export_season(event) if event.is_league else {}


@registry.event_audits.register
def list_missing_seasons(event: Event) -> list[Refusal]:
    """Report a league event without a season."""
    if event.is_league and not LeagueSeason.objects.filter(event=event).exists():
        return [Refusal("audit_league", event=event.name)]
    return []


@receiver(draw_lines_changed, sender=Event)
def keep_deadlines(event: Event, flight: str, before: EventState, by: User, **_kwargs: Any) -> None:
    """Let the matches of a league keep their deadlines when its draw changes."""
    seasons.keep_deadlines(event=event, flight=flight, before=before, by=by)


@receiver(event_imported, sender=Event)
def import_season(event: Event, data: Mapping[str, Any], **_kwargs: Any) -> None:
    """Create the season of an imported event."""
    seasons.get_or_create_season(event, data.get(LEAGUE))


@receiver(event_repaired, sender=Event)
def restore_season(event: Event, **_kwargs: Any) -> None:
    """Recreate a missing season from the journal."""
    seasons.get_or_create_season(event)


@receiver(deadlines_check)
def remind_players(today: date, **_kwargs: Any) -> int:
    """Enqueue deadline reminders."""
    return reminders.enqueue_all_reminders(today=today)
