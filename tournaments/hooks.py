"""What tournaments adds to matches: messages, outbox tasks, and hooks of `matches.registry`."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from matches import messages as match_messages
from matches import refusal_statuses, registry
from matches.models import Badge, Desk, Match, Player, User
from matches.queries.badges import PlayerProspects
from matches.registry import (
    BreakNotice,
    Panel,
    PlayerLink,
    SectionLine,
    TemplateSection,
)
from matches.services import outbox
from matches.states import Status
from tournaments import messages, permissions
from tournaments.importing.services import imports, record_exports
from tournaments.models import Tournament
from tournaments.people.queries import members, office_offers
from tournaments.people.services import invitations
from tournaments.play.brackets import player_paths
from tournaments.play.events import announcements, events, match_places
from tournaments.play.events.annulled_matches import find_annulled_player
from tournaments.play.events.unopposed_entries import list_unopposed_without_winner
from tournaments.play.schedule.queries import breaks, busy_people
from tournaments.play.teams import queries as teams
from tournaments.ratings.services import merged_players, ratings
from tournaments.reports.queries import winner_photos
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import careers
from tournaments.web.tokens import queries as tokens

match_messages.add_sentences(messages.SENTENCES)
refusal_statuses.FORBIDDEN.update(messages.FORBIDDEN)

outbox.DATABASE_HANDLERS["rate_match"] = ratings.deliver_match
outbox.DATABASE_HANDLERS["rate_club"] = ratings.deliver_club
outbox.DATABASE_HANDLERS["rate_people"] = merged_players.deliver
# Database work, but long: without an outer transaction, committed in batches.
outbox.EXTERNAL_HANDLERS["note_season"] = seasons.deliver
outbox.EXTERNAL_HANDLERS["rebuild_list"] = ratings.deliver_rebuild
outbox.EXTERNAL_HANDLERS[imports.KIND] = imports.deliver
outbox.EXTERNAL_HANDLERS[record_exports.KIND] = record_exports.deliver
outbox.EXTERNAL_HANDLERS["mail_invitation"] = invitations.deliver

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
            gettext("Line-up of %(team)s") % {"team": entry.player.name},
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


@registry.desk_breaks.register
def get_desk_breaks(desk: Desk) -> list[BreakNotice]:
    """Return the breaks that the pages of a tournament show."""
    return breaks.get_shown_breaks(desk.pk, timezone.now())


@registry.event_names.register
def get_event_names(desk: Desk) -> Mapping[int, str]:
    """Return the event of each match of a tournament with several events."""
    return events.get_event_names_by_match(desk.pk)


@registry.account_sections.register
def list_offices(user: User) -> list[TemplateSection]:
    """Return the section of a user's clubs and roles."""
    lines = members.offices_of(user)
    return [TemplateSection(gettext("Clubs and roles"), lines)] if lines else []


@registry.account_sections.register
def list_office_offers(user: User) -> list[TemplateSection]:
    """Return the section of offered roles."""
    lines = tuple(
        SectionLine(f"{offer.office}: {offer.place}") for offer in office_offers.offers_of_user(user)
    )
    if not lines:
        return []
    return [
        TemplateSection(gettext("Invitations to a role"), lines, reverse("own-offers"), gettext("Answer"))
    ]


@registry.account_sections.register
def list_tokens(user: User) -> list[TemplateSection]:
    """Return the section of API tokens of an account."""
    lines = tuple(SectionLine(f"{token.name}: {token.scope.name}") for token in tokens.get_tokens(user))
    return [TemplateSection(gettext("API tokens"), lines, reverse("tokens"), gettext("Manage API tokens"))]


@registry.admission_rights.register
def is_one_of_their_people(account: User, by: User) -> bool | None:
    """Return whether `by` may manage an account, by its clubs."""
    return permissions.may_manage_account(by, account)


@registry.naming_rights.register
def are_known_at_own_clubs(players: frozenset[int], by: User) -> bool | None:
    """Return whether these players are known only in clubs the official directs."""
    return permissions.are_known_only_in_own_clubs(by, players)


@registry.own_data.register
def get_winner_photos(player: Player) -> dict[str, Any]:
    """Return the photographs of a player as a winner."""
    return {"winner_photos": winner_photos.export_photos(player)}


@registry.player_links.register
def list_careers(player: Player) -> list[PlayerLink]:
    """Return links to a player's careers, by club."""
    return [
        PlayerLink(
            club.name,
            reverse("player-statistics", args=[club.slug, player.code]),
            gettext("Rating %(rating)s") % {"rating": f"{rating:.0f}"} if rating is not None else "",
        )
        for club, rating in careers.get_clubs_with_ratings(player)
    ]
