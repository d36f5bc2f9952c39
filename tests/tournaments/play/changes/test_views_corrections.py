"""The correction form: a preview changes nothing, and the correction makes the previewed changes."""

import html
import re

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle, rulings
from tests.factory_recordings import replayed
from tests.page_forms import read_forms
from tests.tournaments import club_evenings
from tests.tournaments.play.changes.test_result_corrections import a_group_and_its_final, match_of_the_two
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.models import Event
from tournaments.play.brackets import pairing_sheets
from tournaments.play.brackets.brackets import get_brackets
from tournaments.play.entries.services import entries
from tournaments.printing.views import event_sheets
from tournaments.reports.queries import event_report, report_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def event() -> Event:
    """Eight players; the first two matches are settled and their winners play one another."""
    event = club_evenings.a_night(club_evenings.a_club(), names(8))
    club_evenings.settle(club_evenings.match_at(event, "M1-1"), "white", loser_score=3)
    club_evenings.settle(club_evenings.match_at(event, "M1-2"), "white", loser_score=2)
    lifecycle.start_match(match=club_evenings.match_at(event, "M2-1"), by=SYSTEM)
    return event


def correction_path(event: Event, match: Match) -> str:
    return path_of(event, f"desk/correct/{match.code}/")


def test_the_preview_lists_changes_and_changes_nothing(desk: Client, event: Event) -> None:
    match, later = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M2-1")
    lines = event.journal.count()

    page = desk.get(correction_path(event, match), {"white_score": 3, "black_score": 5}).content.decode()

    assert f"<del>{later.white} – {later.black}</del>" in page
    assert f"<ins>{match.black} – {later.black}</ins>" in page
    assert re.findall(r'name="choice-M2-1" value="([a-z]+)">', page) == ["rename", "replay"]
    assert event.journal.count() == lines


@pytest.mark.parametrize(("choice", "is_same"), [("rename", True), ("replay", False)])
def test_the_later_match_is_renamed_or_replayed_as_chosen(
    desk: Client, event: Event, choice: str, is_same: bool
) -> None:
    match, later = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M2-1")
    form = {"white_score": 3, "black_score": 5, "choice-M2-1": choice, "key": "k"}

    answer = desk.post(correction_path(event, match), form)

    now = club_evenings.match_at(event, "M2-1")
    match.refresh_from_db()
    assert (answer.status_code, match.winner) == (303, "black")
    assert (now.white, now.code == later.code) == (match.black, is_same)


@pytest.fixture
@replayed
def event_with_semi_final(event: Event) -> Event:
    """The event with M2-1 settled too, so that its winner waits in the final."""
    club_evenings.settle(club_evenings.match_at(event, "M2-1"), "white", loser_score=1)
    return event


def test_each_choice_for_a_settled_match_is_described(desk: Client, event_with_semi_final: Event) -> None:
    match, later = (
        club_evenings.match_at(event_with_semi_final, "M1-1"),
        club_evenings.match_at(event_with_semi_final, "M2-1"),
    )

    page = desk.get(
        correction_path(event_with_semi_final, match), {"white_score": 3, "black_score": 5}
    ).content.decode()

    texts = re.findall(r'name="choice-M2-1" value="([a-z:]+)"[^>]*>\s*<span>([^<]*)</span>', page)
    assert texts == [
        (
            "rename",
            f"{match.black} and {later.black} did play it: only the names change, nothing is played again",
        ),
        (
            "replay",
            f"The wrong players played: {match.black} and {later.black} now play this match from the start",
        ),
        ("void", "Void match: it stays on record but does not count; nothing is played again"),
        ("rule:white", f"No new match: {match.black} advances; nothing is played again"),
        ("rule:black", f"No new match: {later.black} advances; nothing is played again"),
    ]


def test_without_a_choice_nothing_is_written_and_the_reason_stays(
    desk: Client, event_with_semi_final: Event
) -> None:
    """The risky choice is not made for the director, though the places of the event do not change."""
    match = club_evenings.match_at(event_with_semi_final, "M1-1")
    lines = event_with_semi_final.journal.count()
    form = {"white_score": 3, "black_score": 5, "key": "k", "reason": "typo"}

    answer = desk.post(correction_path(event_with_semi_final, match), form)

    page = answer.content.decode()
    assert (answer.status_code, event_with_semi_final.journal.count()) == (409, lines)
    assert 'name="reason" maxlength="300" value="typo"' in page
    assert re.findall(r'name="choice-M2-1" value="([a-z:]+)" checked', page) == []


def test_a_match_in_play_can_only_be_renamed_or_replayed(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")

    page = desk.get(correction_path(event, match), {"white_score": 3, "black_score": 5}).content.decode()

    assert re.findall(r'name="choice-M2-1" value="([a-z:]+)"', page) == ["rename", "replay"]


@pytest.mark.parametrize(
    ("choice", "decided", "goes_on"),
    [("void", "ruling", None), ("rule:white", "ruling", "M1-1"), ("rule:black", "ruling", "M1-2")],
)
def test_the_director_voids_a_match_or_rules_who_advances(
    desk: Client, event_with_semi_final: Event, choice: str, decided: str, goes_on: str | None
) -> None:
    match, later = (
        club_evenings.match_at(event_with_semi_final, "M1-1"),
        club_evenings.match_at(event_with_semi_final, "M2-1"),
    )
    people = {"M1-1": match.black_id, "M1-2": later.black_id, None: None}
    form = {"white_score": 3, "black_score": 5, "choice-M2-1": choice, "key": "k"}

    answer = desk.post(correction_path(event_with_semi_final, match), form)

    pairing, final = (event_with_semi_final.pairings.get(label=label) for label in ("M2-1", "M3-1"))
    assert (answer.status_code, pairing.decided) == (303, decided)
    assert (final.white_entry.player_id if final.white_entry else None) == people[goes_on]


def test_a_match_decided_by_ruling_is_listed_alike_and_without_a_score(
    desk: Client, event_with_semi_final: Event
) -> None:
    """Page, bracket, files, report and printout name who advances; the score was of other players."""
    event = event_with_semi_final
    match, later = (club_evenings.match_at(event, label) for label in ("M1-1", "M1-2"))
    form = {"white_score": 3, "black_score": 5, "choice-M2-1": "rule:black", "key": "k"}
    assert desk.post(correction_path(event, match), form).status_code == 303

    winner, loser = later.white.name, match.black.name
    sheet = pairing_sheets.result_sheet(event)
    assert [row for row in sheet.rows if row[0] == "M2-1"] == [
        ["M2-1", "Main", 2, loser, winner, None, None, winner, "Ruled by the desk"]
    ]
    shown_brackets = get_brackets(event)
    rows = [row for block in event_sheets.results_blocks(shown_brackets) for row in block.rows]
    assert (winner, "", loser, "Ruled by the desk") in rows
    tables = report_tables.get_tables(event_report.get_event_report(event))
    assert (loser, "", winner, f"Ruled by the desk (winner: {winner})") in [
        row for table in tables for row in table.rows
    ]
    results = desk.get(path_of(event, "results/")).text
    item = next(part for part in results.split("<li>") if "Ruled by the desk" in part)
    assert [text in item for text in (winner, loser, '<b class="numeral">–</b>')] == [True] * 3
    assert '<span class="ending">Ruling</span>' in desk.get(path_of(event, "bracket/")).text


def test_a_match_decided_by_a_withdrawal_is_listed_alike(event: Event) -> None:
    entry = event.pairings.get(label="M1-3").white_entry
    assert entry is not None
    entries.withdraw(entry=entry, by=club_evenings.director_of(event.tournament.club), key="gone")
    opponent = event.pairings.get(label="M1-3").black_entry
    assert opponent is not None
    event.refresh_from_db()
    loser, winner = entry.player.name, opponent.player.name
    rows = [row for row in pairing_sheets.result_sheet(event).rows if row[0] == "M1-3"]
    assert rows == [["M1-3", "Main", 1, loser, winner, None, None, winner, "Walk-over"]]
    printed_rows = [row for block in event_sheets.results_blocks(get_brackets(event)) for row in block.rows]
    assert (winner, "", loser, "Walk-over") in printed_rows


def test_a_double_no_show_is_printed_without_a_winner(event: Event) -> None:
    match = club_evenings.match_at(event, "M1-3")
    rulings.walk_over(match=match, winner=None, by=club_evenings.director_of(event.tournament.club))
    blocks = event_sheets.results_blocks(get_brackets(event))
    names_of_both = f"{match.white.name} – {match.black.name}"
    assert ("no winner", "", names_of_both, "Double no-show") in [
        row for block in blocks for row in block.rows
    ]


def test_a_choice_that_affects_further_matches_is_previewed_first(
    desk: Client, event_with_semi_final: Event
) -> None:
    match = club_evenings.match_at(event_with_semi_final, "M1-1")
    data = {"white_score": 3, "black_score": 5}
    page = desk.get(correction_path(event_with_semi_final, match), data).content.decode()
    reach = html.unescape(str(re.findall(r'name="reach" value="([^"]*)"', page)[0]))
    lines = event_with_semi_final.journal.count()

    response = desk.post(
        correction_path(event_with_semi_final, match),
        {**data, "reach": reach, "choice-M2-1": "replay", "key": "k", "reason": "typo"},
    )

    page_after = response.content.decode()
    reach = html.unescape(str(re.findall(r'name="reach" value="([^"]*)"', page_after)[0]))
    assert (response.status_code, event_with_semi_final.journal.count()) == (409, lines)
    assert 'name="choice-M2-1" value="replay" checked' in page_after
    assert 'value="typo"' in page_after
    answer = desk.post(
        correction_path(event_with_semi_final, match),
        {**data, "reach": reach, "choice-M2-1": "replay", "key": "k"},
    )
    assert answer.status_code == 303


def test_a_preview_with_other_choices_changes_nothing(desk: Client, event_with_semi_final: Event) -> None:
    match = club_evenings.match_at(event_with_semi_final, "M1-1")
    lines = event_with_semi_final.journal.count()
    form = {"white_score": 3, "black_score": 5, "choice-M2-1": "void", "look": "1", "key": "k"}

    page = desk.post(correction_path(event_with_semi_final, match), form)

    assert (page.status_code, event_with_semi_final.journal.count()) == (200, lines)
    assert 'name="choice-M2-1" value="void" checked' in page.content.decode()


def test_a_missing_choice_is_refused_and_changes_nothing(desk: Client, event: Event) -> None:
    match, later = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M2-1")

    answer = desk.post(correction_path(event, match), {"white_score": 3, "black_score": 5, "key": "k"})

    match.refresh_from_db()
    assert (answer.status_code, match.winner, club_evenings.match_at(event, "M2-1").white) == (
        409,
        "white",
        later.white,
    )


def test_the_refusal_names_the_matches_for_which_nothing_is_chosen(desk: Client, event: Event) -> None:
    match, later = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M2-1")

    answer = desk.post(correction_path(event, match), {"white_score": 3, "black_score": 5, "key": "k"})

    text = " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())
    players = f"{later.white.name} – {later.black.name}"
    assert f"Choose what happens to the marked matches: Main · Semi-final, {players}. " in text
    assert re.findall(r'<p class="error" id="([\w-]+)">\s*([^<]+)</p>', answer.text) == [
        ("unanswered-M2-1", "Choose what happens to this match.")
    ]


def test_an_impossible_result_is_refused_with_its_rule(desk: Client, event: Event) -> None:
    answer = desk.get(
        correction_path(event, club_evenings.match_at(event, "M1-1")), {"white_score": 5, "black_score": 5}
    )

    assert answer.status_code == 409
    assert 'href="/laws/match.' in answer.content.decode()


def test_sending_the_same_correction_twice_corrects_once(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    form = {"white_score": 5, "black_score": 1, "key": "once"}

    statuses = [desk.post(correction_path(event, match), form).status_code for _ in range(2)]

    assert (statuses, event.journal.filter(kind="corrected").count()) == ([303, 303], 1)


def test_only_directors_may_open_the_correction_form(client: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    client.force_login(club_evenings.director_of(club_evenings.a_club()))

    assert client.get(correction_path(event, match)).status_code == 404


def test_a_pairing_decided_by_ruling_offers_every_choice(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(4))
    client.force_login(club_evenings.director_of(event.tournament.club))
    for label in ("M1-1", "M1-2", "M2-1"):
        club_evenings.settle(club_evenings.match_at(event, label), "white", loser_score=1)
    match = club_evenings.match_at(event, "M1-1")
    form = {"white_score": 3, "black_score": 5, "choice-M2-1": "rule:white", "key": "k"}
    assert client.post(correction_path(event, match), form).status_code == 303

    page = client.get(correction_path(event, match), {"white_score": 5, "black_score": 3}).content.decode()

    assert "Decided by ruling; not played." in page
    assert re.findall(r'name="choice-M2-1" value="([a-z:]+)"', page) == [
        "rename",
        "replay",
        "void",
        "rule:white",
        "rule:black",
    ]
    again = {"white_score": 5, "black_score": 3, "choice-M2-1": "replay", "key": "again"}
    assert client.post(correction_path(event, match), again).status_code == 303
    match.refresh_from_db()
    assert club_evenings.match_at(event, "M2-1").white == match.white


def test_players_who_change_sides_need_no_choices(client: Client) -> None:
    event = a_group_and_its_final()
    client.force_login(club_evenings.director_of(event.tournament.club))
    club_evenings.settle(club_evenings.match_at(event, "M1-1"), "white")
    match = match_of_the_two(event)
    score = {"white_score": match.black_score, "black_score": match.white_score}

    page = client.get(correction_path(event, match), score).content.decode()

    assert "Same players, sides swapped. The result is kept." in html.unescape(page)
    assert "choice-M1-1" not in page


def test_the_page_of_a_match_without_a_result_says_so(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-3")
    page = " ".join(desk.get(correction_path(event, match)).content.decode().split())
    assert "has no result now." in page
    assert "is the current result." not in page


def checked_choices(page: str) -> list[str]:
    """The choices that the page has preselected."""
    return re.findall(r'name="choice-[^"]*" value="([a-z:]+)"[^>]* checked', page)


def test_nothing_is_preselected_where_the_winner_of_the_event_would_change(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(4))
    client.force_login(club_evenings.director_of(event.tournament.club))
    for label in ("M1-1", "M1-2", "M2-1"):
        club_evenings.settle(club_evenings.match_at(event, label), "white", loser_score=1)
    match, lines = club_evenings.match_at(event, "M1-1"), event.journal.count()
    data = {"white_score": 3, "black_score": 5}

    page = client.get(correction_path(event, match), data).content.decode()

    assert checked_choices(page) == []
    assert re.search(r'required\s+name="choice-M2-1" value="rename"', page) is not None
    assert "Choose what happens to each match below." in page
    form = next(form for form in read_forms(page) if "reach" in form.data())
    untouched = client.post(correction_path(event, match), form.data())
    assert (untouched.status_code, event.journal.count()) == (409, lines)
    page = client.get(correction_path(event, match), {**data, "choice-M2-1": "rename"}).content.decode()
    assert checked_choices(page) == ["rename"]
    form = next(form for form in read_forms(page) if "reach" in form.data())
    assert client.post(correction_path(event, match), form.data()).status_code == 303


def test_nothing_is_preselected_where_other_players_would_qualify(client: Client) -> None:
    event = a_group_and_its_final()
    client.force_login(club_evenings.director_of(event.tournament.club))
    club_evenings.settle(club_evenings.match_at(event, "M1-1"), "white", loser_score=1)
    both = {"white_entry__number__in": (2, 3), "black_entry__number__in": (2, 3)}
    match = event.pairings.get(flight__startswith="group", **both).match
    assert match is not None
    data = {"white_score": match.black_score, "black_score": match.white_score}

    page = client.get(correction_path(event, match), data).content.decode()

    assert 'name="choice-M1-1"' in page
    assert checked_choices(page) == []


def test_a_change_by_somebody_else_is_not_called_the_effect_of_a_choice(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    page = desk.get(correction_path(event, match), {"white_score": 3, "black_score": 5}).content.decode()
    form = next(form for form in read_forms(page) if "reach" in form.data())
    club_evenings.settle(club_evenings.match_at(event, "M2-1"), "white", loser_score=1)

    answer = desk.post(correction_path(event, match), form.data())

    assert answer.status_code == 409
    assert "The situation has changed since the preview." in answer.content.decode()
    assert "Your choice affects other matches." not in answer.content.decode()


def test_a_preview_of_a_result_that_a_colleague_has_corrected_saves_nothing(
    desk: Client, event: Event
) -> None:
    """Neither score changes what follows, but the result that was seen is not the present one."""
    match = club_evenings.match_at(event, "M1-2")
    path = correction_path(event, match)
    page = desk.get(path, {"white_score": 5, "black_score": 1})
    (previewed,) = [form for form in read_forms(page.content.decode()) if "reach" in form.data()]
    desk.post(path, {"white_score": 5, "black_score": 0, "key": "colleague"})

    answer = desk.post(path, previewed.data())

    match.refresh_from_db()
    assert (answer.status_code, match.white_score, match.black_score) == (409, 5, 0)
    text = answer.content.decode()
    assert "The situation has changed since the preview." in text
    (again,) = [form for form in read_forms(text) if "reach" in form.data()]
    assert desk.post(path, again.data()).status_code == 303
    match.refresh_from_db()
    assert (match.white_score, match.black_score) == (5, 1)
