"""Subscriptions of players to e-mail, and the recipients of an e-mail."""

from collections.abc import Iterable
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet

from matches.models import Announcement, Audience, Badge, Match, Player, User
from matches.queries.people import get_spellings
from tournaments.mailing.models import MailSubscription
from tournaments.models import Entry, TeamMember, Tournament
from tournaments.registry import MailSource, Recipient

SOURCE = "mailing"
SIGNER = Signer(salt="tournaments.mailing")


class SubscriptionSource(MailSource):
    """Players subscribed to e-mail from the tournament, or from all tournaments."""

    def list_recipients(self, announcement: Announcement, tournament: Tournament) -> list[Recipient]:
        """Return the players to whom an announcement is addressed and who want announcements by e-mail."""
        rows = MailSubscription.objects.filter(announcements=True)
        if announcement.audience == Audience.MATCH:
            match = announcement.match
            rows = filter_by_players(rows, () if match is None else (match.white_id, match.black_id))
        elif announcement.audience == Audience.EVENT:
            rows = filter_by_players(rows, _get_entered_players(Q(event__announcements=announcement)))
        else:
            entered_rows = filter_by_players(rows, _get_entered_players(Q(event__tournament=tournament)))
            rows = rows.filter(Q(tournament=tournament) | Q(pk__in=entered_rows.values("pk")))
        return to_recipients(rows.filter(Q(tournament=tournament) | Q(tournament=None)))

    def get_recipient(self, key: int) -> Recipient | None:
        """Return the recipient of a subscription that has not ended."""
        return next(iter(to_recipients(MailSubscription.objects.filter(pk=key))), None)


def list_call_recipients(match: Match, tournament: Tournament) -> list[Recipient]:
    """Return the players of a match who want calls by e-mail."""
    rows = filter_by_players(MailSubscription.objects.filter(calls=True), (match.white_id, match.black_id))
    return to_recipients(rows.filter(Q(tournament=tournament) | Q(tournament=None)))


def filter_by_players(rows: QuerySet[MailSubscription], players: Iterable[int]) -> QuerySet[MailSubscription]:
    """Return the subscriptions of these players (keys) and of the members of pairs, under any spelling."""
    keys = set(players)
    pairs = Player.objects.filter(pk__in=keys, first__isnull=False).values_list("first", "second")
    keys |= {member for pair in pairs for member in pair if member is not None}
    persons = Player.objects.filter(pk__in=keys, person__isnull=False).values("person")
    return rows.filter(Q(player__in=keys) | Q(player__person__in=persons))


def to_recipients(rows: QuerySet[MailSubscription]) -> list[Recipient]:
    """Return the recipients of subscriptions that have an address."""
    recipients = [_to_recipient(row) for row in rows.select_related("player__user").order_by("pk")]
    return [recipient for recipient in recipients if recipient.email]


def get_account_subscription(user: User) -> MailSubscription | None:
    """Return the subscription of an account for all its tournaments."""
    return MailSubscription.objects.filter(player__user=user, tournament=None).first()


def get_badge_subscription(badge: Badge) -> MailSubscription | None:
    """Return the subscription of the holder of a badge for its tournament."""
    return MailSubscription.objects.filter(player=badge.player, tournament__desk=badge.desk_id).first()


def get_badge_tournament(badge: Badge | None) -> Tournament | None:
    """Return the tournament of a badge; None for a badge of a club."""
    if badge is None or badge.revoked_at is not None:
        return None
    return Tournament.objects.select_related("club", "desk").filter(desk=badge.desk_id).first()


def make_token(subscription: MailSubscription) -> str:
    """Return the token of the link that ends a subscription."""
    return SIGNER.sign(str(subscription.pk))


def get_by_token(token: str) -> MailSubscription | None:
    """Return the subscription of a link; None if the token is wrong or the subscription has ended."""
    try:
        key = SIGNER.unsign(token)
    except BadSignature:
        return None
    return MailSubscription.objects.select_related("player", "tournament").filter(pk=int(key)).first()


def export_subscriptions(player: Player) -> list[dict[str, Any]]:
    """Return the subscriptions of a person, for the copy of their data."""
    rows = MailSubscription.objects.filter(player__in=get_spellings(player)).select_related("tournament")
    return [
        {
            "tournament": row.tournament.name if row.tournament is not None else None,
            "email": row.email,
            "announcements": row.announcements,
            "calls": row.calls,
        }
        for row in rows
    ]


def _get_entered_players(condition: Q) -> set[int]:
    players = set(Entry.objects.filter(condition).values_list("player", flat=True))
    return players | set(TeamMember.objects.filter(condition).values_list("player", flat=True))


def _to_recipient(row: MailSubscription) -> Recipient:
    user = row.player.user
    email = row.email or (user.email if row.tournament_id is None and user is not None else "")
    page = f"{row.page_prefix}{make_token(row)}/" if row.page_prefix else ""
    return Recipient(SOURCE, row.pk, email, row.language, page)
