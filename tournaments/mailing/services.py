"""Save e-mail preferences; queue e-mails in the transaction and send them from the outbox."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language, gettext, override

from matches.actors import Identity, require_actor
from matches.models import Announcement, Match, Player, User
from matches.services import outbox
from matches.states import Status
from rules.errors import Refusal
from tournaments import registry
from tournaments.mailing import queries
from tournaments.mailing.models import MailSubscription
from tournaments.models import Tournament
from tournaments.registry import Recipient

# Kinds of outbox messages: an announcement, a call, and one e-mail to one player.
ANNOUNCED, CALLED, MAIL = "mail_announcement", "mail_call", "mail_player"
# Subscriptions for a tournament are deleted so long after its end.
RETENTION = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailChoice:
    """E-mail preferences of a player.

    `page_prefix` is the URL to which the token of the unsubscribe link is appended.
    """

    announcements: bool = False
    calls: bool = False
    email: str = ""
    language: str = "en"
    page_prefix: str = ""


@transaction.atomic
def save_tournament_mail(
    *, tournament: Tournament, choice: MailChoice, identity: Identity
) -> MailSubscription | None:
    """Save the preferences of the holder of a badge for its tournament; None if they want no e-mail.

    Raises `mail_badge_needed` and `mail_no_address`.
    """
    require_actor(identity)
    badge, player = identity.badge, identity.badge_player
    if badge is None or player is None or badge.desk_id != tournament.desk_id:
        raise Refusal("mail_badge_needed")
    return _save(player, tournament, choice, choice.email)


@transaction.atomic
def save_account_mail(*, choice: MailChoice, by: User) -> MailSubscription | None:
    """Save the preferences of an account for all tournaments of its player; None if they want no e-mail.

    Raises `mail_no_player` and `mail_no_address`.
    """
    require_actor(by)
    player = Player.objects.filter(user=by).first()
    if player is None:
        raise Refusal("mail_no_player")
    return _save(player, None, choice, by.email)


@transaction.atomic
def stop_mail(*, token: str, identity: Identity) -> None:
    """End the subscription of a link. Raises `mail_stopped`."""
    require_actor(identity)
    subscription = queries.get_by_token(token)
    if subscription is None:
        raise Refusal("mail_stopped")
    subscription.delete()


def delete_player_subscriptions(*, players: Iterable[int]) -> None:
    """Delete the subscriptions of these players."""
    MailSubscription.objects.filter(player__in=players).delete()


def delete_account_subscription(*, user: User) -> None:
    """Delete the subscription of an account."""
    MailSubscription.objects.filter(player__user=user, tournament=None).delete()


def delete_former_subscription(*, player: Player) -> None:
    """Delete the subscription of the account that this player is no longer linked to."""
    MailSubscription.objects.filter(player=player, tournament=None).delete()


def delete_past_subscriptions(*, now: datetime) -> int:
    """Delete the subscriptions for tournaments that ended 30 days ago; return their number."""
    begun = Q(tournament__starts_at__lte=now - RETENTION)
    over = Q(tournament__ends_on__isnull=True) | Q(
        tournament__ends_on__lte=timezone.localdate(now - RETENTION)
    )
    deleted, _ = MailSubscription.objects.filter(begun & over).delete()
    return deleted


def post_announcement(announcement: Announcement) -> None:
    """Queue the e-mails of an announcement, if it goes by e-mail."""
    if announcement.is_mailed and settings.HAS_MAIL:
        outbox.post_message(kind=ANNOUNCED, payload={"announcement": announcement.pk})


def post_call(match: Match) -> None:
    """Queue the e-mails of a call to a table, if a player of the match may want one."""
    if match.table_id is None:
        return
    if not settings.HAS_MAIL or not MailSubscription.objects.filter(calls=True).exists():
        return
    if _get_tournament(match.desk_id) is not None:
        outbox.post_message(kind=CALLED, payload={"match": match.pk})


def enqueue_announcement(payload: dict[str, Any]) -> None:
    """Queue one e-mail for each recipient of an announcement. Outbox handler, in a transaction."""
    announcement = Announcement.objects.filter(pk=payload["announcement"], taken_back_at=None).first()
    tournament = _get_tournament(announcement.desk_id) if announcement is not None else None
    if announcement is None or tournament is None:
        return
    recipients = [
        recipient
        for source in registry.mail_sources.values()
        for recipient in source.list_recipients(announcement, tournament)
    ]
    _post_each(recipients, {"announcement": announcement.pk})


def enqueue_call(payload: dict[str, Any]) -> None:
    """Queue one e-mail for each player of a called match who wants it. Outbox handler, in a transaction."""
    match = Match.objects.filter(pk=payload["match"], status=Status.CALLED.value).first()
    tournament = _get_tournament(match.desk_id) if match is not None else None
    if match is not None and tournament is not None:
        _post_each(queries.list_call_recipients(match, tournament), {"match": match.pk})


def deliver(payload: dict[str, Any]) -> None:
    """Send one e-mail, unless its reason has lapsed. Outbox handler, outside any transaction.

    Raises OSError if the mail server refuses the address.
    """
    recipient = registry.mail_sources[payload["source"]].get_recipient(int(payload["key"]))
    if recipient is None:
        return
    with override(recipient.language):
        composed = _compose(payload, recipient)
    if composed is None:
        return
    headers = {"List-Unsubscribe": f"<{recipient.page}>"} if recipient.page else {}
    title, text = composed
    try:
        EmailMessage(title, text, settings.DEFAULT_FROM_EMAIL, [recipient.email], headers=headers).send()
    except SMTPRecipientsRefused as refused:
        codes = sorted({code for code, _ in refused.recipients.values()})
        raise OSError(f"The mail server refuses the address: {codes}") from None


def _save(
    player: Player, tournament: Tournament | None, choice: MailChoice, email: str
) -> MailSubscription | None:
    rows = MailSubscription.objects.filter(player=player, tournament=tournament)
    if not choice.announcements and not choice.calls:
        rows.delete()
        return None
    if not email:
        raise Refusal("mail_no_address")
    row, _ = MailSubscription.objects.update_or_create(
        player=player,
        tournament=tournament,
        defaults={
            "email": email if tournament is not None else "",
            "language": choice.language,
            "announcements": choice.announcements,
            "calls": choice.calls,
            "page_prefix": choice.page_prefix,
        },
    )
    return row


def _get_tournament(desk: int) -> Tournament | None:
    return Tournament.objects.select_related("club").filter(desk=desk).first()


def _post_each(recipients: Iterable[Recipient], message_data: dict[str, Any]) -> None:
    """Queue one e-mail per address, also for a player with several subscriptions."""
    by_address = {recipient.email.casefold(): recipient for recipient in recipients}
    for recipient in by_address.values():
        payload = {"source": recipient.source, "key": recipient.key, **message_data}
        outbox.post_message(kind=MAIL, payload=payload)


def _compose(payload: dict[str, Any], recipient: Recipient) -> tuple[str, str] | None:
    composed = _compose_call(payload["match"]) if "match" in payload else _compose_announcement(payload)
    if composed is None:
        return None
    title, text = composed
    footer = gettext(
        "You receive this e-mail because you asked for it. To change or stop these e-mails:\n%(link)s"
    )
    parts = [text, *([footer % {"link": recipient.page}] if recipient.page else [])]
    return " ".join(title.split()), "\n\n".join(parts) + "\n"


def _compose_announcement(payload: dict[str, Any]) -> tuple[str, str] | None:
    rows = Announcement.objects.select_related("match__white", "match__black")
    announcement = rows.filter(pk=payload["announcement"], taken_back_at=None).first()
    tournament = _get_tournament(announcement.desk_id) if announcement is not None else None
    if announcement is None or tournament is None:
        return None
    title = gettext("%(tournament)s: message from the desk") % {"tournament": tournament.name}
    text = announcement.text_in(get_language() or "en")
    return title, f"{announcement.match}: {text}" if announcement.match is not None else text


def _compose_call(key: int) -> tuple[str, str] | None:
    rows = Match.objects.select_related("white", "black", "table")
    match = rows.filter(pk=key, status=Status.CALLED.value).first()
    tournament = _get_tournament(match.desk_id) if match is not None else None
    if match is None or tournament is None:
        return None
    title = gettext("%(tournament)s: your match is called") % {"tournament": tournament.name}
    if match.table is None:
        return title, str(match)
    return title, gettext("%(match)s: table %(table)s") % {"match": match, "table": match.table}
