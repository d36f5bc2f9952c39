"""A league season through the services: opened, begun, ruled by the desk, continued by the next season."""

from datetime import date, timedelta
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.states import Status
from rules.errors import Refusal
from tests.factories import a_user
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_withdrawals import path_of
from tournaments.formats.leagues import LeagueTerms
from tournaments.importing.queries.exports import write_event_file
from tournaments.journal.league_play_offs import next_divisions
from tournaments.leagues import commands
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.queries import list_seasons
from tournaments.leagues.services import fixtures
from tournaments.leagues.services import seasons as league_services
from tournaments.leagues.services.seasons import Roster, SeasonSpan
from tournaments.models import Event, EventStatus
from tournaments.name_lists.details import EntryDetails
from tournaments.play.changes.queries import undo_previews
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries import audit
from tournaments.play.event_journal.services import journal, maintenance
from tournaments.play.events import event_state
from tournaments.seasons.queries import season_results
from tournaments.seasons.services import open_season
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db
CALLS = (
    CommandCall(
        commands.RescheduleSeason,
        {"starts_on": "2026-06-01", "ends_on": "2027-08-31", "pace": "rounds"},
        409,
        409,
    ),
    CommandCall(commands.BeginSeason, {}, 409, 409),
    CommandCall(commands.MoveRoundDeadline, {"flight": "league_1", "round": 1, "until": "2099-01-01"}),
    CommandCall(commands.ExtendDeadline, {"pairing": "nowhere", "until": "2099-01-01"}, 409, 409),
    CommandCall(
        commands.DecideFixture, {"pairing": "nowhere", "verdict": "both", "reason": "Nobody came"}, 409, 409
    ),
    CommandCall(commands.DrawPlayoffs, {"until": "2099-01-01"}, 409, 409),
)
TODAY = timezone.localdate()
# A season that has begun, and one that begins in a month; both end in sixty days.
RUNNING = SeasonSpan(TODAY - timedelta(days=30), TODAY + timedelta(days=60))
AHEAD = SeasonSpan(TODAY + timedelta(days=30), TODAY + timedelta(days=60))


def names_in(event: Event, flight: str) -> list[str]:
    state = event_state.get_event_state(event)
    names = dict(event.entries.values_list("number", "player__full_name"))
    return sorted(names[entry] for entry in state.stages[flight].members)


def test_the_first_names_are_in_the_highest_division() -> None:
    league = seasons.a_season()

    assert names_in(league.event, "league_1") == ["Anna", "Bruno", "Carla", "Dario"]
    assert names_in(league.event, "league_2") == ["Elena", "Fabio", "Gina", "Hugo"]
    assert league.event.status == EventStatus.DRAWN


def test_the_highest_rated_are_in_the_highest_division() -> None:
    club = club_evenings.a_club()
    night = club_evenings.a_night(club, ["Hugo", "Gina"])
    club_evenings.settle_and_rate(club_evenings.match_at(night, "M1-1"))

    league = seasons.a_season(club, placing="rating", sizes=(2, 0))

    assert names_in(league.event, "league_1") == ["Gina", "Hugo"]


def test_rounds_have_deadlines_at_equal_intervals() -> None:
    state = event_state.get_event_state(seasons.a_season().event)

    assert state.deadlines == {
        (f"league_{division}", number): day
        for division in (1, 2)
        for number, day in ((1, "2026-01-30"), (2, "2026-03-01"), (3, "2026-03-31"))
    }


def test_all_rounds_may_have_the_last_day_of_the_season() -> None:
    league = seasons.a_season(span=SeasonSpan(date(2026, 1, 1), date(2026, 3, 31), "whole"))

    assert set(event_state.get_event_state(league.event).deadlines.values()) == {"2026-03-31"}


@pytest.mark.parametrize("cycles", [1, 2])
def test_each_pair_of_a_division_meets_once_per_cycle(cycles: int) -> None:
    league = seasons.begun(terms=LeagueTerms(("A", "B"), cycles=cycles, length=3), sizes=(3, 0))
    event = league.event

    meetings: dict[frozenset[int], int] = {}
    for row in event.pairings.all():
        assert row.white_entry is not None
        assert row.black_entry is not None
        pair = frozenset((row.white_entry.number, row.black_entry.number))
        meetings[pair] = meetings.get(pair, 0) + 1

    pairs = [*combinations((1, 2, 3), 2), *combinations((4, 5, 6, 7, 8), 2)]
    assert meetings == {frozenset(pair): cycles for pair in pairs}


def test_all_matches_can_be_reported_without_a_table() -> None:
    league = seasons.begun()

    rows = league.event.pairings.values_list("match__status", "match__table")
    assert {status for status, _table in rows} == {Status.CALLED.value}
    assert not any(table for _status, table in rows)


def test_a_player_is_moved_to_another_division_manually() -> None:
    league = seasons.a_season()
    where = {1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2}

    league_services.place_entries(event=league.event, divisions=where, by=seasons.director(league))

    assert names_in(league.event, "league_1") == ["Bruno", "Carla", "Dario", "Elena"]


def test_a_division_of_one_is_refused() -> None:
    league = seasons.a_season()

    with pytest.raises(Refusal) as excinfo:
        league_services.place_entries(
            event=league.event, divisions={**dict.fromkeys(range(1, 8), 1), 8: 2}, by=seasons.director(league)
        )

    assert excinfo.value.code == "division_too_small"


def test_the_proposed_deadline_is_within_the_season(client: Client) -> None:
    span = SeasonSpan(TODAY - timedelta(days=30), TODAY + timedelta(days=3))
    league = seasons.begun(span=span)
    client.force_login(seasons.director(league))
    page = client.get(path_of(league.event) + "desk/league/")
    assert page.context["suggested_deadline"] == span.ends_on


def test_changed_dates_of_a_season_are_those_of_its_tournament() -> None:
    league = seasons.a_season()
    span = SeasonSpan(date(2026, 2, 1), date(2026, 4, 30))
    league_services.reschedule_season(event=league.event, span=span, by=seasons.director(league))
    league.event.tournament.refresh_from_db()
    assert timezone.localdate(league.event.tournament.starts_at) == date(2026, 2, 1)


def test_the_list_of_seasons_counts_players_who_have_only_missed_matches() -> None:
    league = seasons.begun()
    event, by = league.event, seasons.director(league)
    for other in ("Bruno", "Carla", "Dario"):
        pairing = seasons.named(event, "Anna", other)
        seated = [pairing.white_entry, pairing.black_entry]
        [entry] = [one for one in seated if one is not None and one.player.full_name == other]
        fixtures.award_walkover(event=event, pairing=pairing.label, winner=entry.number, by=by, reason="Away")
    assert list_seasons(event.tournament.club, by).get().players == 8


def test_an_extended_deadline_is_undone() -> None:
    league = seasons.begun()
    by, event = seasons.director(league), league.event
    label = seasons.named(event, "Anna", "Bruno").label
    before = event_state.get_event_state(event).get_deadline(label)

    line = fixtures.extend_deadline(event=event, pairing=label, until=date(2099, 4, 30), by=by)
    assert event_state.get_event_state(event).get_deadline(label) == "2099-04-30"

    journal.undo(event=event, command=line.seq, by=by)
    assert event_state.get_event_state(event).get_deadline(label) == before


@pytest.mark.parametrize(
    ("span", "days", "code"),
    [
        (RUNNING, -1, "deadline_past"),
        (AHEAD, 29, "deadline_before_season"),
        (RUNNING, 61, "deadline_after_season"),
    ],
)
def test_deadlines_on_days_on_which_nobody_is_to_play_are_refused(
    span: SeasonSpan, days: int, code: str
) -> None:
    league = seasons.begun(span=span)
    by, event, until = seasons.director(league), league.event, TODAY + timedelta(days=days)
    label = seasons.named(event, "Anna", "Bruno").label
    before = event_state.get_event_state(event).deadlines
    commands = (
        lambda: fixtures.extend_deadline(event=event, pairing=label, until=until, by=by),
        lambda: fixtures.move_round_deadline(event=event, flight="league_1", number=1, until=until, by=by),
    )

    for command in commands:
        with pytest.raises(Refusal) as excinfo:
            command()
        assert excinfo.value.code == code
    assert event_state.get_event_state(event).deadlines == before


def test_a_deadline_after_the_season_is_set_when_that_is_meant() -> None:
    league = seasons.begun(span=RUNNING)
    until = RUNNING.ends_on + timedelta(days=1)

    fixtures.move_round_deadline(
        event=league.event,
        flight="league_1",
        number=3,
        until=until,
        is_after_season=True,
        by=seasons.director(league),
    )

    assert event_state.get_event_state(league.event).deadlines["league_1", 3] == until.isoformat()


def test_play_offs_are_not_due_in_the_past() -> None:
    league = seasons.begun(terms=LeagueTerms(("Premier", "First"), length=5, playoff=True))
    seasons.play_in_order(league.event)

    with pytest.raises(Refusal) as excinfo:
        league_services.draw_playoffs(
            event=league.event, until=TODAY - timedelta(days=1), by=seasons.director(league)
        )

    assert excinfo.value.code == "deadline_past"


def test_an_unplayed_match_is_awarded() -> None:
    league = seasons.begun()
    event, row = league.event, seasons.named(league.event, "Anna", "Bruno")
    anna = event.entries.get(player__full_name="Anna")

    fixtures.award_walkover(
        event=event,
        pairing=row.label,
        winner=anna.number,
        by=seasons.director(league),
        reason="She wrote thrice",
    )

    result = event_state.get_event_state(event).results[row.label]
    assert (result.winner_entry, result.ending) == (anna.number, "walkover")


def test_an_unplayed_match_is_lost_by_both() -> None:
    league = seasons.begun()
    row = seasons.named(league.event, "Anna", "Bruno")

    fixtures.record_double_loss(
        event=league.event, pairing=row.label, by=seasons.director(league), reason="Neither"
    )

    assert event_state.get_event_state(league.event).results[row.label].ending == "double_walkover"


def test_a_voided_match_is_undone() -> None:
    league = seasons.begun()
    event, by = league.event, seasons.director(league)
    row = seasons.named(event, "Anna", "Bruno")

    line = fixtures.void_fixture(event=event, pairing=row.label, by=by, reason="Illness")
    row.refresh_from_db()
    assert (row.decided, row.match, row.winner_entry) == ("ruling", None, None)

    journal.undo(event=event, command=line.seq, by=by)
    row.refresh_from_db()
    assert row.match is not None
    assert (row.decided, row.match.status) == ("", Status.CALLED.value)


@pytest.mark.parametrize("action", ["award_walkover", "record_double_loss", "void_fixture"])
def test_a_ruling_needs_a_reason(action: str) -> None:
    league = seasons.begun()
    more = {"winner": 1} if action == "award_walkover" else {}
    label = seasons.named(league.event, "Anna", "Bruno").label

    with pytest.raises(Refusal) as excinfo:
        getattr(fixtures, action)(
            event=league.event, pairing=label, by=seasons.director(league), reason=" ", **more
        )

    assert excinfo.value.code == "reason_missing"


def test_matches_of_a_player_who_withdrew_early_do_not_count() -> None:
    league = seasons.begun()
    event, by = league.event, seasons.director(league)
    seasons.win(event, "Anna", "Bruno")
    entries.withdraw(entry=event.entries.get(player__full_name="Bruno"), by=by)

    seasons.play_in_order(event)

    after = {
        division_change.entry: (division_change.place, division_change.after)
        for division_change in next_divisions(event_state.get_event_state(event))
    }
    assert [after[number] for number in (1, 2, 3, 4)] == [(1, 1), (4, 0), (2, 1), (3, 1)]


def test_one_player_each_is_promoted_and_relegated_for_the_next_season() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    by = seasons.director(league)

    fresh = league_services.start_next_season(league=league, by=by)

    assert names_in(fresh.event, "league_1") == ["Anna", "Bruno", "Carla", "Elena"]
    assert names_in(fresh.event, "league_2") == ["Dario", "Fabio", "Gina", "Hugo"]
    assert (fresh.event.name, fresh.starts_on, fresh.ends_on, fresh.previous) == (
        "Winter League 2",
        date(2026, 4, 1),
        date(2026, 6, 29),
        league,
    )


def test_players_keep_the_details_of_their_entry_in_the_next_season() -> None:
    league = seasons.begun()
    by = seasons.director(league)
    about = EntryDetails(club="Bologna", country="ITA", family="Ricci", rating=1720)
    anna = league.event.entries.get(player__full_name="Anna")
    entries.describe(event=league.event, details={anna.number: about}, by=by)
    seasons.play_in_order(league.event)

    next_season = league_services.start_next_season(league=league, by=by)

    copied = next_season.event.entries.get(player__full_name="Anna")
    assert (copied.club, copied.country, copied.family, copied.rating) == ("Bologna", "ITA", "Ricci", 1720)


def test_an_undo_in_one_division_names_the_winner_of_that_division_alone() -> None:
    league = seasons.begun()
    event = league.event
    for four in (seasons.EIGHT[4:], reversed(seasons.EIGHT[:4])):
        for one, other in combinations(four, 2):
            seasons.win(event, min(one, other), max(one, other))
    event.refresh_from_db()

    effects = undo_previews.preview_undo(event).effects

    assert effects == ["Anna would no longer have won Premier: matches would have to be played again."]


def test_the_next_season_is_created_once() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    by = seasons.director(league)

    assert league_services.start_next_season(league=league, by=by) == league_services.start_next_season(
        league=league, by=by
    )
    assert LeagueSeason.objects.count() == 2


def test_the_next_season_is_refused_before_the_end_of_this_one() -> None:
    league = seasons.begun()

    with pytest.raises(Refusal) as excinfo:
        league_services.start_next_season(league=league, by=seasons.director(league))

    assert excinfo.value.code == "league_open"


def test_the_winner_of_the_play_off_plays_in_the_upper_division() -> None:
    league = seasons.begun(terms=LeagueTerms(("Premier", "First"), length=5, playoff=True))
    event, by = league.event, seasons.director(league)
    seasons.play_in_order(event)
    assert event.status == EventStatus.PUBLISHED

    league_services.draw_playoffs(event=event, until=date(2099, 4, 14), by=by)
    seasons.win(event, "Fabio", "Carla")

    fresh = league_services.start_next_season(league=league, by=by)
    assert names_in(fresh.event, "league_1") == ["Anna", "Bruno", "Elena", "Fabio"]
    assert event_state.get_event_state(event).get_deadline("PA1-1") == "2099-04-14"


def test_play_offs_are_refused_before_both_divisions_have_ended() -> None:
    league = seasons.begun(terms=LeagueTerms(("Premier", "First"), length=5, playoff=True))

    with pytest.raises(Refusal) as excinfo:
        league_services.draw_playoffs(
            event=league.event, until=date(2099, 4, 14), by=seasons.director(league)
        )

    assert excinfo.value.code == "playoff_not_due"


def test_outsiders_are_refused() -> None:
    league, outsider = seasons.begun(), a_user()
    club, event = league.event.tournament.club, league.event
    ruling: dict[str, Any] = {"event": event, "pairing": "RA1-1", "by": outsider}
    actions = (
        lambda: league_services.open_league(
            club=club,
            name="X",
            terms=seasons.TWO,
            span=seasons.SPAN,
            roster=Roster("A\nB", (0,)),
            by=outsider,
        ),
        lambda: league_services.publish_season(event=event, by=outsider),
        lambda: league_services.start_next_season(league=league, by=outsider),
        lambda: league_services.place_entries(event=event, divisions={}, by=outsider),
        lambda: fixtures.extend_deadline(until=date(2099, 4, 1), **ruling),
        lambda: fixtures.award_walkover(winner=1, reason="x", **ruling),
        lambda: fixtures.record_double_loss(reason="x", **ruling),
        lambda: fixtures.void_fixture(reason="x", **ruling),
        lambda: league_services.draw_playoffs(event=event, until=date(2099, 4, 1), by=outsider),
    )

    for action in actions:
        with pytest.raises(Refusal) as excinfo:
            action()
        assert excinfo.value.code == "directors_only"


def test_a_season_passes_the_checker_and_a_missing_row_is_repaired() -> None:
    league = seasons.begun()
    by, event = seasons.director(league), league.event
    seasons.win(event, "Anna", "Bruno")
    fixtures.extend_deadline(
        event=event, pairing=seasons.named(event, "Carla", "Dario").label, until=date(2099, 5, 1), by=by
    )
    data = write_event_file(event)

    assert check_file(data) == []
    assert list(audit.find_disagreements(event)) == []
    LeagueSeason.objects.all().delete()
    assert [finding.code for finding in audit.find_disagreements(event)] == ["audit_league"]
    maintenance.repair_event(event=event, reason="doctor")
    assert list(audit.find_disagreements(event)) == []
    again = LeagueSeason.objects.get()
    assert (again.starts_on, again.ends_on) == (date(2026, 1, 1), date(2026, 3, 31))


def test_a_finished_season_with_play_offs_passes_the_checker() -> None:
    terms = LeagueTerms(
        ("Premier", "First"),
        length=5,
        playoff=True,
        scoring={"win": "3", "loss": "0", "close": "1", "within": "3", "clear": "1"},
    )
    league = seasons.begun(terms=terms)
    event, by = league.event, seasons.director(league)
    entries.withdraw(entry=event.entries.get(player__full_name="Hugo"), by=by)
    fixtures.void_fixture(
        event=event, pairing=seasons.named(event, "Anna", "Dario").label, by=by, reason="Illness"
    )
    seasons.play_in_order(event)
    league_services.draw_playoffs(event=event, until=date(2099, 4, 14), by=by)
    seasons.win(event, "Fabio", "Carla", loser_score=0)

    event.refresh_from_db()
    assert (check_file(write_event_file(event)), event.status) == ([], EventStatus.FINISHED)


def test_each_division_has_places_of_its_own() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)

    reached = league.event.entries.order_by("number").values_list("place_from", "place_to")
    assert list(reached) == [(place, place) for place in (*range(1, 5), *range(1, 5))]


def test_a_league_does_not_count_for_a_club_season() -> None:
    league = seasons.begun()
    club, by = league.event.tournament.club, seasons.director(league)
    night = club_evenings.a_night(club)
    options: dict[str, Any] = {
        "name": "2026",
        "starts_on": date(2026, 1, 1),
        "ends_on": date(2026, 12, 31),
        "rules": {},
    }
    season = open_season(club=club, by=by, **options)

    assert list(season_results.tournaments_between(club.pk, season.starts_on, season.ends_on)) == [
        night.tournament
    ]


def test_matches_are_titled_with_the_name_of_their_division() -> None:
    league = seasons.begun()
    titles = Match.objects.filter(pairing__event=league.event).values_list("title", flat=True)
    assert {title.partition(" · ")[0] for title in titles} == {"Premier", "First"}
