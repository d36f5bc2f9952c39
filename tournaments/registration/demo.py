"""Registration of the demo: a tournament in three weeks, with people signed up and a waiting list."""

from datetime import timedelta
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import get_language

from matches.actors import Identity
from matches.models import User
from tournaments.demo.texts import DemoTexts
from tournaments.models import Club
from tournaments.play.tournaments.services import tournament_pages, tournaments
from tournaments.play.tournaments.services.tournament_pages import PageText
from tournaments.registration.models import Registration
from tournaments.registration.services import registration_settings, sign_ups
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails

TABLES, CAPACITY = 8, 6
TIME_UNTIL_START = timedelta(weeks=3)


def open_registration(club: Club, director: User, texts: DemoTexts) -> Registration:
    """Announce a tournament of the club and open its registration."""
    starts_at = (timezone.localtime() + TIME_UNTIL_START).replace(hour=14, minute=0, second=0, microsecond=0)
    event = tournaments.create_knockout_tournament(
        club=club,
        name=texts.announced_tournament,
        starts_at=starts_at,
        length=7,
        consolation_length=5,
        tables=TABLES,
        by=director,
    )
    text = PageText(description=texts.announced_description, venue=texts.announced_venue)
    tournament_pages.update_tournament_page(tournament=event.tournament, text=text, by=director)
    registration = registration_settings.save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(closes_at=starts_at - timedelta(hours=18)),
        events={event.pk: EventOptions(capacity=CAPACITY, fee=Decimal(25))},
        by=director,
    )
    for name in texts.sign_ups:
        sign_ups.sign_up(
            registration=registration,
            details=SignUpDetails(name=name, country=texts.country, is_public=True),
            choices=[EventChoice(event=event.pk)],
            identity=Identity(user=director),
            language=get_language() or "",
        )
    return registration
