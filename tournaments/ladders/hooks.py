"""What `ladders` adds to the core: URLs, messages, a tab, an audit and signal receivers."""

from datetime import date
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext

from matches import messages
from matches.actors import Actor
from matches.models import Badge, Match
from matches.queries.lookups import get_or_none
from matches.refusal_statuses import FORBIDDEN
from matches.registry import SectionLine, badge_links
from matches.signals import match_reopened, match_settled, match_settling
from tournaments import registry
from tournaments.ladders import services
from tournaments.ladders.messages import LADDER_REFUSALS
from tournaments.ladders.models import Ladder, LadderChallenge
from tournaments.registry import PageTab
from tournaments.signals import deadlines_check

registry.page_urls.append("tournaments.ladders.urls")
registry.api_urls.append("tournaments.ladders.api")
registry.match_club_lookups.append("challenge__ladder__club")
registry.audit_commands.append("audit_ladders")
messages.add_sentences(LADDER_REFUSALS)
FORBIDDEN.add("not_your_challenge")


@registry.club_tabs.register
def list_club_tabs() -> list[PageTab]:
    """Return the tab with the ladders of a club."""
    return [PageTab(22, "ladders", gettext("Ladders"))]


@badge_links.register
def list_badge_links(badge: Badge) -> list[SectionLine]:
    """Return a link to the ladders of the club, for the page of a badge."""
    club = getattr(getattr(badge.desk, "tournament", None), "club", None) or getattr(badge.desk, "club", None)
    if club is None or not Ladder.objects.filter(club=club).exists():
        return []
    return [SectionLine(gettext("Ladders"), reverse("ladders", args=[club.slug]))]


@receiver(match_settling, sender=Match)
def lock_ladder(match_id: int, **_kwargs: Any) -> None:
    """Lock the ladder of a match before the match itself."""
    ladder = get_or_none(LadderChallenge.objects.values_list("ladder", flat=True), match=match_id)
    if ladder is not None:
        services.lock_ladder(ladder)


@receiver(match_settled, sender=Match)
@receiver(match_reopened, sender=Match)
def record_outcome(match: Match, by: Actor, reason: str, **_kwargs: Any) -> None:
    """Record that the match of a challenge was settled or reopened."""
    services.record_match_outcome(match=match, by=by, reason=reason)


@receiver(deadlines_check)
def expire_challenges(today: date, **_kwargs: Any) -> int:
    """Expire challenges and move idle members down."""
    return services.apply_all_deadlines(today=today)
