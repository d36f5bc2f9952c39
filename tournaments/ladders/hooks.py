"""What `ladders` adds to the core: URLs, messages, a tab, an audit and signal receivers."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from matches import messages
from matches.actors import Actor, Identity
from matches.models import Badge, Match, Player
from matches.queries.lookups import get_or_none
from matches.refusal_statuses import FORBIDDEN
from matches.registry import SectionLine, badge_links, badge_tasks
from matches.signals import match_reopened, match_settled, match_settling, spellings_changed
from tournaments import registry
from tournaments.ladders import services
from tournaments.ladders.messages import LADDER_REFUSALS, describe_own_challenge
from tournaments.ladders.models import Ladder, LadderChallenge
from tournaments.ladders.queries import list_open_challenges
from tournaments.lookups import find_club_of_desk
from tournaments.models import Club
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
    club = find_club_of_desk(badge.desk)
    if club is None or not Ladder.objects.filter(club=club).exists():
        return []
    return [SectionLine(gettext("Ladders"), reverse("ladders", args=[club.slug]))]


@badge_tasks.register
def list_challenges_of_badge(badge: Badge) -> list[tuple[str, str]]:
    """Return the open challenges of the holder of a badge, each with the page of its ladder."""
    club = find_club_of_desk(badge.desk)
    return _describe_challenges(club, [badge.player]) if club is not None else []


@registry.own_tasks.register
def list_own_challenges(identity: Identity, club: Club) -> list[tuple[str, str]]:
    """Return the open challenges of a player at a club, each with the page of its ladder."""
    players = (identity.badge_player, getattr(identity.user, "player", None))
    return _describe_challenges(club, [player for player in players if player is not None])


def _describe_challenges(club: Club, players: Sequence[Player]) -> list[tuple[str, str]]:
    return [
        (
            describe_own_challenge(
                challenge.status,
                is_challenged=is_challenged,
                other=(challenge.challenger if is_challenged else challenge.holder).name,
                ladder=challenge.ladder.name,
                due=challenge.due,
            ),
            reverse("ladder", args=[club.slug, challenge.ladder.slug]),
        )
        for challenge, is_challenged in list_open_challenges(club, players)
    ]


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


@receiver(spellings_changed, sender=Player)
def apply_spellings(players: Collection[int], **_kwargs: Any) -> None:
    """Leave one place to a person who had two under two names, and two to separated persons."""
    services.apply_spellings(players=players, today=timezone.localdate())


@receiver(deadlines_check)
def expire_challenges(today: date, **_kwargs: Any) -> int:
    """Expire challenges and move idle members down."""
    return services.apply_all_deadlines(today=today)
