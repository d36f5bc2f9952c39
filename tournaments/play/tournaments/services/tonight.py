"""Tonight's tournament, started with the usual settings of the club: only the names are left to enter."""

from datetime import datetime

from django.db import transaction

from matches.models import User
from matches.queries.desks import count_tables
from tournaments.models import Club, Tournament
from tournaments.models.tournament import MOST_TABLES
from tournaments.permissions import must_direct
from tournaments.play.tournaments.queries import tonight, weekly_nights
from tournaments.play.tournaments.services.tournaments import (
    TournamentSetup,
    add_event_from_template,
    configure_desk,
    create_knockout_tournament,
    create_tournament,
)
from tournaments.play.tournaments.services.weekly_nights import start_night

# What the form of a new tournament proposes, for the first tournament of a club.
FIRST_LENGTH, FIRST_CONSOLATION_LENGTH, FIRST_TABLES = 7, 5, 8


@transaction.atomic
def start_tonight(*, club: Club, name: str, by: User, now: datetime) -> Tournament:
    """Return tonight's tournament, created if there is none whose entries are still open; idempotent.

    It is the tournament of today that is not drawn; else that of today's weekly tournament; else a new one of
    this name with the format, lengths, tables, rules and fees of the club's last tournament of one day, or
    with those that the form of a new tournament proposes. Raises what `create_tournament` does.
    """
    must_direct(by, club)
    open_tournament = tonight.find_open_tournament(club, now)
    if open_tournament is not None:
        return open_tournament
    night = tonight.find_night(club, now)
    if night is not None:
        return start_night(night=night, by=by, now=now)
    # Of two requests at once the second finds the tournament of the first.
    Club.objects.select_for_update().get(pk=club.pk)
    return tonight.find_open_tournament(club, now) or _create_usual_tournament(club, name, by, now)


def _create_usual_tournament(club: Club, name: str, by: User, now: datetime) -> Tournament:
    starts_at = now.replace(second=0, microsecond=0)
    usual_event = tonight.find_usual_event(club, now)
    if usual_event is None:
        return create_knockout_tournament(
            club=club,
            name=name,
            starts_at=starts_at,
            length=FIRST_LENGTH,
            consolation_length=FIRST_CONSOLATION_LENGTH,
            tables=FIRST_TABLES,
            by=by,
        ).tournament
    usual = usual_event.tournament
    setup = TournamentSetup(
        min(count_tables(usual.desk), MOST_TABLES), usual.desk.confirm_policy, currency=usual.currency
    )
    tournament = create_tournament(club=club, name=name, starts_at=starts_at, setup=setup, by=by)
    configure_desk(tournament.desk, times=weekly_nights.get_desk_times(usual.desk), laws=usual.desk.laws)
    event_data = {**weekly_nights.make_event_data(usual_event), "name": ""}
    add_event_from_template(tournament=tournament, event_data=event_data, by=by, key="tonight")
    return tournament
