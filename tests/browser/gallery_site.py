"""A program that fills a site with data for every page, and prints the values of the placeholders in
addresses."""

import json
import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from matches.models import User  # noqa: E402
from tests.browser.phones import PASSWORD  # noqa: E402
from tests.factories import a_user  # noqa: E402
from tests.matches.accounts.account_factories import a_second_factor, fresh  # noqa: E402
from tests.site.two_clubs import a_site, disputed  # noqa: E402
from tests.tournaments.club_evenings import FIRST_NIGHT  # noqa: E402
from tournaments.formats.event_format import FormatOptions  # noqa: E402
from tournaments.formats.registry import make_plan  # noqa: E402
from tournaments.models import Club, Event  # noqa: E402
from tournaments.play.draws import services as draws  # noqa: E402
from tournaments.play.entries.services import entries  # noqa: E402
from tournaments.play.tournaments.services import tournaments  # noqa: E402

NAMES = ("Anna Rossi", "Bruno Ferrari", "Carla De Santis", "Dario Colombo", "Elena Ricci", "Fabio Marino")


def main() -> None:
    """Create the site named by CRAWFORD_DATA."""
    call_command("migrate", verbosity=0)
    site = a_site()
    disputed(site)
    site.director.set_password(PASSWORD)
    site.director.save()
    swiss = planned(site.club, "swiss", site.director)
    draws.draw(event=swiss, by=site.director)
    draws.publish(event=swiss, by=site.director)
    mini = planned(site.club, "mini", site.director)
    further_names = {"swiss": path_of(swiss), "mini": path_of(mini), "keeper": a_keeper()}
    sys.stdout.write(
        json.dumps({name: str(value) for name, value in {**site.names, **further_names}.items()})
    )


def a_keeper() -> str:
    """Create an account with a second factor, and return the key of a fresh session of it."""
    keeper = a_user("keeper", password=PASSWORD)
    a_second_factor(keeper)
    return str(fresh(Client(), keeper).session.session_key)


def planned(club: Club, scheme: str, by: User) -> Event:
    """An event of a format, with six entries."""
    event = tournaments.create_tournament_with_event(
        club=club,
        name=scheme.capitalize(),
        starts_at=FIRST_NIGHT,
        lengths=(5, 3),
        setup=tournaments.TournamentSetup(4),
        plan=make_plan(scheme, FormatOptions()),
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(NAMES), by=by, key="names")
    return event


def path_of(event: Event) -> str:
    """The part of an address that stands for an event."""
    return f"{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}"


if __name__ == "__main__":
    main()
