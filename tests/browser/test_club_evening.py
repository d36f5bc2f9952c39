"""A whole club tournament: the director at the desk and players with phones, with the number of clicks."""

import hashlib
import re
from collections.abc import Iterator
from datetime import date
from itertools import islice

import pytest

from matches.models import Match
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.desk_driver import at_tables, let_minutes_pass, send_results
from tests.browser.journeys import took
from tests.browser.page_addresses import path_of, table_of
from tests.browser.phones import PASSWORD, Phone
from tests.factory_recordings import replayed
from tournaments.models import Club, Event, Pairing, RatingChange
from tournaments.people.services import clubs
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS

NAMES = [
    *("Anna Rossi", "Bruno Ferrari", "Carla De Santis", "Dario Colombo", "Elena Ricci", "Fabio Marino"),
    *("Giulia Greco", "Hans Müller", "Ivana Petrović", "Jérôme Lefèvre", "Kasia Wiśniewska"),
    *("Luca Moretti", "Mara Bruno", "Nina Galli", "Ottavio Conti", "Paola Mancini"),
]
LENGTH = 3
# The number of matches reported by phones, and of those typed at the desk one by one.
BY_PHONE, BY_KEYS = 3, 5


@pytest.fixture
@replayed
def club() -> Club:
    """A club with a season that covers every day of this century."""
    director = factories.a_user("director", password=PASSWORD)
    club = clubs.create_club(name="Monday Club", by=director)
    rules = RULE_PRESETS["length-and-places"].to_data()
    days = (date(2000, 1, 1), date(2099, 12, 31))
    seasons.open_season(
        club=club, name="Season", starts_on=days[0], ends_on=days[1], rules=rules, by=director
    )
    return club


@pytest.fixture
def director(open_device: OpenDevice, club: Club) -> Phone:
    """The laptop of the director, signed in."""
    laptop = open_device(1280)
    laptop.sign_in()
    return laptop


def test_a_club_tournament_from_the_entries_to_the_standings(
    open_device: OpenDevice, club: Club, director: Phone
) -> None:
    commitment = start_and_draw(director)
    event = Event.objects.get()
    the_seed_matches_its_commitment(director, event, commitment)

    phones = open_device(), open_device()
    first_round = [match for match in at_tables(event) if match.title.startswith("Main")]
    assert len(first_round) == 8
    for match in first_round[:BY_PHONE]:
        phones_agree(phones, match)
    director.open(path_of(event, "desk/"))
    send_results(director, first_round[BY_PHONE:-1])
    a_dispute_is_ruled(phones, first_round[-1], director, event)
    players_have_moved_on(event)

    a_wrong_result_is_corrected(phones[0], first_round[0], director, event)
    the_rest_is_entered_by_table(director, event)
    the_club_shows_the_evening(director, club, event)


def start_and_draw(director: Phone) -> str:
    """Go from the home page to a published draw; return the commitment shown before it."""
    director.open("/")
    director.tap("Create tournament")
    director.page.get_by_label("Name").fill("Monday night")
    assert director.page.locator(".format .three-columns:first-of-type label").locator(
        "visible=true"
    ).all_inner_texts() == [
        "Match length",
        "Match length in the consolation, backdraw or groups",
    ]
    director.page.get_by_label("Match length", exact=True).fill(str(LENGTH))
    director.page.get_by_label("Match length in the consolation, backdraw or groups").fill(str(LENGTH))
    director.tap(director.page.get_by_role("button", name="Create tournament"))
    audit_page = director.page.get_by_role("link", name="Draw audit").get_attribute("href")
    answer = director.page.request.get(f"{director.address}{audit_page}").text()
    commitment = re.search(r"[0-9a-f]{64}", answer)[0]
    director.page.get_by_label("Names").fill("\n".join([*NAMES, "anna rossi"]))
    director.tap("Check the names")
    repeated = director.page.locator(".checked .repeated")
    assert repeated.locator("strong, .badge").all_inner_texts() == ["anna rossi", "twice in the list"]
    director.tap("Add 16 players")
    director.tap("Make the draw")
    director.tap("Publish the draw")
    director.page.get_by_text("Draw published; first matches called.").wait_for()
    assert director.taps == 6
    return commitment


def the_seed_matches_its_commitment(director: Phone, event: Event, commitment: str) -> None:
    """The seed shown after the draw matches the commitment shown before it."""
    director.open(path_of(event, "draw-audit/"))
    seed = director.page.locator("#seed").inner_text()
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert hashlib.sha256(seed.encode()).hexdigest() == commitment


def phones_agree(phones: tuple[Phone, Phone], match: Match) -> None:
    """White's phone reports a win, Black's confirms it."""
    phones[0].open(table_of(match))
    phones[0].report(match.white.name, 1)
    phones[0].page.get_by_text("Waiting for the other player").wait_for()
    assert phones[0].taps == 3
    phones[1].open(table_of(match))
    phones[1].tap("Confirm")
    phones[1].page.get_by_text("Final.").wait_for()
    assert phones[1].taps == 1


def a_dispute_is_ruled(phones: tuple[Phone, Phone], match: Match, director: Phone, event: Event) -> None:
    """Two phones report different scores; the desk accepts one of them."""
    phones[0].open(table_of(match))
    phones[0].report(match.white.name, 1)
    phones[0].page.get_by_text("Waiting for the other player").wait_for()
    phones[1].open(table_of(match))
    phones[1].tap("That's wrong")
    phones[1].report(match.black.name, 2, send="Send score")
    phones[1].page.get_by_text("The two reports disagree.").wait_for()
    assert phones[1].taps == 4

    director.open(path_of(event, "desk/"))
    assert director.page.locator(".reported-score b").all_inner_texts() == ["3–1", "2–3"]
    director.tap("Accept 3–1")
    director.page.get_by_text("Recorded:").wait_for()
    assert director.taps == 1
    match.refresh_from_db()
    assert (match.status, match.winner) == ("settled", "white")


def players_have_moved_on(event: Event) -> None:
    """Winners are called in the main bracket, losers in the consolation."""
    quarters = event.pairings.filter(label__startswith="M2-", match__status="called")
    consolation = event.pairings.filter(label__startswith="C1-", match__status="called")
    assert (quarters.count(), consolation.count()) == (4, 4)


def a_wrong_result_is_corrected(phone: Phone, match: Match, director: Phone, event: Event) -> None:
    """A wrong winner is corrected after the next match began: the preview lists the match, and it is
    changed."""
    following = Pairing.objects.get(event=event, match=match)
    later = Pairing.objects.get(event=event, flight="main", feeds__white__pairing=following.label).match
    assert later is not None
    phone.open(f"{table_of(later)}score/")
    phone.tap(later.black.name)
    phone.tap("Single game")
    phone.page.get_by_text("Game 2: who won?").wait_for()

    director.open(path_of(event, "desk/"))
    director.tap(director.page.get_by_label(f"Correct {match.white} – {match.black}"))
    director.tap("It was the other way round: 1–3")
    assert director.page.locator(".changes .started del").all_inner_texts() == [
        f"{later.white} – {later.black}"
    ]
    assert director.page.locator(".changes .started ins").all_inner_texts() == [
        f"{match.black} – {later.black}"
    ]
    director.tap("did play it: only the names change, nothing is played again")
    director.tap("Save correction")
    director.page.get_by_text("Result corrected").wait_for()
    assert director.taps == 4
    later.refresh_from_db()
    assert (later.white, later.black_score, later.status) == (match.black, 1, "running")


def the_rest_is_entered_by_table(director: Phone, event: Event) -> None:
    """Some results are typed with the keyboard alone, the others sent by the quick entry form."""
    box = director.page.get_by_label("Table and score")
    for match in islice(open_matches(event), BY_KEYS):
        let_minutes_pass(event)
        director.page.locator(f"#row-{match.code}").wait_for()
        director.page.locator("main").focus()
        took("J1b", director.type(f"{match.table.number if match.table else 0} {LENGTH}-0"))
        director.page.get_by_text(f"Recorded: {match.white} {LENGTH}–0 {match.black}").wait_for()
    assert box.input_value() == ""
    while others := at_tables(event):
        send_results(director, others)
    event.refresh_from_db()
    assert event.status == "finished"


def the_club_shows_the_evening(director: Phone, club: Club, event: Event) -> None:
    """Season standings and ratings contain the tournament without further input."""
    winner = Pairing.objects.get(event=event, label="M4-1").winner_entry
    assert winner is not None
    director.open(f"/clubs/{club.slug}/standings/")
    rows = director.page.locator("table.standings tbody tr")
    assert rows.count() == len(NAMES)
    assert winner.player.name in rows.first.inner_text()
    took("J8 season", director.taps)
    why = rows.first.locator(".explanation")
    director.tap(why.locator("summary"))
    took("J8", director.taps)
    assert "won against" in why.inner_text()
    director.open(f"/clubs/{club.slug}/")
    director.tap(director.page.get_by_role("link", name="Standings").first)
    with director.page.expect_download():
        director.tap("CSV")
    took("J8 csv", director.taps)

    played = Match.objects.filter(desk=event.tournament.desk, ending="played").count()
    assert RatingChange.objects.filter(replaced_in=None).count() == 2 * played
    director.open(f"/clubs/{club.slug}/ratings/")
    director.tap(winner.player.name)
    director.page.locator("#career svg").wait_for()
    director.open(path_of(event))
    assert director.page.locator("#now-name").inner_text() == f"Winner: {winner.player.name}"


def open_matches(event: Event) -> Iterator[Match]:
    """Yield one open match after another, until there is none."""
    while waiting := at_tables(event):
        yield waiting[0]
