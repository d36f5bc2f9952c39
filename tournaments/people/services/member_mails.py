"""E-mails of a club's managers to its members, sent one by one from the outbox."""

from collections.abc import Collection
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language, gettext, override

from matches.models import User
from matches.services import outbox
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import Club, MemberMail, MemberRecord
from tournaments.models.member import LONGEST_MAIL, LONGEST_SUBJECT
from tournaments.people.queries.member_records import filter_reachable
from tournaments.permissions import must_manage

# The kind of outbox message: an e-mail to one member.
MAIL_MEMBER = "mail_member"
MOST_MAILS_PER_DAY = 5


@transaction.atomic
def mail_members(
    *, club: Club, memberships: Collection[int], subject: str, text: str, by: User, key: str
) -> MemberMail:
    """Send an e-mail to those of these members (by key) who have an address and want e-mails of the club.

    The same `key` sends it once. Raises `mail_not_set_up`, `member_mail_empty`, `member_mails_many` and
    `member_mail_nobody`.
    """
    must_manage(by, club)
    if not settings.HAS_MAIL:
        raise Refusal("mail_not_set_up")
    lock_club(club)
    sent_mail = MemberMail.objects.filter(club=club, key=key).first()
    if sent_mail is not None:
        return sent_mail
    title, body = " ".join(subject.split()), text.replace("\r\n", "\n").strip()
    if not title or not body or len(title) > LONGEST_SUBJECT or len(body) > LONGEST_MAIL:
        raise Refusal("member_mail_empty", subject=LONGEST_SUBJECT, text=LONGEST_MAIL)
    since = timezone.now() - timedelta(days=1)
    if MemberMail.objects.filter(club=club, at__gt=since).count() >= MOST_MAILS_PER_DAY:
        raise Refusal("member_mails_many", most=MOST_MAILS_PER_DAY)
    rows = filter_reachable(club).filter(membership__in=memberships)
    keys_by_address = {record.email.casefold(): record.membership_id for record in rows}
    if not keys_by_address:
        raise Refusal("member_mail_nobody")
    mail = MemberMail.objects.create(
        club=club, subject=title, text=body, count=len(keys_by_address), by=by, key=key
    )
    for membership in keys_by_address.values():
        payload = {"mail": mail.pk, "membership": membership, "language": get_language() or "en"}
        outbox.post_message(kind=MAIL_MEMBER, payload=payload)
    club_log.log_action(
        club=club, kind="members_mailed", by=by, about={"count": mail.count, "name": mail.subject}
    )
    return mail


def deliver(payload: dict[str, Any]) -> None:
    """Send an e-mail to one member, unless they have left or want none any more.

    Outbox handler, outside any transaction. Raises OSError if the mail server refuses the address.
    """
    mail = MemberMail.objects.select_related("club").filter(pk=payload["mail"]).first()
    if mail is None:
        return
    record = filter_reachable(mail.club).filter(membership=payload["membership"]).first()
    if record is not None:
        with override(str(payload["language"])):
            _send(mail, record)


def _send(mail: MemberMail, record: MemberRecord) -> None:
    footer = gettext(
        "You receive this e-mail as a member of %(club)s. Ask the club if you want no further e-mails."
    ) % {"club": mail.club.name}
    contact = mail.club.contact
    reply_to = [contact] if "@" in contact and not contact.startswith(("http://", "https://")) else []
    text = f"{mail.text}\n\n-- \n{footer}\n"
    try:
        EmailMessage(
            mail.subject, text, settings.DEFAULT_FROM_EMAIL, [record.email], reply_to=reply_to
        ).send()
    except SMTPRecipientsRefused as refused:
        codes = sorted({code for code, _ in refused.recipients.values()})
        raise OSError(f"The mail server refuses the address: {codes}") from None
