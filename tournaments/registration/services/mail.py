"""E-mails about sign-ups: queued in the transaction, sent by the outbox."""

from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import QuerySet
from django.utils.translation import gettext, override

from matches.models import Announcement, Audience
from matches.services import outbox
from tournaments.messages.money import format_fee
from tournaments.messages.tournaments import name_days_of
from tournaments.models import EventStatus, Tournament
from tournaments.registration.models import (
    ACTIVE,
    WITHOUT_PLACE,
    EventSignUp,
    SignUp,
    SignUpStatus,
)
from tournaments.registration.queries import payment_notices, personal_links, sign_up_lists
from tournaments.registration.queries.payment_notices import PaymentNotice
from tournaments.registry import MailSource, Recipient

# The kind of outbox message, and the name of the source of recipients.
MAIL, SOURCE = "mail_sign_up", "registration"
# What an e-mail is about.
RECEIVED, CHANGED, CANCELLED = "received", "changed", "cancelled"


class SignUpSource(MailSource):
    """People who signed up and want the messages of the desk."""

    def list_recipients(self, announcement: Announcement, tournament: Tournament) -> list[Recipient]:
        """Return the people signed up, for the tournament or an event, or entered in a match."""
        places = EventSignUp.objects.filter(event__registration__tournament=tournament, status__in=ACTIVE)
        if announcement.audience == Audience.EVENT:
            places = places.filter(event__event__announcements=announcement)
        elif announcement.audience == Audience.MATCH:
            match = announcement.match
            places = places.filter(player__in=(match.white_id, match.black_id) if match is not None else ())
        rows = SignUp.objects.filter(pk__in=places.values("sign_up"), wants_messages=True)
        return [self._to_recipient(row) for row in _with_address(rows)]

    def get_recipient(self, key: int) -> Recipient | None:
        """Return a person who still wants messages."""
        row = _with_address(SignUp.objects.filter(pk=key, wants_messages=True)).first()
        return self._to_recipient(row) if row is not None else None

    @staticmethod
    def _to_recipient(row: SignUp) -> Recipient:
        token, prefix = personal_links.get_token(row), row.registration.page_prefix
        page = f"{prefix}{token}/" if prefix and token else ""
        return Recipient(SOURCE, row.pk, row.email, row.language, page)


def _with_address(rows: QuerySet[SignUp]) -> QuerySet[SignUp]:
    return rows.exclude(email="").select_related("registration").order_by("pk")


def queue_mail(row: SignUp, what: str) -> None:
    """Queue an e-mail about a sign-up, if it has an address and the site sends mail."""
    if row.email and settings.HAS_MAIL:
        outbox.post_message(kind=MAIL, payload={"sign_up": row.pk, "what": what})


def notify_cancelled(*, tournament: Tournament) -> int:
    """Queue an e-mail to each person signed up for a cancelled tournament; return their number."""
    sign_ups = SignUp.objects.filter(registration__tournament=tournament, places__status__in=ACTIVE)
    rows = list(sign_ups.exclude(email="").distinct())
    for row in rows:
        queue_mail(row, CANCELLED)
    return len(rows)


def send_sign_up_mail(payload: dict[str, Any]) -> None:
    """E-mail the status of a sign-up. Outbox handler of "mail_sign_up", outside any transaction."""
    rows = SignUp.objects.select_related("registration__tournament__club")
    row = rows.filter(pk=payload["sign_up"]).exclude(email="").first()
    token = personal_links.get_token(row) if row is not None else ""
    if row is None or not token:
        return
    with override(row.language):
        title, text = _compose_mail(row, str(payload["what"]), token)
    try:
        send_mail(title, text, settings.DEFAULT_FROM_EMAIL, [row.email])
    except SMTPRecipientsRefused as error:
        codes = sorted({code for code, _ in error.recipients.values()})
        raise OSError(f"The mail server refuses the address: {codes}") from None


def _compose_mail(row: SignUp, what: str, token: str) -> tuple[str, str]:
    """Return subject and text of an e-mail, without what was typed to sign up: it may go to anyone."""
    tournament = row.registration.tournament
    titles = {
        RECEIVED: gettext("Registration for %(tournament)s"),
        CHANGED: gettext("Your registration for %(tournament)s has changed"),
        CANCELLED: gettext("%(tournament)s is cancelled"),
    }
    title = titles[what] % {"tournament": " ".join(tournament.name.split())}
    places = sign_up_lists.list_places_of(row)
    lines = [_describe_place(place, tournament.currency) for place in places]
    text = gettext("%(tournament)s, %(club)s, %(day)s") % {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "day": name_days_of(tournament),
    }
    parts = [title, text, "\n".join(lines), gettext("Reference: %(code)s") % {"code": row.reference}]
    if what == CANCELLED and tournament.cancel_reason:
        parts.insert(1, gettext("Reason: %(reason)s") % {"reason": tournament.cancel_reason})
    notice = payment_notices.get_payment_notice(row, places) if what != CANCELLED else None
    if notice is not None:
        parts.append(_describe_payment(notice))
    if row.registration.page_prefix and what != CANCELLED:
        link = f"{row.registration.page_prefix}{token}/"
        parts.append(gettext("See or change your registration, or withdraw:\n%(link)s") % {"link": link})
    return title, "\n\n".join(parts) + "\n"


def _describe_place(place: sign_up_lists.SignUpRow, currency: str) -> str:
    """Return the event, its status, and the price of a category or an early price."""
    line = f"{place.event.name}: {describe_status(place)}"
    price = place.price_to_pay
    return line if price is None else f"{line} ({place.category}: {format_fee(price, currency)})"


def _describe_payment(notice: PaymentNotice) -> str:
    """Return what is to pay and how. The QR codes are on the page of the personal link."""
    if notice.fee > 0:
        head = gettext("Still to pay: %(fee)s") if notice.paid else gettext("Fee: %(fee)s")
        head %= {"fee": format_fee(notice.fee, notice.currency)}
    else:
        head = gettext("How to pay")
    ways = [
        "\n".join(
            filter(
                None,
                (
                    f"{way_to_pay.name}:",
                    way_to_pay.instruction.text,
                    *(f"{name}: {value}" for name, value in way_to_pay.facts),
                    way_to_pay.instruction.link,
                ),
            )
        )
        for way_to_pay in notice.ways
    ]
    return "\n\n".join((head, *ways))


def describe_status(place: sign_up_lists.SignUpRow) -> str:
    """Return the status of a sign-up as a text, with its position on the waiting list until the draw."""
    if place.event.cancelled_at is not None or place.event.tournament.cancelled_at is not None:
        return gettext("cancelled")
    if place.same_entrant is not None:
        return gettext("signed up by %(name)s") % {"name": place.same_entrant.sign_up.name}
    if place.is_entered:
        return str(SignUpStatus.WITHDRAWN.label) if place.has_left else gettext("entered")
    if place.event.status != EventStatus.DRAFT and place.row.status in ACTIVE:
        return _describe_left_out(place)
    if place.position:
        return gettext("on the waiting list, position %(position)s") % {"position": place.position}
    return str(SignUpStatus(place.row.status).label)


def _describe_left_out(place: sign_up_lists.SignUpRow) -> str:
    """Return that an event was drawn without a sign-up: it had no place, or was confirmed and not entered."""
    is_over = place.event.status == EventStatus.FINISHED
    if place.row.status in WITHOUT_PLACE:
        return gettext("no place: the event is over") if is_over else gettext("no place: the draw is made")
    return gettext("not drawn: the event is over") if is_over else gettext("not in the draw")
