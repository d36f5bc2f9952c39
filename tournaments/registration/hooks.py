"""What `registration` adds to the core: URLs, messages, links, signal receivers and hooks."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from matches import messages
from matches.messages.stored_reasons import add_stored_reasons
from matches.models import Player, User
from matches.registry import own_data
from matches.services import outbox
from matches.signals import account_closing, player_anonymised
from rules.errors import Refusal
from tournaments import registry
from tournaments.demo.texts import DemoTexts
from tournaments.journal.facts import UNDONE
from tournaments.models import Club, Event, EventStatus, JournalEntry, Tournament
from tournaments.permissions import may_direct, may_manage
from tournaments.play.entrants.queries.public_entries import find_unlisted_players
from tournaments.registration import demo
from tournaments.registration.messages import (
    PRICE_REASONS,
    QUESTION_REFUSALS,
    REGISTRATION_REFUSALS,
    WAY_REFUSALS,
)
from tournaments.registration.models import EventSignUp, RegistrationEvent
from tournaments.registration.queries import (
    event_fees,
    places_left,
    public_names,
    sign_up_fees,
    sign_up_lists,
    unentered_sign_ups,
    withdrawn_names,
)
from tournaments.registration.queries.price_sentences import list_price_sentences
from tournaments.registration.services import (
    desk_entries,
    fee_refunds,
    mail,
    paid_marks,
    privacy,
    registration_settings,
    waiting_list,
    ways_to_pay,
)
from tournaments.registry import LateFee, PageLink, PageSection
from tournaments.signals import (
    currency_changed,
    deadlines_check,
    demo_club_loaded,
    journal_entry_added,
    paid_sign_ups_entered,
    sign_up_payment_voided,
    sign_up_refund_voided,
    tournament_cancelled,
    tournament_copied,
)

registry.page_urls.append("tournaments.registration.urls")
registry.api_urls.append("tournaments.registration.api")
messages.add_sentences(REGISTRATION_REFUSALS)
add_stored_reasons(PRICE_REASONS)
messages.add_sentences(WAY_REFUSALS)
messages.add_sentences(QUESTION_REFUSALS)
outbox.EXTERNAL_HANDLERS[mail.MAIL] = mail.send_sign_up_mail
registry.mail_sources[mail.SOURCE] = mail.SignUpSource()
registry.announced_fees.register(event_fees.get_announced_fee)
registry.fee_debts.register(sign_up_fees.list_fee_debts)
registry.entry_payments.register(sign_up_fees.get_payments_of_entries)
registry.offered_prices.register(event_fees.list_offered_prices)
registry.price_sentences.register(list_price_sentences)
registry.player_prices.register(event_fees.get_player_prices)
registry.prices_by_records.register(event_fees.find_prices_by_records)
registry.paid_entries.register(sign_up_fees.list_paid_entries)
registry.paid_sign_ups.register(sign_up_fees.list_paid_sign_ups)
registry.sign_up_counts.register(places_left.count_signed_up)
registry.sign_up_names.register(sign_up_lists.get_names_by_reference)
registry.sign_ups_to_enter.register(unentered_sign_ups.list_sign_ups_to_enter)
registry.waiting_sign_ups.register(unentered_sign_ups.list_waiting_sign_ups)
registry.withdrawn_names.register(withdrawn_names.describe_withdrawn_names)
registry.unlisted_players.register(public_names.list_unlisted_players)
registry.stated_ratings.register(sign_up_lists.get_stated_ratings)
# Kinds of journal entries after which an event that is not drawn yet may have a free place.
ENTERING_KINDS = frozenset({"entered", "formed"})
LEAVING_KINDS = frozenset({"withdrawn", "presence_marked", "undone"})


@registry.tournament_sections.register
def list_registration_sections(tournament: Tournament, reader: User | None) -> list[PageSection]:
    """Return the registration for the page of a tournament; directors get a link to set one up."""
    registration = places_left.get_registration(tournament)
    is_director = may_direct(reader, tournament)
    if registration is None and (not is_director or tournament.archived_at is not None):
        return []
    context: dict[str, Any] = {
        "tournament": tournament,
        "registration": registration,
        "is_director": is_director,
        "zone": timezone.get_current_timezone_name(),
    }
    if registration is not None:
        now = timezone.now()
        names = public_names.list_public_names(registration)
        summaries = places_left.summarise_events(registration, now)
        context |= {
            "state": places_left.get_shown_state(registration, summaries, now),
            "summaries": [(summary, names.get(summary.event.pk, ())) for summary in summaries],
            "can_sign_up": any(summary.takes_sign_ups for summary in summaries),
            "only_waits": places_left.has_only_waiting_lists(summaries),
            "late": event_fees.get_late_terms(registration),
        }
    return [PageSection(10, "registration/_section.html", context)]


@registry.club_links.register
def list_club_links(club: Club, user: User | None) -> list[PageLink]:
    """Return a link to the ways to pay of a club, for its officers."""
    address = reverse("club-ways-to-pay", args=[club.slug])
    return [PageLink(gettext("Ways to pay"), address)] if may_manage(user, club) else []


@registry.event_links.register
def list_event_links(event: Event) -> list[PageLink]:
    """Return a link to the sign-up page for an event that takes sign-ups."""
    text = _get_link_text(event)
    if not text:
        return []
    tournament = event.tournament
    return [PageLink(text, reverse("sign-up", args=[tournament.club.slug, tournament.slug]))]


@registry.price_links.register
def list_price_links(event: Event) -> list[PageLink]:
    """Return a link to the prices of an event, or to the page that opens its registration first."""
    tournament = event.tournament
    place = [tournament.club.slug, tournament.slug]
    if not RegistrationEvent.objects.filter(event=event).exists():
        text = gettext(
            "Prices for members, guests and juniors: set up registration first (it can open later)"
        )
        return [PageLink(text, reverse("registration-settings", args=place))]
    text = gettext("Prices for members, guests and juniors")
    return [PageLink(text, reverse("event-prices", args=[*place, event.pk]))]


@registry.desk_links.register
def list_desk_links(event: Event) -> list[PageLink]:
    """Return a link to the sign-ups of the tournament, or to the page that opens registration."""
    tournament = event.tournament
    address = reverse("registration", args=[tournament.club.slug, tournament.slug])
    return [PageLink(gettext("Registration"), address)]


@registry.entry_notes.register
def list_paid_notes(event: Event) -> Mapping[int, str]:
    """Return a note for each entry whose sign-up is marked as paid, by entry number.

    Where the cash desk takes the fee, it says who has paid.
    """
    paid = sign_up_fees.list_paid_entries(event)
    if not paid or event_fees.FeeTable([event.pk]).get_charged_fee(event.pk) is not None:
        return {}
    return dict.fromkeys(paid, gettext("paid at registration"))


@registry.currency_obstacles.register
def find_currency_obstacle(tournament: Tournament) -> Refusal | None:
    """Return why the currency cannot be changed: sign-ups are marked as paid in it."""
    if sign_up_fees.has_paid_sign_ups(tournament):
        return Refusal("registration_currency_stays", currency=tournament.currency)
    return None


@receiver(currency_changed, sender=Tournament)
def round_fees(tournament: Tournament, **_kwargs: Any) -> None:
    """Round the fees where the new currency has no decimals."""
    registration_settings.round_fees(tournament=tournament)


@receiver(tournament_copied, sender=Tournament)
def copy_registration(
    tournament: Tournament,
    original: Tournament,
    events: Mapping[int, Event],
    days: timedelta,
    by: User,
    **_kwargs: Any,
) -> None:
    """Copy the registration with its fees, places and terms, and the ways to pay."""
    ways_to_pay.copy_ways(original=original, tournament=tournament, by=by)
    registration_settings.copy_registration(
        original=original, tournament=tournament, events=events, days=days, by=by
    )


@registry.late_fees.register
def get_late_fee(event: Event) -> LateFee | None:
    """Return the late fee of the registration from its first day on."""
    return event_fees.get_late_fee(event, timezone.now())


@receiver(sign_up_refund_voided, sender=Event)
def restore_fee_to_refund(sign_up: str, by: User, **_kwargs: Any) -> None:
    """Let a fee be to refund again whose refund was voided at the cash desk."""
    fee_refunds.restore_fee(payment_key=sign_up, by=by)


@receiver(sign_up_payment_voided, sender=Event)
def mark_voided_payment_as_unpaid(sign_up: str, by: User, **_kwargs: Any) -> None:
    """Mark a sign-up as not paid whose receipt was voided at the cash desk."""
    paid_marks.remove_paid_mark(payment_key=sign_up, by=by)


@registry.event_versions.register
def get_link_version(event: Event, user: User | None) -> tuple[Any, ...]:
    """Return the text of the sign-up link and whose names are left out, for the ETag of the event pages."""
    return (_get_link_text(event), *find_unlisted_players(event))


@registry.event_obstacles.register
def find_event_obstacle(event: Event) -> Refusal | None:
    """Return why an event cannot be deleted: people are signed up, and it is not cancelled."""
    if event.cancelled_at is not None or event.tournament.cancelled_at is not None:
        return None
    places = EventSignUp.objects.filter(event__event=event)
    return Refusal("event_has_sign_ups", name=event.name) if sign_up_lists.has_active_places(places) else None


@receiver(journal_entry_added, sender=JournalEntry)
def link_desk_entries(entry: JournalEntry, **_kwargs: Any) -> None:
    """Count the sign-ups of people whom the desk enters as in; after an undo they wait again."""
    if entry.kind in ENTERING_KINDS:
        desk_entries.link_entries(event=entry.event, reader=entry.by)
    elif entry.kind == UNDONE:
        desk_entries.restore_places(event=entry.event)
        desk_entries.link_entries(event=entry.event, reader=entry.by)


@receiver(journal_entry_added, sender=JournalEntry)
def promote_after_withdrawal(entry: JournalEntry, **_kwargs: Any) -> None:
    """Give the place of an entry that left an event to its waiting list."""
    if entry.kind in LEAVING_KINDS and entry.event.status == EventStatus.DRAFT:
        waiting_list.promote_waiting(event=entry.event)


@receiver(journal_entry_added, sender=JournalEntry)
def announce_entered_payers(entry: JournalEntry, **_kwargs: Any) -> None:
    """Send `paid_sign_ups_entered` after people were entered, and after an undo, if a sign-up is paid.

    An undo may remove or restore entries with paid sign-ups; a redo is the undo of an undo.
    """
    is_changed = entry.kind in ENTERING_KINDS or entry.kind == UNDONE
    if is_changed and entry.by is not None and sign_up_fees.has_paid_places(entry.event):
        paid_sign_ups_entered.send(sender=Event, event=entry.event, by=entry.by)


@receiver(demo_club_loaded, sender=Club)
def open_demo_registration(club: Club, director: User, texts: DemoTexts, **_kwargs: Any) -> None:
    """Announce a tournament of the demo club and open its registration."""
    demo.open_registration(club, director, texts)


@receiver(tournament_cancelled, sender=Tournament)
def mail_cancellation(tournament: Tournament, **_kwargs: Any) -> None:
    """E-mail all people signed up that the tournament is cancelled."""
    mail.notify_cancelled(tournament=tournament)


@receiver(deadlines_check)
def forget_details(today: date, **_kwargs: Any) -> int:
    """Delete the details of sign-ups that are no longer needed."""
    return privacy.forget_expired_details(now=timezone.now())


@receiver(player_anonymised, sender=Player)
def anonymise_sign_ups(former_names: dict[int, str], placeholder: str, **_kwargs: Any) -> None:
    """Delete the details of an anonymised player from sign-ups."""
    privacy.anonymise_player(former_names=former_names, placeholder=placeholder)


@receiver(account_closing, sender=User)
def detach_sign_ups(user: User, **_kwargs: Any) -> None:
    """Detach the sign-ups of an account that is being closed."""
    privacy.detach_account(user=user)


@own_data.register
def get_sign_ups(player: Player) -> dict[str, Any]:
    """Return the sign-ups of a player."""
    return {"sign_ups": sign_up_lists.export_sign_ups(player)}


def _get_link_text(event: Event) -> str:
    """Return the text of the link to the sign-up page, or "" if the event takes no sign-ups now."""
    row = _get_open_event(event)
    if row is None:
        return ""
    if row.capacity is None or places_left.count_taken(row) < row.capacity:
        return gettext("Sign up")
    return gettext("Join the waiting list") if row.registration.has_waiting_list else ""


def _get_open_event(event: Event) -> RegistrationEvent | None:
    """Return the registration of an event, or None unless it takes sign-ups now."""
    if event.status != EventStatus.DRAFT:
        return None
    rows = RegistrationEvent.objects.select_related("registration__tournament__club", "event")
    row = rows.filter(event=event).first()
    if row is None or places_left.get_state(row.registration, timezone.now()) != places_left.OPEN:
        return None
    return row if places_left.is_event_open(row) else None
