"""Load the demo data: a club with two years of results, a finished tournament and one in progress tonight."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from importlib.resources import files

from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from matches.actors import Identity, device_hash
from matches.models import Match, Player, Report, User
from matches.records.services import uploads
from matches.services import players, reporting, scoring
from matches.states import Status
from rules.formats.mat import read_mat
from tournaments.demo import chouette, history, people
from tournaments.demo.texts import TEXTS, DemoTexts
from tournaments.models import Club, Event, EventStatus, Tournament
from tournaments.people.services import clubs
from tournaments.people.services import members as member_services
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments, weekly_nights
from tournaments.ratings.services import ratings
from tournaments.seasons import services as seasons
from tournaments.signals import demo_club_loaded, demo_event_drawn
from tournaments.standings.season_settings import RULE_PRESETS

Game = tuple[str, str, int]


def report_at_desk(match: Match, white_score: int, black_score: int, director: User) -> None:
    """Report a score at the desk."""
    identity = Identity(user=director, device=device_hash("the desk"))
    reporting.report(match=match, white_score=white_score, black_score=black_score, identity=identity)


def report_from_the_table(match: Match, white_score: int, black_score: int) -> Report:
    """Report a score from a player's phone at the table."""
    return reporting.report(
        match=match, white_score=white_score, black_score=black_score, identity=_phone(match, "one")
    )


def confirm_from_the_table(match: Match, report: Report) -> None:
    """Confirm a report from the opponent's phone."""
    reporting.confirm(match=match, report=report, identity=_phone(match, "other"))


def create_dispute(match: Match, reported_score: tuple[int, int], disputed_score: tuple[int, int]) -> None:
    """Create a dispute: the two players report different scores."""
    report = report_from_the_table(match, *reported_score)
    reporting.dispute(
        match=match,
        report=report,
        white_score=disputed_score[0],
        black_score=disputed_score[1],
        identity=_phone(match, "other"),
    )


def score_games(match: Match, games: Sequence[Game]) -> None:
    """Score games one by one from the phone of a player; each is (winner, kind, value of the cube)."""
    for winner, kind, cube in games:
        scoring.score_game(match=match, winner=winner, kind=kind, cube=cube, identity=_phone(match, "one"))


def upload_transcript(match: Match, name: str) -> None:
    """Upload a transcript of the match; then one player reports its score and the other confirms it."""
    text = files("tournaments.demo").joinpath(name).read_text(encoding="utf-8")
    data = _with_names(text, match.white, match.black).encode()
    transcript = uploads.attach_file(match=match, name=name, data=data, identity=_phone(match, "one"))
    report = report_from_the_table(match, transcript.white_score or 0, transcript.black_score or 0)
    confirm_from_the_table(match, report)


def get_matches_at_tables(event: Event) -> list[Match]:
    """Return the matches of an event that are at a table, by table."""
    matches = Match.objects.filter(
        pairing__event=event, table__isnull=False, status__in=("called", "running")
    )
    return list(matches.select_related("white", "black", "table", "desk").order_by("table__number"))


def _with_names(text: str, white: Player, black: Player) -> str:
    file_names = read_mat(text).players
    return text.replace(file_names[0], white.name).replace(file_names[1], black.name)


def _phone(match: Match, player: str) -> Identity:
    return Identity(device=device_hash(f"{player} of {match.pk}"), table=match.table)


@dataclass(frozen=True, slots=True)
class Links:
    """URL paths of the current tournament's desk and of a table with a match, and the demo login."""

    desk: str
    table: str
    username: str
    password: str


def get_links() -> Links | None:
    """Return the links of the demo club; None if it is missing or nothing is in play."""
    published_events = Event.objects.filter(
        tournament__club__slug=people.CLUB_SLUG, status=EventStatus.PUBLISHED
    )
    event = published_events.select_related("tournament__club", "tournament__desk").order_by("-pk").first()
    if event is None:
        return None
    running = event.tournament.desk.matches.filter(status=Status.RUNNING.value, table__isnull=False)
    match = running.select_related("table").order_by("table__number").first()
    event_slugs = {"club": people.CLUB_SLUG, "tournament": event.tournament.slug, "event": event.slug}
    return Links(
        desk=reverse("desk", kwargs=event_slugs),
        table=reverse("table", args=[match.table.code]) if match and match.table else "",
        username=people.DIRECTOR,
        password=people.get_password(),
    )


SEED_LAST_WEEK = "6a0f3c1d9b2e48577c61d0e4a8b3f592"
SEED_TONIGHT = "c3b8e1f07d5a4926b0d49f6e82a71c35"
LENGTH, CONSOLATION_LENGTH, TABLES = 5, 3, 6
TRANSCRIPT_FILES = ("first.mat", "second.mat", "third.mat")


@transaction.atomic
def load_demo(language: str) -> Tournament:
    """Create the demo data through the services, in English or Italian, and return tonight's tournament."""
    texts = TEXTS[language]
    with translation.override(language):
        director = User.objects.create_user(people.DIRECTOR, password=people.get_password())
        club = clubs.create_club(name=texts.club, by=director, slug=people.CLUB_SLUG)
        members = [players.register_player(name=name) for name in texts.members]
        for member in members:
            member_services.enrol(club=club, player=member, by=director)
        tonight = get_start(timezone.localtime())
        _add_history(club, texts, tonight.date() - timedelta(weeks=2), director)
        field, last_week = (
            [members[place] for place in people.LAST_WEEKS_PLAYERS],
            tonight - timedelta(weeks=1),
        )
        _play_last_week(
            _create_drawn_event(
                club, texts.last_weeks_tournament, field, last_week, SEED_LAST_WEEK, director
            ),
            director,
        )
        field = [members[place] for place in people.TONIGHTS_PLAYERS]
        event = _create_drawn_event(club, texts.tonights_tournament, field, tonight, SEED_TONIGHT, director)
        _play_tonight(event, director)
        _set_up_club(club, texts, director)
        chouette.set_up_chouette(
            club, texts.chouette, [members[place] for place in people.CHOUETTE_PLAYERS], director
        )
        for rating_list in club.rating_lists.all():
            ratings.rebuild(rating_list=rating_list)
        demo_club_loaded.send(sender=Club, club=club, director=director, texts=texts)
    return event.tournament


def get_start(now: datetime) -> datetime:
    """Return the start of the tournament in play: an hour ago, at a full quarter of an hour.

    Its results are of now, so it cannot have begun yesterday, nor can it be over before it began.
    """
    hour_ago = now - timedelta(hours=1)
    return hour_ago.replace(minute=hour_ago.minute // 15 * 15, second=0, microsecond=0)


def _set_up_club(club: Club, texts: DemoTexts, director: User) -> None:
    """Set the club's profile and make tonight's tournament a weekly night."""
    clubs.update_page(
        club=club, page=clubs.ClubPage(about=texts.about, place=texts.place, casual="ratings"), by=director
    )
    latest = Tournament.objects.filter(club=club).latest("starts_at")
    weekly_nights.save_night_from_tournament(tournament=latest, by=director)


def _add_history(club: Club, texts: DemoTexts, last_night: date, director: User) -> None:
    """Open a season for each year, and import the nights of two years up to a day."""
    for year in range(history.list_nights(last_night)[0].year, timezone.localdate().year + 1):
        seasons.open_season(
            club=club,
            name=texts.season % year,
            starts_on=date(year, 1, 1),
            ends_on=date(year, 12, 31),
            rules=RULE_PRESETS["length-and-places"].to_data(),
            by=director,
        )
    history.import_history(club, texts, last_night, director)


def _play_last_week(event: Event, director: User) -> None:
    generator = random.Random(7)
    while event.status != EventStatus.FINISHED:
        match = generator.choice(get_matches_at_tables(event))
        loser = generator.randrange(match.length)
        score = (match.length, loser) if generator.random() < 0.5 else (loser, match.length)
        report_at_desk(match, *score, director)
        event.refresh_from_db()


def _play_tonight(event: Event, director: User) -> None:
    for match, name in zip(get_matches_at_tables(event), TRANSCRIPT_FILES, strict=False):
        upload_transcript(match, name)
    demo_event_drawn.send(sender=Event, event=event, director=director)
    report_at_desk(_match_at_table(event, 4), 2, 5, director)
    confirm_from_the_table(_match_at_table(event, 1), report_from_the_table(_match_at_table(event, 1), 5, 3))
    score_games(
        _match_at_table(event, 2), [("white", "single", 2), ("black", "single", 1), ("white", "gammon", 1)]
    )
    score_games(
        _match_at_table(event, 3), [("black", "drop", 1), ("black", "single", 2), ("white", "single", 1)]
    )
    report_from_the_table(_match_at_table(event, 4), _match_at_table(event, 4).length, 1)
    create_dispute(_match_at_table(event, 5), reported_score=(5, 4), disputed_score=(4, 5))
    score_games(_match_at_table(event, 6), [("white", "single", 1)])


def _match_at_table(event: Event, number: int) -> Match:
    """Return the match at a table."""
    return next(
        match for match in get_matches_at_tables(event) if match.table and match.table.number == number
    )


def _create_drawn_event(
    club: Club, name: str, field: Iterable[Player], starts_at: datetime, seed: str, director: User
) -> Event:
    event = tournaments.create_knockout_tournament(
        club=club,
        name=name,
        starts_at=starts_at,
        length=LENGTH,
        consolation_length=CONSOLATION_LENGTH,
        tables=TABLES,
        by=director,
    )
    draws.commit_draw_seed(event=event, seed=seed, by=director)
    entries.enter_players(event=event, players=tuple(field), by=director, key="names")
    draws.draw(event=event, by=director, key="draw")
    draws.publish(event=event, by=director, key="publish")
    event.refresh_from_db()
    return event
