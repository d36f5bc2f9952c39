"""Registrations of leagues: URLs, messages, tabs, event files, audits and reminders."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches import messages
from matches.models import Badge, User
from matches.registry import SectionLine, badge_links
from matches.services import outbox
from rules.errors import Refusal
from tournaments import registry
from tournaments.exchange.event_file import LEAGUE
from tournaments.leagues import queries, services
from tournaments.leagues.messages import LEAGUE_REFUSALS
from tournaments.leagues.models import LeagueSeason
from tournaments.messages.refusals import WORK_NAMES
from tournaments.models import Event
from tournaments.registry import PageTab
from tournaments.signals import day_passed, event_imported, event_repaired

registry.page_urls.append("tournaments.leagues.urls")
registry.api_urls.append("tournaments.leagues.api")
messages.add_sentences(LEAGUE_REFUSALS)
WORK_NAMES[services.REMIND] = _("Deadline reminder")
outbox.DATABASE_HANDLERS[services.REMIND] = services.deliver_reminder


@registry.club_tabs.register
def add_club_tab() -> list[PageTab]:
    """Add the leagues of a club to its tabs."""
    return [PageTab(21, "leagues", gettext("Leagues"))]


@registry.event_tabs.register
def add_event_tab(event: Event, _user: User | None, _is_director: bool) -> list[PageTab]:
    """Add the season page to the tabs of a league event."""
    return [PageTab(40, "league", gettext("Season"))] if event.is_league else []


@registry.desk_tabs.register
def add_desk_tab(event: Event) -> list[PageTab]:
    """Add the league desk to the directors' tabs of a league event."""
    return [PageTab(15, "desk-league", gettext("League desk"))] if event.is_league else []


@badge_links.register
def link_fixtures(badge: Badge) -> list[SectionLine]:
    """Link the open league matches on the page of a badge."""
    club = getattr(getattr(badge.desk, "tournament", None), "club", None) or getattr(badge.desk, "club", None)
    return (
        [SectionLine(gettext("My league matches"), reverse("own-fixtures", args=[club.slug]))] if club else []
    )


@registry.event_file_parts.register
def write_season(event: Event) -> dict[str, Any]:
    """Write the season into the file of its event."""
    return queries.season_data(event) if event.is_league else {}


@registry.event_audits.register
def find_missing_season(event: Event) -> list[Refusal]:
    """Report a league event without a season."""
    if event.is_league and not LeagueSeason.objects.filter(event=event).exists():
        return [Refusal("audit_league", event=event.name)]
    return []


@receiver(event_imported, sender=Event)
def read_season(event: Event, data: Mapping[str, Any], **_kwargs: Any) -> None:
    """Create the season of an imported event."""
    services.get_or_create_season(event, data.get(LEAGUE))


@receiver(event_repaired, sender=Event)
def restore_season(event: Event, **_kwargs: Any) -> None:
    """Recreate a missing season from the journal."""
    services.get_or_create_season(event)


@receiver(day_passed)
def remind_players(today: date, **_kwargs: Any) -> int:
    """Enqueue deadline reminders."""
    return services.enqueue_all_reminders(today=today)
