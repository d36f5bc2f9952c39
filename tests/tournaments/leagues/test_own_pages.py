"""What a player reads about their own league and ladder: challenges, deadlines, postponed matches."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.services import postponing
from tests.factory_recordings import replayed
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tests.tournaments.ladders import challenges as ladders
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import phone
from tests.tournaments.leagues.test_withdrawals import text_of
from tournaments.ladders import services as ladder_services
from tournaments.ladders.models import Ladder
from tournaments.leagues import commands
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.services import fixtures
from tournaments.play.events.event_state import get_event_state

pytestmark = pytest.mark.django_db
CALLS = (
    CommandCall(commands.ProposeTime, {"match": "{match}", "note": "Tomorrow?"}, 404, 404),
    CommandCall(commands.AcceptProposal, {"match": "{match}", "arrangement": 1}, 404, 404),
)
RESUMES = datetime(2027, 2, 12, 19, 30, tzinfo=UTC)


@pytest.fixture
@replayed
def ladder() -> Ladder:
    """A ladder on which Bruno has challenged Anna today."""
    ladder = ladders.a_ladder()
    ladders.challenge(ladder, "Bruno", "Anna", timezone.localdate())
    return ladder


def read_pages(ladder: Ladder, name: str) -> list[str]:
    """The page of the badge and that of the own league matches, as a player reads them."""
    client = phone(ladder, name)
    return [text_of(path, client) for path in ("/b/", f"/clubs/{ladder.club.slug}/mine/")]


def write_day(day: date | None) -> str:
    assert day is not None
    return f"{day.day} {day:%B}"


def test_a_challenge_is_shown_to_both_players_with_the_day_to_answer_by(ladder: Ladder) -> None:
    due = write_day(ladder.challenges.get().due)
    anna, bruno, carla = (read_pages(ladder, name) for name in ("Anna", "Bruno", "Carla"))

    assert [f"Bruno challenges you (Ladder): answer by {due}" in page for page in anna] == [True, True]
    assert [f"You challenged Anna (Ladder): answer by {due}" in page for page in bruno] == [True, True]
    assert ["(Ladder)" in page for page in carla] == [False, False]
    address = f"/clubs/{ladder.club.slug}/ladders/{ladder.slug}/"
    assert f'href="{address}"' in phone(ladder, "Anna").get("/b/").content.decode()


def test_an_accepted_challenge_has_the_day_to_play_by_and_a_declined_one_is_gone(ladder: Ladder) -> None:
    number = ladder.challenges.get().number
    ladder_services.answer_challenge(
        ladder=ladder,
        number=number,
        answer="accept",
        identity=ladders.desk(ladder),
        today=timezone.localdate(),
    )
    due = write_day(ladder.challenges.get().due)
    assert [
        f"Match against Bruno (Ladder): play by {due}" in page for page in read_pages(ladder, "Anna")
    ] == [
        True,
        True,
    ]


def a_postponed_match(league: LeagueSeason) -> str:
    """The code of the match of Anna and Bruno, which is postponed."""
    match = seasons.match_of(league.event, "Anna", "Bruno")
    postponing.postpone_match(match=match, reason="ill", by=SYSTEM, resumes_at=RESUMES)
    return match.code


def open_pages(league: LeagueSeason, client: Client) -> list[str]:
    """The page of the badge and that of the own league matches."""
    club = league.event.tournament.club
    return [client.get(path).content.decode() for path in ("/b/", f"/clubs/{club.slug}/mine/")]


def test_a_postponed_match_has_its_new_time_and_no_button_that_leads_nowhere() -> None:
    league = seasons.begun()
    code = a_postponed_match(league)
    pages = open_pages(league, phone(league.event, "Anna"))

    assert ["Postponed to 12 Feb 2027, 20:30" in page for page in pages] == [True, True]
    assert [f'href="/m/{code}/report/"' in page for page in pages] == [False, False]


@pytest.mark.parametrize(
    ("day", "deadline_text"), [(date(2099, 2, 8), "To be played by"), (None, "Overdue since")]
)
def test_a_league_match_on_the_badge_page_has_its_deadline(day: date | None, deadline_text: str) -> None:
    league = seasons.begun()
    match = seasons.match_of(league.event, "Anna", "Bruno")
    deadline = date.fromisoformat(get_event_state(league.event).get_deadline(match.pairing.label))
    if day is not None:
        by = club_evenings.director_of(league.event.tournament.club)
        fixtures.extend_deadline(event=league.event, pairing=match.pairing.label, until=day, by=by)
    pages = open_pages(league, phone(league.event, "Anna"))

    line = f"{deadline_text} {write_day(day or deadline)}"
    assert [line in " ".join(page.split()) for page in pages] == [True, True]


def test_on_its_last_day_a_league_match_is_to_be_played_today() -> None:
    league = seasons.begun()
    match = seasons.match_of(league.event, "Anna", "Bruno")
    by = club_evenings.director_of(league.event.tournament.club)
    label, today = match.pairing.label, timezone.localdate()
    fixtures.extend_deadline(event=league.event, pairing=label, until=today, by=by, is_after_season=True)
    page = " ".join(open_pages(league, phone(league.event, "Anna"))[1].split())

    assert "To be played today: it is the last day." in page
    assert "only a few days left" not in page.partition("Bruno")[0]
