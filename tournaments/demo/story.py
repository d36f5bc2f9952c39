"""Load the demo data: a club, a finished tournament of last week, and one in progress tonight."""

import random
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import Match, Player, User
from matches.services import players
from tournaments.demo import cast, chouette, scenes
from tournaments.models import Club, Event, EventStatus, Tournament
from tournaments.services import clubs, drawing, entries, evenings, nights, recounting, seasons
from tournaments.services import members as belonging
from tournaments.signals import demo_event_drawn
from tournaments.standings.presets import PRESETS

LOTS_LAST_WEEK = "6a0f3c1d9b2e48577c61d0e4a8b3f592"
LOTS_TONIGHT = "c3b8e1f07d5a4926b0d49f6e82a71c35"
LENGTH, CONSOLATION_LENGTH, TABLES = 5, 3, 6
RECORDS = ("first.mat", "second.mat", "third.mat")


@transaction.atomic
def tell() -> Tournament:
    """Create the demo data through the services and return tonight's tournament."""
    director = User.objects.create_user(cast.DIRECTOR, password=cast.password())
    club = clubs.found(name=cast.CLUB, by=director, slug=cast.CLUB_SLUG)
    members = [players.register(name=name) for name in cast.MEMBERS]
    for member in members:
        belonging.enrol(club=club, player=member, by=director)
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    _open_season(club, timezone.localdate(), director)
    _last_week(club, [members[place] for place in cast.LAST_WEEK], now - timedelta(days=7), director)
    tonight = _tonight(club, [members[place] for place in cast.TONIGHT], now - timedelta(hours=1), director)
    _present(club, director)
    chouette.gather(club, [members[place] for place in cast.AT_THE_CHOUETTE], director)
    for rating_list in club.rating_lists.all():
        recounting.rebuild(rating_list=rating_list)
    return tonight


def _present(club: Club, director: User) -> None:
    """The club says who it is, and plays every week what it plays tonight."""
    clubs.present(
        club=club, page=clubs.Page(about=cast.ABOUT, place=cast.PLACE, casual="ratings"), by=director
    )
    latest = Tournament.objects.filter(club=club).latest("starts_at")
    nights.keep_from(tournament=latest, by=director)


def _open_season(club: Club, today: date, director: User) -> None:
    seasons.open_season(
        club=club,
        name=cast.SEASON,
        starts_on=today - timedelta(days=60),
        ends_on=today + timedelta(days=120),
        rules=PRESETS["length-and-places"].to_data(),
        by=director,
    )


def _last_week(club: Club, field: Iterable[Player], starts_at: datetime, director: User) -> None:
    event = _drawn(club, cast.LAST_WEEKS_EVENING, field, starts_at, LOTS_LAST_WEEK, director)
    generator = random.Random(7)
    while event.status != EventStatus.FINISHED:
        match = generator.choice(scenes.on_now(event))
        loser = generator.randrange(match.length)
        score = (match.length, loser) if generator.random() < 0.5 else (loser, match.length)
        scenes.tell_the_desk(match, *score, director)
        event.refresh_from_db()


def _tonight(club: Club, field: Iterable[Player], starts_at: datetime, director: User) -> Tournament:
    event = _drawn(club, cast.TONIGHTS_EVENING, field, starts_at, LOTS_TONIGHT, director)
    for match, name in zip(scenes.on_now(event), RECORDS, strict=False):
        scenes.upload_transcript(match, name)
    demo_event_drawn.send(sender=Event, event=event, director=director)
    scenes.tell_the_desk(_at(event, 4), 2, 5, director)
    scenes.confirm_from_the_table(_at(event, 1), scenes.report_from_the_table(_at(event, 1), 5, 3))
    scenes.keep_score(_at(event, 2), [("white", "single", 2), ("black", "single", 1), ("white", "gammon", 1)])
    scenes.keep_score(_at(event, 3), [("black", "drop", 1), ("black", "single", 2), ("white", "single", 1)])
    scenes.report_from_the_table(_at(event, 4), _at(event, 4).length, 1)
    scenes.disagree(_at(event, 5), reported_score=(5, 4), disputed_score=(4, 5))
    scenes.keep_score(_at(event, 6), [("white", "single", 1)])
    return event.tournament


def _at(event: Event, number: int) -> Match:
    """The match at a table."""
    return next(match for match in scenes.on_now(event) if match.table and match.table.number == number)


def _drawn(
    club: Club, name: str, field: Iterable[Player], starts_at: datetime, seed: str, director: User
) -> Event:
    event = evenings.start_evening(
        club=club,
        name=name,
        starts_at=starts_at,
        length=LENGTH,
        consolation_length=CONSOLATION_LENGTH,
        tables=TABLES,
        by=director,
    )
    drawing.commit(event=event, seed=seed, by=director)
    entries.enter_players(event=event, players=tuple(field), by=director, key="names")
    drawing.draw(event=event, by=director, key="draw")
    drawing.publish(event=event, by=director, key="publish")
    event.refresh_from_db()
    return event
