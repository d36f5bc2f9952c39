"""A late entry into a league that is being played: which matches are added and moved, and their deadlines."""

from collections import Counter
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from matches.models import Match
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import signed_in
from tests.tournaments.leagues.test_withdrawals import path_of, text_of
from tournaments.leagues import queries
from tournaments.leagues.models import WHOLE, LeagueSeason
from tournaments.leagues.services import fixtures
from tournaments.leagues.services import seasons as league_services
from tournaments.leagues.services.seasons import SeasonSpan
from tournaments.models import Entry
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services.journal import undo
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate()
SPAN = SeasonSpan(TODAY - timedelta(days=5), TODAY + timedelta(days=94))
ADD_IDA = {"act": "late", "flight": "league_1", "name": "Ida"}


def begun(span: SeasonSpan = SPAN) -> LeagueSeason:
    """A season of 100 days that began a few days ago: two divisions of four, three rounds."""
    return seasons.begun(span=span)


def add_ida(league: LeagueSeason) -> None:
    """Add Ida to the first division by the page."""
    answer = signed_in(league).post(
        f"{path_of(league.event)}desk/change/", {**ADD_IDA, "key": "late", "version": league.event.version}
    )
    assert answer.status_code == 303
    league.event.refresh_from_db()


def list_deadlines(league: LeagueSeason) -> dict[frozenset[str], date | None]:
    """The deadline of every open match of the first division, by the names of its players."""
    page = queries.get_season_page(league, TODAY, None)
    return {
        frozenset(entry.player.name for entry in fixture.entries): fixture.last_day
        for fixture in page.divisions[0].fixtures
    }


def list_round_days(league: LeagueSeason) -> list[date | None]:
    return [one.last_day for one in queries.get_season_page(league, TODAY, None).divisions[0].rounds]


def test_no_match_loses_its_deadline_and_new_rounds_get_theirs_from_the_season() -> None:
    league = begun()
    before, days = list_deadlines(league), list_round_days(league)
    add_ida(league)
    after = list_deadlines(league)

    assert {pair: after[pair] for pair in before} == before
    assert list_round_days(league) == [*days, SPAN.starts_on + timedelta(days=79), SPAN.ends_on]
    assert [pair for pair, day in after.items() if day is None] == []
    assert len(after) == len(before) + 4


def test_a_deadline_that_was_extended_stays_with_its_match() -> None:
    league = begun()
    later = SPAN.ends_on + timedelta(days=7)
    for pairing in [row.label for row in league.event.pairings.filter(flight="league_1")]:
        fixtures.extend_deadline(
            event=league.event,
            pairing=pairing,
            until=later,
            is_after_season=True,
            by=seasons.director(league),
            key=pairing,
        )
    league.event.refresh_from_db()
    add_ida(league)

    days = list_deadlines(league)
    assert {day for pair, day in days.items() if "Ida" not in pair} == {later}
    assert later not in {day for pair, day in days.items() if "Ida" in pair}


def test_a_season_with_one_deadline_keeps_it_for_new_rounds() -> None:
    league = begun(SeasonSpan(SPAN.starts_on, SPAN.ends_on, WHOLE))
    add_ida(league)
    assert set(list_deadlines(league).values()) == {SPAN.ends_on}


def test_no_new_round_is_overdue_from_the_start() -> None:
    league = begun(SeasonSpan(TODAY - timedelta(days=90), TODAY + timedelta(days=2)))
    add_ida(league)
    assert list_round_days(league)[3:] == [TODAY + timedelta(days=2)] * 2
    over = begun(SeasonSpan(TODAY - timedelta(days=90), TODAY - timedelta(days=2)))
    add_ida(over)
    assert list_round_days(over)[3:] == [TODAY + timedelta(days=14)] * 2


def test_an_added_match_of_a_past_round_is_due_on_the_days_still_to_come() -> None:
    # The first two of three rounds are past.
    league = begun(SeasonSpan(TODAY - timedelta(days=40), TODAY + timedelta(days=18)))
    before, past_days = (
        list_deadlines(league),
        [day for day in list_round_days(league) if day and day < TODAY],
    )
    add_ida(league)
    days = list_deadlines(league)
    coming_days = [day for day in list_round_days(league) if day and day >= TODAY]

    assert len(past_days) == 2
    assert {pair: days[pair] for pair in before} == before
    added_days = sorted(day for pair, day in days.items() if "Ida" in pair and day)
    assert len(added_days) == 4
    assert set(added_days) <= set(coming_days)
    assert min(added_days) == min(coming_days)


def test_an_added_match_is_not_due_in_the_past_where_the_season_is_over() -> None:
    league = begun(SeasonSpan(TODAY - timedelta(days=90), TODAY - timedelta(days=2)))
    add_ida(league)
    days = {day for pair, day in list_deadlines(league).items() if "Ida" in pair}
    assert days == {TODAY + timedelta(days=14)}


@pytest.mark.parametrize(
    "span",
    [
        SPAN,
        SeasonSpan(TODAY - timedelta(days=40), TODAY + timedelta(days=18)),
        SeasonSpan(TODAY - timedelta(days=90), TODAY - timedelta(days=2)),
    ],
)
def test_the_preview_says_until_when_each_added_match_is_to_be_played(span: SeasonSpan) -> None:
    league = begun(span)
    address = f"{path_of(league.event)}desk/change/?{urlencode(ADD_IDA)}"
    meetings = signed_in(league).get(address).context["meetings"]
    text = text_of(address, signed_in(league))
    add_ida(league)
    days = {pair: day for pair, day in list_deadlines(league).items() if "Ida" in pair}

    assert {frozenset(one.names): one.last_day for one in meetings.added} == days
    for one in meetings.added:
        assert f"{' – '.join(one.names)} {one.title} · by {date_format(one.last_day, 'j M')}" in text


def test_one_undo_takes_the_late_entry_back_with_its_deadlines() -> None:
    league = begun()
    before = event_state.get_event_state(league.event).deadlines
    days = list_deadlines(league)
    add_ida(league)
    undo(event=league.event, by=seasons.director(league))
    assert event_state.get_event_state(league.event).deadlines == before
    assert list_deadlines(league) == days


def test_the_title_of_a_match_says_the_round_it_is_in() -> None:
    league = begun()
    add_ida(league)
    rounds = {
        row.match.title: f"Premier · Round {row.round}"
        for row in league.event.pairings.filter(flight="league_1").select_related("match")
        if row.match is not None
    }
    assert {title: expected for title, expected in rounds.items() if title != expected} == {}
    moved = Match.objects.filter(title__in=["Premier · Round 4", "Premier · Round 5"])
    assert moved.exclude(white__full_name="Ida").exclude(black__full_name="Ida").exists()


def test_the_preview_says_which_matches_are_added_and_which_move_and_that_none_is_lost() -> None:
    league = begun()
    before = {frozenset(pair): title for pair, title in list_titles(league).items()}
    page = signed_in(league).get(f"{path_of(league.event)}desk/change/", ADD_IDA)
    meetings, text = page.context["meetings"], page.content.decode()
    add_ida(league)
    after = {frozenset(pair): title for pair, title in list_titles(league).items()}

    assert Counter((frozenset(one.names), one.title) for one in meetings.added) == Counter(
        (pair, title) for pair, title in after.items() if "Ida" in pair
    )
    assert {frozenset(one.names): (one.former_title, one.title) for one in meetings.moved} == {
        pair: (title, after[pair]) for pair, title in before.items() if title != after[pair]
    }
    assert meetings.removed == ()
    assert "4 matches are added:" in text
    assert "matches move to another round:" in text
    assert "No match is lost." in text
    assert "no longer exists" not in text
    assert "Matches that move to another round keep their deadlines." in text


def list_titles(league: LeagueSeason) -> dict[tuple[str, str], str]:
    rows = league.event.pairings.filter(flight="league_1").select_related("match__white", "match__black")
    return {
        (row.match.white.name, row.match.black.name): f"Premier · Round {row.round}"
        for row in rows
        if row.match is not None
    }


def test_the_changes_of_a_league_speak_of_divisions() -> None:
    league = begun()
    page = text_of(f"{path_of(league.event)}desk/change/", signed_in(league)).partition("Change draw")[2]
    assert [
        name in page
        for name in ("Assign an entry to a division", "Withdraw from a division", "flight", "Flight")
    ] == [True, True, False, False]


def withdraw_dario(league: LeagueSeason) -> Entry:
    entry = league.event.entries.get(player__full_name="Dario")
    entries.withdraw(entry=entry, by=seasons.director(league))
    return entry


def test_the_matches_of_a_reinstated_player_have_their_deadlines_although_others_came_meanwhile() -> None:
    league = begun()
    later = SPAN.ends_on + timedelta(days=7)
    pairing = seasons.named(league.event, "Anna", "Dario").label
    fixtures.extend_deadline(
        event=league.event, pairing=pairing, until=later, is_after_season=True, by=seasons.director(league)
    )
    before = list_deadlines(league)
    dario = withdraw_dario(league)
    league.event.refresh_from_db()
    add_ida(league)
    entries.reinstate(event=league.event, entry=dario.number, by=seasons.director(league))

    after = list_deadlines(league)
    assert before[frozenset({"Anna", "Dario"})] == later
    assert {pair: after[pair] for pair in before} == before
    assert {pair: day for pair, day in after.items() if day == later} == {frozenset({"Anna", "Dario"}): later}


def test_a_match_that_is_to_be_played_again_is_not_due_in_the_past_and_one_undo_takes_that_back() -> None:
    league = begun(SeasonSpan(TODAY - timedelta(days=40), TODAY + timedelta(days=18)))
    dario = withdraw_dario(league)
    before = event_state.get_event_state(league.event).deadlines
    entries.reinstate(event=league.event, entry=dario.number, by=seasons.director(league))

    days = {day for pair, day in list_deadlines(league).items() if "Dario" in pair and day}
    assert days == {TODAY + timedelta(days=18)}
    league.event.refresh_from_db()
    undo(event=league.event, by=seasons.director(league))
    assert event_state.get_event_state(league.event).deadlines == before
    assert dario.number in event_state.get_event_state(league.event).withdrawn


def test_a_new_draw_takes_the_deadlines_of_single_matches_away() -> None:
    league = seasons.a_season(span=SPAN)
    by = seasons.director(league)
    later = SPAN.ends_on + timedelta(days=7)
    for label in league.event.pairings.filter(flight="league_1").values_list("label", flat=True):
        fixtures.extend_deadline(
            event=league.event, pairing=label, until=later, is_after_season=True, by=by, key=label
        )
    league_services.enter_player(event=league.event, name="Ida", division=1, by=by)
    state = event_state.get_event_state(league.event)
    names = state.index.by_flight["league_1"]
    assert later.isoformat() not in {state.get_deadline(name) for name in names}
