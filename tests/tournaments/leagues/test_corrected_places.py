"""A result is corrected after the next season was built: every page says what would be different."""

import pytest
from django.test import Client

from tests.page_forms import form_with
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import signed_in
from tests.tournaments.leagues.test_withdrawals import path_of, text_of
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.outdated_divisions import map_entry_divisions
from tournaments.leagues.services import seasons as services
from tournaments.models import Event
from tournaments.play.event_journal.services.journal import undo
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db
SWAP = (
    "Winter League 2 was built from the old places. By the corrected results: Elena in First instead of "
    "Premier, Fabio in Premier instead of First."
)
SWAP_BACK = (
    "Winter League 2 was built from the old places. By the corrected results: Elena in Premier instead of "
    "First, Fabio in First instead of Premier."
)


def two_seasons() -> tuple[LeagueSeason, LeagueSeason, Client]:
    """A finished season whose second division Elena won before Fabio, and the draft of the next one."""
    league = seasons.begun()
    seasons.play_in_order(league.event)
    return league, services.start_next_season(league=league, by=seasons.director(league)), signed_in(league)


def correct(desk: Client, event: Event) -> tuple[str, str]:
    """Let Fabio have beaten Elena; the texts of the preview, and of the desk after it."""
    return correct_winner(desk, event, "Fabio")


def correct_winner(desk: Client, event: Event, winner: str) -> tuple[str, str]:
    """Correct who won Elena against Fabio; the texts of the preview, and of the desk after it."""
    match = seasons.match_of(event, "Elena", "Fabio")
    white, black = (5, 2) if match.white.full_name == winner else (2, 5)
    address, scores = (
        f"{path_of(event)}desk/correct/{match.code}/",
        {"white_score": white, "black_score": black},
    )
    preview = desk.get(address, scores).content.decode()
    saved = desk.post(address, {**scores, "key": f"fix-{winner}", "reason": "typed wrong"}, follow=True)
    return preview, saved.content.decode()


def list_division(event: Event, flight: str) -> set[str]:
    members = event_state.get_event_state(event).stages[flight].members
    return {entry.player.full_name for entry in event.entries.filter(number__in=members)}


def test_the_preview_the_message_and_both_desks_say_that_the_draft_was_built_from_the_old_places() -> None:
    league, following, desk = two_seasons()
    preview, saved = correct(desk, league.event)
    own_desk = desk.get(f"{path_of(league.event)}desk/league/").content.decode()
    next_desk = desk.get(f"{path_of(following.event)}desk/league/").content.decode()

    assert SWAP in preview
    assert SWAP in saved
    assert f'href="{path_of(following.event)}desk/league/"' in saved
    assert SWAP in own_desk
    assert SWAP in next_desk
    assert "Move these players" in next_desk


def test_the_preview_names_the_division_and_who_moves_while_the_season_runs() -> None:
    league = seasons.begun()
    event = league.event
    for winner, loser in (("Elena", "Fabio"), ("Elena", "Gina"), ("Elena", "Hugo"), ("Fabio", "Gina")):
        seasons.win(event, winner, loser)
    seasons.win(event, "Fabio", "Hugo")
    seasons.win(event, "Gina", "Hugo")
    match = seasons.match_of(event, "Elena", "Fabio")
    white, black = (5, 2) if match.white.full_name == "Fabio" else (2, 5)
    preview = signed_in(league).get(
        f"{path_of(event)}desk/correct/{match.code}/", {"white_score": white, "black_score": black}
    )
    text = preview.content.decode()
    assert "The winner of First would be Fabio instead of Elena." in text
    assert "Promoted from First by the table so far: Fabio instead of Elena." in text


def test_one_button_moves_the_players_of_a_draft() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    move_players(desk, following)

    assert list_division(following.event, "league_1") == {"Anna", "Bruno", "Carla", "Fabio"}
    assert list_division(following.event, "league_2") == {"Dario", "Elena", "Gina", "Hugo"}
    for one in (league, following):
        assert "was built from the old places" not in desk.get(f"{path_of(one.event)}desk/league/").text


def test_the_button_of_a_page_from_before_another_correction_moves_nobody() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    shown = desk.get(f"{path_of(following.event)}desk/league/").text
    correct_winner(desk, league.event, "Elena")
    form = form_with(shown, "Move these players")
    answer = desk.post(form.action, form.data())

    assert answer.status_code == 409
    assert list_division(following.event, "league_1") == {"Anna", "Bruno", "Carla", "Elena"}


def move_players(desk: Client, following: LeagueSeason) -> None:
    """Press "Move these players" on the desk of the draft."""
    press(desk, desk.get(f"{path_of(following.event)}desk/league/").text, "Move these players")


def press(desk: Client, page: str, button: str) -> None:
    """Press a button of a page."""
    form = form_with(page, button)
    assert desk.post(form.action, form.data(button)).status_code == 303


def list_desk_texts(desk: Client, league: LeagueSeason, following: LeagueSeason) -> list[str]:
    return [desk.get(f"{path_of(one.event)}desk/league/").text for one in (league, following)]


def test_after_the_button_every_page_shows_a_correction_back_though_the_next_season_has_started() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    move_players(desk, following)
    services.publish_season(event=following.event, by=seasons.director(league))
    preview, saved = correct_winner(desk, league.event, "Elena")

    assert SWAP_BACK in preview
    assert SWAP_BACK in saved
    assert [SWAP_BACK in text for text in list_desk_texts(desk, league, following)] == [True, True]


def test_after_the_button_pages_show_an_undo_of_the_correction_before_and_after_it() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    move_players(desk, following)
    services.publish_season(event=following.event, by=seasons.director(league))
    hints = [text_of(f"{path_of(league.event)}desk/{page}", desk) for page in ("", "journal/")]
    league.event.refresh_from_db()
    data = {"key": "undo", "version": league.event.version}
    undone = desk.post(f"{path_of(league.event)}desk/undo/", data, follow=True)

    assert [f"If you undo: {SWAP_BACK}" in hint for hint in hints] == [True, True]
    assert SWAP_BACK in undone.text
    assert [SWAP_BACK in text for text in list_desk_texts(desk, league, following)] == [True, True]


def test_players_whom_the_director_moved_to_the_corrected_places_follow_the_results_too() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    place_entries(following, {"Elena": 2, "Fabio": 1})
    assert [SWAP_BACK in text for text in list_desk_texts(desk, league, following)] == [False, False]
    correct_winner(desk, league.event, "Elena")
    assert [SWAP_BACK in text for text in list_desk_texts(desk, league, following)] == [True, True]


def test_a_player_whom_the_director_moved_after_the_button_is_not_called_out_of_date() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    move_players(desk, following)
    place_entries(following, {"Elena": 1, "Fabio": 2})
    texts = list_desk_texts(desk, league, following)
    assert ["was built from the old places" in text for text in texts] == [False, False]


def test_an_undo_of_the_button_is_out_of_date_again() -> None:
    league, following, desk = two_seasons()
    correct(desk, league.event)
    move_players(desk, following)
    undo(event=following.event, by=seasons.director(league))
    assert [SWAP in text for text in list_desk_texts(desk, league, following)] == [True, True]


def place_entries(following: LeagueSeason, changes: dict[str, int]) -> None:
    """Save the divisions of a draft with the given ones of some players, by name."""
    event = following.event
    event.refresh_from_db()
    number_of = {entry.player.full_name: entry.number for entry in event.entries.all()}
    divisions = map_entry_divisions(event_state.get_event_state(event))
    divisions |= {number_of[name]: division for name, division in changes.items()}
    services.place_entries(event=event, divisions=divisions, by=seasons.director(following))


def test_a_running_season_is_not_changed_but_the_desks_say_it() -> None:
    league, following, desk = two_seasons()
    following.event.refresh_from_db()
    services.publish_season(event=following.event, by=seasons.director(league))
    preview, saved = correct(desk, league.event)
    next_desk = desk.get(f"{path_of(following.event)}desk/league/").content.decode()

    assert SWAP in preview
    assert SWAP in saved
    assert SWAP in next_desk
    assert "It has started, so its divisions stay as they are." in next_desk
    assert "Move these players" not in next_desk


def test_what_the_director_chose_by_player_is_not_called_out_of_date() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    number_of = {entry.player.full_name: entry.number for entry in league.event.entries.all()}
    by_player = {number_of["Elena"]: 2, number_of["Fabio"]: 1}
    following = services.start_next_season(league=league, by=seasons.director(league), divisions=by_player)
    desk = signed_in(league)
    text = desk.get(f"{path_of(following.event)}desk/league/").content.decode()
    assert "was built from the old places" not in text
    # The correction only confirms what was chosen.
    preview, _saved = correct(desk, league.event)
    assert "was built from the old places" not in preview


def test_a_correction_that_moves_nobody_says_nothing() -> None:
    league, _following, desk = two_seasons()
    match = seasons.match_of(league.event, "Gina", "Hugo")
    white, black = (5, 1) if match.white.full_name == "Gina" else (1, 5)
    preview = desk.get(
        f"{path_of(league.event)}desk/correct/{match.code}/", {"white_score": white, "black_score": black}
    )
    assert "was built from the old places" not in preview.content.decode()


def test_the_draft_lists_the_players_of_a_division_in_the_order_of_the_list() -> None:
    league = seasons.a_season()
    page = signed_in(league).get(f"{path_of(league.event)}desk/league/").context["page"]
    names = [[entry.player.full_name for entry in division.entries] for division in page.divisions]
    assert names == [["Anna", "Bruno", "Carla", "Dario"], ["Elena", "Fabio", "Gina", "Hugo"]]
