"""The pages of leagues and ladders, used by directors and by players with badges."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import badges
from tests.factories import a_player, a_user
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.ladders.challenges import DAY
from tests.tournaments.ladders.test_services import a_ladder, accepted_match, challenge, order, player, settle
from tests.tournaments.leagues import league_seasons as seasons
from tournaments.importing.queries import exports
from tournaments.ladders import services as ladder_services
from tournaments.ladders.models import Ladder
from tournaments.ladders.queries import get_state as ladder_state
from tournaments.leagues import forms as league_forms
from tournaments.leagues.models import Arrangement, LeagueSeason, Reminder
from tournaments.models import Event, Membership
from tournaments.play.entrants.services import distinctions
from tournaments.play.event_journal.services import maintenance
from tournaments.play.events import event_state
from tournaments.seasons.services import open_season
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

OPENING = {
    "name": "Summer League",
    "divisions": "Premier 4\nFirst",
    "names": "\n".join(seasons.EIGHT),
    "placing": "listed",
    "starts_on": "2026-01-01",
    "ends_on": "2026-03-31",
    "pace": "rounds",
    "length": 5,
    "cycles": 1,
    "up": 1,
    "down": 1,
    "win": 3,
    "loss": 1,
    "clear": 0,
    "close": 1,
    "within": 2,
    "tie_1": "head_to_head",
    "tie_2": "difference",
    "tie_3": "",
    "policy": "both",
}


def signed_in(of: LeagueSeason | Ladder) -> Client:
    club = of.event.tournament.club if isinstance(of, LeagueSeason) else of.club
    client = Client()
    client.force_login(club_evenings.director_of(club))
    return client


def phone(event_or_club: object, name: str) -> Client:
    """A client with the badge of a player: of the desk of a league event, or of the club of a ladder."""
    if isinstance(event_or_club, Event):
        desk = event_or_club.tournament.desk
        holder = event_or_club.entries.get(player__full_name=name).player
    else:
        assert isinstance(event_or_club, Ladder)
        desk, holder = event_or_club.club.desk, player(event_or_club, name)
    client = Client()
    client.post("/b/", {"token": badges.issue_badge(desk=desk, player=holder, by=SYSTEM).token})
    return client


def at(league: LeagueSeason, page: str = "league/") -> str:
    evening = league.event.tournament
    return f"/clubs/{evening.club.slug}/{evening.slug}/{league.event.slug}/{page}"


def test_players_of_the_same_name_are_all_in_the_proposed_season() -> None:
    club = club_evenings.a_club()
    for name in ("Marco Rossi", "Marco Rossi", "Anna", "Bea"):
        Membership.objects.create(club=club, player=a_player(name))
    client = Client()
    client.force_login(club_evenings.director_of(club))
    path = f"/clubs/{club.slug}/leagues/new/"
    names = client.get(path).context["form"]["names"].value()
    opened = client.post(path, {**OPENING, "divisions": "Premier 4", "names": names})
    assert opened.status_code == 303
    entered = Event.objects.get(tournament__club=club).entries.values_list("player__full_name", flat=True)
    assert sorted(entered) == ["Anna", "Bea", "Marco Rossi", "Marco Rossi"]


@pytest.mark.parametrize("is_changed_meanwhile", [False, True])
def test_players_of_the_same_name_are_proposed_with_what_tells_them_apart(is_changed_meanwhile: bool) -> None:
    club = club_evenings.a_club()
    for distinction in ("junior", "Leeds", "York, UK"):
        player = a_player("Marco Rossi")
        Membership.objects.create(club=club, player=player, distinction=distinction)
    distinctions.update_distinctions_of_members(club=club)
    by_distinction = {row.distinction: row.player for row in Membership.objects.filter(player__isnull=False)}
    client = Client()
    client.force_login(club_evenings.director_of(club))
    path = f"/clubs/{club.slug}/leagues/new/"

    names = client.get(path).context["form"]["names"].value()

    assert names.splitlines() == [
        f"Marco Rossi (Leeds); person: {by_distinction['Leeds'].code}",
        f"Marco Rossi; person: {by_distinction['York, UK'].code}",
        f"Marco Rossi (junior); person: {by_distinction['junior'].code}",
    ]
    if is_changed_meanwhile:
        Membership.objects.filter(distinction="junior").update(distinction="the younger")
        distinctions.update_distinctions_of_members(club=club)
    opened = client.post(path, {**OPENING, "divisions": "Premier 3", "names": names})
    assert opened.status_code == 303
    entries = Event.objects.get(tournament__club=club).entries.order_by("number")
    expected = [by_distinction[distinction].pk for distinction in ("Leeds", "York, UK", "junior")]
    assert [entry.player_id for entry in entries] == expected


@pytest.mark.parametrize("name", ["Marco Rossi", "Carlo Verdi"])
def test_a_name_that_is_twice_in_the_list_of_a_season_is_refused(name: str) -> None:
    club = club_evenings.a_club()
    for _ in range(2):
        Membership.objects.create(club=club, player=a_player("Marco Rossi"))
    client = Client()
    client.force_login(club_evenings.director_of(club))
    listed = {**OPENING, "divisions": "Premier 4", "names": f"Anna\nBea\n{name}\n{name}"}
    answer = client.post(f"/clubs/{club.slug}/leagues/new/", listed)
    assert (answer.status_code, f"“{name}” is" in answer.content.decode()) == (409, True)
    assert not Event.objects.filter(tournament__club=club).exists()


def test_a_season_is_opened_begun_and_shown() -> None:
    club = club_evenings.a_club()
    client = Client()
    client.force_login(club_evenings.director_of(club))

    opened = client.post(f"/clubs/{club.slug}/leagues/new/", OPENING)
    league = LeagueSeason.objects.get()
    response = client.post(at(league, "desk/league/begin/"), {"version": league.event.version})
    public_page = Client().get(at(league))

    assert (opened.status_code, response.status_code, public_page.status_code) == (303, 303, 200)
    assert event_state.get_event_state(league.event).plan["league_1"].options["scoring"] == {
        "win": "3",
        "loss": "1",
        "clear": "0",
        "close": "1",
        "within": "2",
    }
    assert public_page.content.decode().count('class="row space-between"><span class="fixture-names">') == 0
    assert public_page.content.decode().count("fixture-names") == 12


def test_a_season_says_when_its_divisions_are_not_of_the_sizes_entered() -> None:
    club = club_evenings.a_club()
    client = Client()
    client.force_login(club_evenings.director_of(club))
    path = f"/clubs/{club.slug}/leagues/new/"
    empty = client.get(path).content.decode()
    names = "\n".join([*seasons.EIGHT, "Irene", "Luca", "Marta"])
    form = {**OPENING, "divisions": "Premier 5\nSecond 5", "names": names}
    opened = client.post(path, form, follow=True).content.decode()

    listed = client.get(path).content.decode()

    assert "The page of the members has no names yet. Enter the players." in empty
    assert "The names of the page of the members are listed (0 members, 11 others, not members)." in listed
    assert "The divisions have 10 places, but there are 11 players" in opened


def test_the_next_season_is_previewed_from_the_first_result_on() -> None:
    league = seasons.begun()
    desk = signed_in(league)
    nothing = "Nothing has been played yet."
    assert (nothing in desk.get(at(league, "desk/league/")).text) is True
    pairing = league.event.pairings.exclude(match=None).order_by("round", "position")[0]
    assert pairing.match is not None
    club_evenings.settle(pairing.match)
    assert (nothing in desk.get(at(league, "desk/league/")).text) is False


def test_an_invalid_form_is_rejected() -> None:
    club = club_evenings.a_club()
    client = Client()
    client.force_login(club_evenings.director_of(club))

    answers = [
        client.post(f"/clubs/{club.slug}/leagues/new/", {**OPENING, **wrong})
        for wrong in ({"divisions": ""}, {"ends_on": "2025-01-01"}, {"names": "Anna"}, {"length": 0})
    ]

    assert [answer.status_code for answer in answers] == [400, 409, 409, 400]
    assert LeagueSeason.objects.count() == 0


def test_the_desk_of_a_league_is_shown_to_its_directors_only() -> None:
    league = seasons.begun()
    outsider = Client()
    outsider.force_login(a_user())

    assert outsider.get(at(league, "desk/league/")).status_code == 404
    assert signed_in(league).get(at(league, "desk/league/")).status_code == 200


def test_entries_are_moved_to_another_division_on_the_page() -> None:
    league = seasons.a_season()
    where = {f"entry-{number}": 1 if number in (2, 3, 4, 5) else 2 for number in range(1, 9)}

    signed_in(league).post(at(league, "desk/league/place/"), where)

    assert sorted(event_state.get_event_state(league.event).stages["league_1"].members) == [2, 3, 4, 5]


def test_the_dates_of_a_season_are_changed_before_it_begins() -> None:
    league = seasons.a_season()
    form = {"starts_on": "2026-02-01", "ends_on": "2026-02-03", "pace": "rounds"}

    answer = signed_in(league).post(at(league, "desk/league/span/"), form)

    assert answer.status_code == 303
    assert event_state.get_event_state(league.event).deadlines["league_2", 1] == "2026-02-01"


def test_the_dates_of_a_season_that_somebody_changed_meanwhile_are_not_overwritten() -> None:
    league = seasons.a_season()
    client = signed_in(league)
    form = form_with(client.get(at(league, "desk/league/")).content.decode(), "Save dates")
    address = at(league, "desk/league/span/")

    first = client.post(address, {**form.data(), "ends_on": "2026-12-30"})
    second = client.post(address, {**form.data(), "starts_on": "2026-02-02"})
    again = form_with(second.content.decode(), "Save dates").data()

    assert (first.status_code, second.status_code, again["starts_on"]) == (303, 409, "2026-02-02")
    league.refresh_from_db()
    assert str(league.ends_on) == "2026-12-30"


DECISIONS: list[tuple[dict[str, object], Callable[[Event, str], object], object]] = [
    (
        {"verdict": "both"},
        lambda event, label: event_state.get_event_state(event).results[label].ending,
        "double_walkover",
    ),
    (
        {"verdict": "void"},
        lambda event, label: event_state.get_event_state(event).results[label].ending,
        "void",
    ),
    (
        {"verdict": "entry-1"},
        lambda event, label: event_state.get_event_state(event).results[label].winner_entry,
        1,
    ),
]


@pytest.mark.parametrize(("verdict", "read", "expected"), DECISIONS)
def test_an_unplayed_match_is_ruled_on_the_page(
    verdict: dict[str, object], read: Callable[[Event, str], object], expected: object
) -> None:
    league = seasons.begun()
    label = seasons.named(league.event, "Anna", "Bruno").label
    form = {"pairing": label, "reason": "Not played", **verdict}

    answer = signed_in(league).post(at(league, "desk/league/decide/"), form)

    assert (answer.status_code, read(league.event, label)) == (303, expected)


def test_the_proposed_reason_is_read_in_the_language_of_each_reader() -> None:
    league = seasons.begun()
    label = seasons.named(league.event, "Anna", "Bruno").label
    form = {"pairing": label, "reason": "Not played by the deadline", "verdict": "both"}
    signed_in(league).post(at(league, "desk/league/decide/"), form)
    shown = [Client(headers={"accept-language": one}).get(at(league, "journal/")) for one in ("en", "it")]
    assert ["Not played by the deadline" in page.content.decode() for page in shown] == [True, False]
    assert "Non giocato entro la scadenza" in shown[1].content.decode()


def test_deadlines_of_a_match_and_of_a_round_are_extended() -> None:
    league = seasons.begun()
    client, label = signed_in(league), seasons.named(league.event, "Anna", "Bruno").label

    client.post(at(league, "desk/league/extend/"), {"pairing": label, "until": "2099-01-01"})
    round_2 = {"flight": "league_2", "round": 2, "until": "2099-02-02"}
    client.post(at(league, "desk/league/round-deadline/"), round_2)

    dates = event_state.get_event_state(league.event).deadlines
    assert (dates[label, 0], dates["league_2", 2]) == ("2099-01-01", "2099-02-02")


def test_the_next_season_is_started_without_a_player() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    client = signed_in(league)
    page = client.get(at(league, "desk/league/")).content.decode()

    answer = client.post(at(league, "desk/league/next/"), {"entry-8": "0"})

    fresh = LeagueSeason.objects.get(previous=league)
    assert ("Start next season" in page, answer.status_code) == (True, 303)
    assert fresh.event.entries.count() == 7
    assert client.get(at(fresh, "desk/league/")).status_code == 200


def test_the_next_season_is_not_started_from_a_table_that_has_changed() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    client = signed_in(league)
    form = form_with(client.get(at(league, "desk/league/")).content.decode(), "Start next season")
    correct_result(league.event)

    refused = client.post(at(league, "desk/league/next/"), form.data())
    again = form_with(refused.content.decode(), "Start next season").data()

    assert (refused.status_code, LeagueSeason.objects.filter(previous=league).exists()) == (409, False)
    assert client.post(at(league, "desk/league/next/"), again).status_code == 303


def correct_result(event: Event) -> None:
    """Turn the result of the match between the first two players."""
    match = seasons.match_of(event, "Anna", "Bruno")
    club_evenings.settle(match, "black" if match.winner == "white" else "white")


def test_a_member_is_not_moved_on_a_ladder_that_has_changed() -> None:
    ladder = a_ladder()
    client = signed_in(ladder)
    page = f"/clubs/{ladder.club.slug}/ladders/{ladder.slug}/"
    shown = form_with(client.get(page).content.decode(), "Move")
    form = {**shown.data(), "reason": "Back from abroad"}
    member = str(ladder_state(ladder).order[-1])

    moved = client.post(shown.action, {**form, "member": member, "place": "1"})
    refused = client.post(shown.action, {**form, "key": "other", "member": member, "place": "2"})
    again = form_with(refused.content.decode(), "Move").data()
    repeated = client.post(shown.action, again)

    assert (moved.status_code, refused.status_code, repeated.status_code) == (303, 412, 303)
    assert (again["member"], again["place"], again["reason"]) == (member, "2", "Back from abroad")


def test_players_arrange_their_match_by_badge() -> None:
    league = seasons.begun()
    event, club = league.event, league.event.tournament.club
    anna, bruno, carla = (phone(event, name) for name in ("Anna", "Bruno", "Carla"))
    match = seasons.match_of(event, "Anna", "Bruno")
    address = f"/clubs/{club.slug}/mine/"
    when = {"match": match.code, "play_at": "2030-01-22T20:00", "note": "At the club?"}

    proposed = anna.post(f"{address}propose/", when)
    foreign = carla.post(f"{address}propose/", when)
    proposal = Arrangement.objects.get()
    agreed_alone = anna.post(f"{address}agree/", {"match": match.code, "arrangement": proposal.pk})
    agreed_on = bruno.post(f"{address}agree/", {"match": match.code, "arrangement": proposal.pk})

    assert [answer.status_code for answer in (proposed, foreign, agreed_alone, agreed_on)] == [
        303,
        403,
        409,
        303,
    ]
    assert Arrangement.objects.get().agreed_at is not None
    assert anna.get(address).content.decode().count("Agreed:") == 1


def test_a_time_after_the_deadline_of_a_match_is_pointed_out(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-01-10T12:00Z", tick=False)
    league = seasons.begun()
    event, club = league.event, league.event.tournament.club
    anna, match = phone(event, "Anna"), seasons.match_of(event, "Anna", "Bruno")
    address = f"/clubs/{club.slug}/mine/propose/"

    in_time = anna.post(address, {"match": match.code, "play_at": "2026-01-20T20:00"}, follow=True).text
    late = anna.post(address, {"match": match.code, "play_at": "2030-01-20T20:00"}, follow=True).text

    sentence = "The time is after the deadline of the match"
    assert (sentence in in_time, sentence in late) == (False, True)


def test_a_time_that_has_passed_is_refused(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-01-10T12:00Z", tick=False)
    league = seasons.begun()
    anna, match = phone(league.event, "Anna"), seasons.match_of(league.event, "Anna", "Bruno")
    address = f"/clubs/{league.event.tournament.club.slug}/mine/propose/"

    answer = anna.post(address, {"match": match.code, "play_at": "2026-01-09T20:00"})

    assert (answer.status_code, Arrangement.objects.count()) == (409, 0)
    assert "9 January 2026, 20:00 has passed" in answer.text


def test_the_desk_lists_the_agreed_times(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-01-02T12:00Z", tick=False)
    league = seasons.begun()
    event = league.event
    match = seasons.match_of(event, "Anna", "Bruno")
    address = f"/clubs/{event.tournament.club.slug}/mine/"
    desk = at(league, "desk/league/")
    assert "Agreed times" not in signed_in(league).get(desk).text
    phone(event, "Anna").post(f"{address}propose/", {"match": match.code, "play_at": "2026-01-03T20:00"})
    proposal = Arrangement.objects.get()
    phone(event, "Bruno").post(f"{address}agree/", {"match": match.code, "arrangement": proposal.pk})

    section = signed_in(league).get(desk).text.partition('id="agreed"')[2].partition("</section>")[0]
    assert (section.count("<li"), "3 Jan, 20:00" in section, match.code in section) == (1, True, True)


def test_the_desk_of_a_league_offers_no_tables_and_no_breaks() -> None:
    league = seasons.begun()

    page = signed_in(league).get(at(league, "desk/")).text

    assert ("Walk-over, unfinished match, penalty points" in page, 'id="begin-break"' in page) == (
        True,
        False,
    )
    assert 'placeholder="ro 7-3"' in page


def test_players_report_and_confirm_a_league_match_by_badge() -> None:
    league = seasons.begun()
    event = league.event
    anna, bruno = phone(event, "Anna"), phone(event, "Bruno")
    match = seasons.match_of(event, "Anna", "Bruno")
    side = "white" if match.white.full_name == "Anna" else "black"

    page = anna.get(f"/clubs/{event.tournament.club.slug}/mine/").content.decode()
    reported = anna.post(f"/m/{match.code}/report/", {"winner": side, "points": 2, "key": "one"})
    confirmed = bruno.post(f"/m/{match.code}/confirm/", {"report": match.reports.get().number})

    assert f"/m/{match.code}/report/" in page
    assert (reported.status_code, confirmed.status_code) == (302, 302)
    result = event_state.get_event_state(event).results[seasons.named(event, "Anna", "Bruno").label]
    assert result.winner_entry == event.entries.get(player__full_name="Anna").number


def test_the_page_of_own_matches_is_shown_without_a_badge() -> None:
    club = club_evenings.a_club()

    assert Client().get(f"/clubs/{club.slug}/mine/").status_code == 200


@pytest.mark.second_stage
def test_the_queries_of_a_league_page_do_not_depend_on_its_size() -> None:
    few = seasons.begun(names=seasons.EIGHT[:4], sizes=(2, 0))
    many = seasons.begun(names=tuple(f"Player {number}" for number in range(20)), sizes=(10, 0))

    counts = []
    for league in (few, many):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert Client().get(at(league)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_the_queries_of_a_ladder_do_not_depend_on_its_challenges() -> None:
    ladder = a_ladder()
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"
    with CaptureQueriesContext(connection) as before:
        Client().get(page)
    settle(accepted_match(ladder, "Dario", "Bruno"), "white")
    challenge(ladder, "Elena", "Carla")

    with CaptureQueriesContext(connection) as after:
        assert Client().get(page).status_code == 200

    assert len(after) == len(before)


def test_a_ladder_is_opened_with_all_members() -> None:
    club = club_evenings.a_club()
    club_evenings.a_night(club)
    client = Client()
    client.force_login(club_evenings.director_of(club))
    response = client.get(f"/clubs/{club.slug}/ladders/new/")
    form = {name: field.initial for name, field in response.context["form"].fields.items()}
    form |= response.context["form"].initial

    answer = client.post(f"/clubs/{club.slug}/ladders/new/", form)

    assert answer.status_code == 303
    assert sorted(order(Ladder.objects.get())) == ["Anna", "Bruno", "Carla", "Dario"]


def test_players_challenge_and_accept_by_badge() -> None:
    ladder = a_ladder()
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"
    dario, anna = phone(ladder, "Dario"), phone(ladder, "Anna")

    challenged = dario.post(f"{page}challenge/", {"challenger": 4, "holder": 1})
    foreign = dario.post(f"{page}answer/", {"challenge": 1, "answer": "accept"})
    accepted = anna.post(f"{page}answer/", {"challenge": 1, "answer": "accept"})

    assert [answer.status_code for answer in (challenged, foreign, accepted)] == [303, 403, 303]
    assert ladder.challenges.get().match is not None


def test_the_place_of_a_ladder_member_is_explained() -> None:
    ladder = a_ladder()
    settle(accepted_match(ladder, "Dario", "Anna"), "white")
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"

    text = Client().get(page, {"why": player(ladder, "Anna").code}).content.decode()

    assert "Why Anna is number 2" in text
    assert "moved down from 1 to 2: overtaken by Dario" in text


ACTIONS = [
    ("take-off", {"member": 1}, ["Bruno", "Carla", "Dario", "Elena"]),
    ("move", {"member": 5, "place": 1, "reason": "Agreed"}, ["Elena", "Anna", "Bruno", "Carla", "Dario"]),
    ("undo", {"seq": 6}, ["Anna", "Bruno", "Carla", "Dario"]),
]


@pytest.mark.parametrize(("action", "data", "expected"), ACTIONS)
def test_the_desk_removes_and_moves_members_and_undoes(
    action: str, data: dict[str, object], expected: list[str]
) -> None:
    ladder = a_ladder()

    answer = signed_in(ladder).post(f"/clubs/{ladder.club.slug}/ladders/ladder/desk/{action}/", data)

    assert (answer.status_code, order(ladder)) == (303, expected)


def test_the_page_says_what_undoing_a_line_changes_before_it_is_undone() -> None:
    ladder = a_ladder()
    by = club_evenings.director_of(ladder.club)
    ladder_services.move_member(ladder=ladder, member=5, place=3, today=DAY, by=by, reason="A mistake")
    client, lines = signed_in(ladder), ladder.lines.count()
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"

    text = client.get(page, {"undo": lines}).content.decode()
    panel = re.findall(r'aria-labelledby="undo".*?</section>', text, re.DOTALL)[0]

    assert re.findall(r"<li>\s*([^<]*?)\s*</li>", panel) == ["Elena: 3 → 5", "Carla: 4 → 3", "Dario: 5 → 4"]
    assert f'<input type="hidden" name="seq" value="{lines}">' in panel
    assert ladder.lines.count() == lines
    blocked = client.get(page, {"undo": 1}).content.decode()
    assert ('aria-labelledby="undo"' in blocked, 'class="refusal"' in blocked) == (False, True)
    assert client.get(page, {"undo": "9999999999999"}).status_code == 200


def test_a_result_in_the_history_of_a_ladder_leads_to_its_match() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")
    settle(match, "white")

    text = signed_in(ladder).get(f"/clubs/{ladder.club.slug}/ladders/ladder/").content.decode()
    player_page = Client().get(f"/p/{player(ladder, 'Dario').code}/")

    assert re.findall(r'href="([^"]*)">Correct or undo at the match', text) == [f"/m/{match.code}/"]
    assert (player_page.context["won"], player_page.context["lost"]) == (1, 0)


def test_the_rules_of_a_ladder_are_changed_on_the_page() -> None:
    ladder = a_ladder()
    client = signed_in(ladder)
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"
    form = client.get(page).context["rules_form"]
    data = {f"rules-{name}": value for name, value in form.initial.items()} | {"rules-reach": 1}

    answer = client.post(f"{page}desk/rules/", data)

    assert answer.status_code == 303
    assert client.get(page).context["rules"].reach == 1


def test_invalid_forms_and_unknown_actions_are_rejected() -> None:
    ladder, league = a_ladder(), seasons.begun()
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"
    matches_address = f"/clubs/{ladder.club.slug}/mine/"
    director, league_director = signed_in(ladder), signed_in(league)

    assert director.post(f"{page}challenge/", {"challenger": "x"}).status_code == 400
    assert director.post(f"{page}desk/fly/", {}).status_code == 404
    assert director.post(f"{page}badge/", {}).status_code == 400
    assert director.post(f"{matches_address}propose/", {}).status_code == 404
    assert director.post(f"{matches_address}fly/", {}).status_code == 404
    assert league_director.post(at(league, "desk/league/decide/"), {}).status_code == 400
    assert league_director.post(at(league, "desk/league/extend/"), {"until": "2026-12-01"}).status_code == 400
    assert league_director.post(at(league, "desk/league/fly/"), {}).status_code == 404


def test_a_badge_of_the_club_is_shown_once() -> None:
    ladder = a_ladder()
    page = f"/clubs/{ladder.club.slug}/ladders/ladder/"

    answer = signed_in(ladder).post(f"{page}badge/", {"player": player(ladder, "Anna").code})

    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")


def test_tables_are_exported_as_csv() -> None:
    league, ladder = seasons.begun(), a_ladder()

    first = Client().get(at(league, "league/1.csv"))
    rungs = Client().get(f"/clubs/{ladder.club.slug}/ladders/ladder/ladder.csv")

    assert (first.status_code, Client().get(at(league, "league/9.csv")).status_code) == (200, 404)
    assert rungs.content.decode("utf-8-sig").splitlines()[:2] == [
        "Place,Name,Last match,Protected until",
        "1,Anna,2026-11-01,",
    ]


def test_an_event_of_another_format_has_no_league_page() -> None:
    night = club_evenings.a_night(club_evenings.a_club())

    page = f"/clubs/{night.tournament.club.slug}/{night.tournament.slug}/{night.slug}/league/"

    assert Client().get(page).status_code == 404


def test_the_desk_shows_messages_and_reminders() -> None:
    league = seasons.begun()
    anna = phone(league.event, "Anna")
    match = seasons.match_of(league.event, "Anna", "Bruno")
    anna.post(
        f"/clubs/{league.event.tournament.club.slug}/mine/propose/", {"match": match.code, "note": "Now?"}
    )
    maintenance.check_deadlines(today=date(2026, 6, 1))
    Reminder.objects.update(notified_at=timezone.now() - timedelta(days=1))

    page = signed_in(league).get(at(league, "desk/league/")).content.decode()

    assert "Anna sent a message once" in page
    assert "Nothing heard from Bruno." in page
    assert page.count("Both were reminded once.") == 12


def test_pages_of_a_league_use_the_names_of_its_divisions() -> None:
    league = seasons.begun()
    path = f"/clubs/{league.event.tournament.club.slug}/{league.event.tournament.slug}/{league.event.slug}/"
    client = signed_in(league)

    assert ">Crosstable</a>" in client.get(path).content.decode().replace("\n", "")
    assert [sheet.name for sheet in exports.standings_sheets(league.event)] == ["Premier", "First"]
    journal = client.get(f"{path}journal/").content.decode()
    assert ("Premier" in journal, "League A" in journal) == (True, False)


def test_a_league_shows_nobody_in_play_or_promoted_before_the_first_result() -> None:
    league = seasons.begun()
    path = f"/clubs/{league.event.tournament.club.slug}/{league.event.tournament.slug}/{league.event.slug}/"
    overview, season = (Client().get(path + page).content.decode() for page in ("", "league/"))

    assert ("No matches in progress." in overview, 'class="table-card' in overview) == (True, False)
    assert '<span class="trend' not in season.partition("</main>")[0]
    home = Client().get("/").content.decode()
    assert ("League" in home, "in play" in home.partition('<ul class="event-cards')[2]) == (True, False)
    match = Match.objects.filter(pairing__event=league.event).earliest("pk")
    page = Client().get(f"/m/{match.code}/").content.decode()
    assert (page.count("To be played"), page.count(">Called<")) == (1, 0)


def test_the_proposed_names_of_divisions_are_translated_on_every_page() -> None:
    terms = replace(seasons.TWO, divisions=("First division", "Red"))
    league = seasons.begun(terms=terms)
    path = f"/clubs/{league.event.tournament.club.slug}/{league.event.tournament.slug}/{league.event.slug}/"
    for page in ("", "league/", "bracket/", "standings/", "journal/"):
        text = signed_in(league).get(path + page, headers={"accept-language": "it"}).content.decode()
        assert ("Prima divisione" in text, "First division" in text, "Red" in text) == (True, False, True), (
            page
        )


def test_pages_say_that_a_league_does_not_count_in_a_season() -> None:
    league = seasons.begun()
    club = league.event.tournament.club
    open_season(
        club=club,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["length"].to_data(),
        by=seasons.director(league),
    )
    seasons.play_in_order(league.event)
    client = signed_in(league)
    standings = client.get(f"/clubs/{club.slug}/standings/").content.decode()
    settings = client.get(f"/clubs/{club.slug}/{league.event.tournament.slug}/settings/").content.decode()
    assert "Leagues and ladders have tables of their own and do not count here." in standings
    assert "A league has tables of its own and does not count in a season." in settings
    assert "Results count in the season" not in settings


@pytest.mark.parametrize(
    ("chosen", "stored"),
    [
        (("head_to_head", "difference", ""), ("score", "head_to_head", "difference", "head_to_head_again")),
        (
            ("head_to_head", "difference", "lots"),
            ("score", "head_to_head", "difference", "head_to_head_again", "lots"),
        ),
        (("head_to_head", "lots", ""), ("score", "head_to_head", "lots")),
        (("difference", "head_to_head", ""), ("score", "difference", "head_to_head")),
        (("wins", "", ""), ("score", "wins")),
    ],
)
def test_head_to_head_is_applied_once_more_before_chance(
    chosen: tuple[str, str, str], stored: tuple[str, ...]
) -> None:
    assert ("score", *league_forms.add_last_comparison(*chosen)) == stored
