"""Factories for registration: a tournament with open registration, and sign-ups."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from matches.actors import Identity
from matches.models import User
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.journal.team_facts import ANYBODY, PAIRS, TEAMS, EntryType
from tournaments.models import Club, Event, Tournament
from tournaments.payment_codes.way_kinds import WayDetails
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import EventSignUp, Registration, SignUp, SignUpQuestion, WayToPay
from tournaments.registration.services import questions, registration_settings, sign_ups, ways_to_pay
from tournaments.registration.services.questions import QuestionText
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails

START = datetime(2026, 12, 12, 13, 0, tzinfo=UTC)
PREFIX = "https://crawford.example/signed-up/"


@replayed
def an_open_event(*, capacity: int | None = None, takes: str = ANYBODY, **options: Any) -> Event:
    """The only event of a tournament whose registration is open."""
    club = a_club()
    by = director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club, name="Winter Open", starts_at=START, length=7, consolation_length=5, tables=8, by=by
    )
    if takes != ANYBODY:
        event = tournaments.add_event(
            tournament=event.tournament,
            name="Doubles" if takes == PAIRS else "Teams",
            length=5,
            consolation_length=3,
            by=by,
            entry_type=EntryType(takes, 3 if takes == TEAMS else 1),
        )
    open_registration(event, capacity=capacity, **options)
    return event


def open_registration(event: Event, *, capacity: int | None = None, **options: Any) -> Registration:
    """Open registration for an event, or change it."""
    return registration_settings.save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(**options),
        events={event.pk: EventOptions(capacity=capacity)},
        by=director_of(event.tournament.club),
        page_prefix=PREFIX,
    )


def add_way(owner: Club | Tournament, kind: str, *, label: str = "", **details: str) -> WayToPay:
    """Add a way to pay to a club or a tournament."""
    club = owner if isinstance(owner, Club) else owner.club
    return ways_to_pay.add_way(
        owner=owner, kind=kind, label=label, details=WayDetails(**details), by=director_of(club)
    )


def ask(
    event: Event, text: str, *, kind: str = "text", of_event: bool = False, **more: Any
) -> SignUpQuestion:
    """Ask everybody who signs up, or with `of_event` those who do so for this event."""
    return questions.add_question(
        registration=Registration.objects.get(tournament=event.tournament_id),
        kind=kind,
        event=event.pk if of_event else None,
        question_text=QuestionText(text=text, **more),
        by=director_of(event.tournament.club),
    )


@replayed
def sign_up(
    event: Event, name: str, *, user: User | None = None, key: str = "", choice: Any = None, **details: Any
) -> SignUp:
    """Sign up one person for one event."""
    return sign_ups.sign_up(
        registration=Registration.objects.get(tournament=event.tournament_id),
        details=SignUpDetails(name=name, **details),
        choices=[EventChoice(event=event.pk, **(choice or {}))],
        identity=Identity(user=user, device="a phone"),
        key=key,
    )


def status_of(row: SignUp) -> str:
    """Return the status of a sign-up for one event."""
    return EventSignUp.objects.get(sign_up=row).status


def statuses(event: Event) -> dict[str, str]:
    """Return the status of everybody signed up for an event, in their order."""
    places = EventSignUp.objects.filter(event__event=event).select_related("sign_up").order_by("order")
    return {place.sign_up.name: place.status for place in places}


def keys_of(*rows: SignUp) -> list[int]:
    """Return the keys of the places of sign-ups."""
    return list(EventSignUp.objects.filter(sign_up__in=rows).values_list("pk", flat=True))


def yesterday() -> datetime:
    """Return this time yesterday."""
    return timezone.now() - timedelta(days=1)


def forget_announced_fees() -> None:
    """Let everybody have signed up before a fee was announced: they pay the usual fee of now."""
    EventSignUp.objects.update(announced_fee=None)
