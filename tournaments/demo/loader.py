"""Load the demo data: a club, a finished tournament of last week, and one in progress tonight."""

import random
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import Match, Player, User
from matches.services import players
from tournaments.demo import chouette, match_actions, people
from tournaments.models import Club, Event, EventStatus, Tournament
from tournaments.services import clubs, draw_services, entries, evenings, nights, rating_rebuilds, seasons
from tournaments.services import members as member_services
from tournaments.signals import demo_event_drawn
from tournaments.standings.presets import PRESETS

SEED_LAST_WEEK = "6a0f3c1d9b2e48577c61d0e4a8b3f592"
SEED_TONIGHT = "c3b8e1f07d5a4926b0d49f6e82a71c35"
LENGTH, CONSOLATION_LENGTH, TABLES = 5, 3, 6
RECORDS = ("first.mat", "second.mat", "third.mat")


@transaction.atomic
def load_demo() -> Tournament:
    """Create the demo data through the services and return tonight's tournament."""
    director = User.objects.create_user(people.DIRECTOR, password=people.password())
    club = clubs.create_club(name=people.CLUB, by=director, slug=people.CLUB_SLUG)
    members = [players.register_player(name=name) for name in people.MEMBERS]
    for member in members:
        member_services.enrol(club=club, player=member, by=director)
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    _open_season(club, timezone.localdate(), director)
    _play_last_week(club, [members[place] for place in people.LAST_WEEK], now - timedelta(days=7), director)
    tonight = _play_tonight(
        club, [members[place] for place in people.TONIGHT], now - timedelta(hours=1), director
    )
    _set_up_club(club, director)
    chouette.gather(club, [members[place] for place in people.AT_THE_CHOUETTE], director)
    for rating_list in club.rating_lists.all():
        rating_rebuilds.rebuild(rating_list=rating_list)
    return tonight


def _set_up_club(club: Club, director: User) -> None:
    """The club says who it is, and plays every week what it plays tonight."""
    clubs.update_page(
        club=club, page=clubs.ClubPage(about=people.ABOUT, place=people.PLACE, casual="ratings"), by=director
    )
    latest = Tournament.objects.filter(club=club).latest("starts_at")
    nights.save_night_from_tournament(tournament=latest, by=director)


def _open_season(club: Club, today: date, director: User) -> None:
    seasons.open_season(
        club=club,
        name=people.SEASON,
        starts_on=today - timedelta(days=60),
        ends_on=today + timedelta(days=120),
        rules=PRESETS["length-and-places"].to_data(),
        by=director,
    )


def _play_last_week(club: Club, field: Iterable[Player], starts_at: datetime, director: User) -> None:
    event = _create_drawn_event(club, people.LAST_WEEKS_EVENING, field, starts_at, SEED_LAST_WEEK, director)
    generator = random.Random(7)
    while event.status != EventStatus.FINISHED:
        match = generator.choice(match_actions.matches_at_tables(event))
        loser = generator.randrange(match.length)
        score = (match.length, loser) if generator.random() < 0.5 else (loser, match.length)
        match_actions.report_at_desk(match, *score, director)
        event.refresh_from_db()


def _play_tonight(club: Club, field: Iterable[Player], starts_at: datetime, director: User) -> Tournament:
    event = _create_drawn_event(club, people.TONIGHTS_EVENING, field, starts_at, SEED_TONIGHT, director)
    for match, name in zip(match_actions.matches_at_tables(event), RECORDS, strict=False):
        match_actions.upload_transcript(match, name)
    demo_event_drawn.send(sender=Event, event=event, director=director)
    match_actions.report_at_desk(_match_at_table(event, 4), 2, 5, director)
    match_actions.confirm_from_the_table(
        _match_at_table(event, 1), match_actions.report_from_the_table(_match_at_table(event, 1), 5, 3)
    )
    match_actions.keep_score(
        _match_at_table(event, 2), [("white", "single", 2), ("black", "single", 1), ("white", "gammon", 1)]
    )
    match_actions.keep_score(
        _match_at_table(event, 3), [("black", "drop", 1), ("black", "single", 2), ("white", "single", 1)]
    )
    match_actions.report_from_the_table(_match_at_table(event, 4), _match_at_table(event, 4).length, 1)
    match_actions.disagree(_match_at_table(event, 5), reported_score=(5, 4), disputed_score=(4, 5))
    match_actions.keep_score(_match_at_table(event, 6), [("white", "single", 1)])
    return event.tournament


def _match_at_table(event: Event, number: int) -> Match:
    """The match at a table."""
    return next(
        match
        for match in match_actions.matches_at_tables(event)
        if match.table and match.table.number == number
    )


def _create_drawn_event(
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
    draw_services.commit(event=event, seed=seed, by=director)
    entries.enter_players(event=event, players=tuple(field), by=director, key="names")
    draw_services.draw(event=event, by=director, key="draw")
    draw_services.publish(event=event, by=director, key="publish")
    event.refresh_from_db()
    return event
