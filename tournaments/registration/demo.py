"""Registration of the demo: a tournament in three weeks, with people signed up and a waiting list."""

from datetime import timedelta
from decimal import Decimal

from django.utils import timezone

from matches.actors import Identity
from matches.models import User
from tournaments.models import Club
from tournaments.registration.models import Registration
from tournaments.registration.services import registration_settings, sign_ups
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails
from tournaments.services import tournament_pages, tournaments
from tournaments.services.tournament_pages import PageText

NAME, VENUE, TABLES, CAPACITY = "Torneo d'inverno", "Caffè del Porto", 8, 6
DESCRIPTION = "Doppio KO su una giornata. **Iscrizioni aperte** fino alla sera prima."
TIME_UNTIL_START = timedelta(weeks=3)
# The last one is on the waiting list.
NAMES = (
    "Alba Serra",
    "Corrado Vinci",
    "Delia Fabbri",
    "Ettore Monti",
    "Flavia Longo",
    "Guido Sanna",
    "Ines Parisi",
)


def open_registration(club: Club, director: User) -> Registration:
    """Announce a tournament of the club and open its registration."""
    starts_at = (timezone.localtime() + TIME_UNTIL_START).replace(hour=14, minute=0, second=0, microsecond=0)
    event = tournaments.create_knockout_tournament(
        club=club, name=NAME, starts_at=starts_at, length=7, consolation_length=5, tables=TABLES, by=director
    )
    text = PageText(description=DESCRIPTION, venue=VENUE)
    tournament_pages.update_tournament_page(tournament=event.tournament, text=text, by=director)
    registration = registration_settings.save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(closes_at=starts_at - timedelta(hours=18)),
        events={event.pk: EventOptions(capacity=CAPACITY, fee=Decimal(25))},
        by=director,
    )
    for name in NAMES:
        sign_ups.sign_up(
            registration=registration,
            details=SignUpDetails(name=name, country="ITA", is_public=True),
            choices=[EventChoice(event=event.pk)],
            identity=Identity(user=director),
            language="it",
        )
    return registration
