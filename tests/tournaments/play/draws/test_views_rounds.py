"""The page of a Swiss round: absences, byes, manual pairings, re-pairing, late arrivals and rounds."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from matches.models import Match, Table
from tests.page_forms import form_with, read_forms
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.formats.plan import Plan, Stage
from tournaments.journal.standings import results_of
from tournaments.messages.tie_break_texts import format_figure
from tournaments.models import Event
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournaments
from tournaments.standings.round_scores import FlightResults

pytestmark = pytest.mark.django_db

SIX = NAMES[:6]


def a_chair(client: Client, scheme: str = "swiss", names: list[str] = SIX, **options: object) -> Chair:
    chair = Chair(client, scheme, **{"rounds": 3, **options})
    chair.begin(names)
    return chair


def boards(event: Event, number: int = 1) -> list[set[str]]:
    rows = event.pairings.filter(round=number).order_by("position")
    seats = rows.values_list("white_entry__player__full_name", "black_entry__player__full_name")
    return [set(pair) for pair in seats]


def byes(event: Event, number: int = 1) -> dict[int, str]:
    paired_round = event_state.get_event_state(event).stages["swiss"].rounds[number - 1]
    return {bye.entry: bye.kind for bye in paired_round.byes}


def previewed_pairs(page: str) -> list[set[str]]:
    texts = re.findall(r"<td>\s*<strong>(\w+) – (\w+)", page)
    return [set(pair) for pair in texts]


def test_manual_pairings_are_previewed_and_published(client: Client) -> None:
    chair = a_chair(client)
    page = chair.get("round/swiss/", one=["1", ""], other=["2", ""])
    assert "The desk made this pairing." in page
    assert {"Anna", "Bruno"} in previewed_pairs(page)
    pair = re.findall(r'<input type="hidden" name="(one|other)" value="(\d+)">', page)
    assert pair == [("one", "1"), ("other", "2")]
    assert boards(chair.event) == []
    assert chair.post("round/swiss", one=["1"], other=["2"]).status_code == 303
    assert {"Anna", "Bruno"} in boards(chair.event)
    assert len(boards(chair.event)) == 3


def test_the_draw_of_a_swiss_is_published_with_its_first_round_and_undone_with_it(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    assert chair.post("names", enter=1, names="\n".join(SIX)).status_code == 303
    chair.post("draw")
    page = chair.get()
    assert ("Publish and pair round 1" in page, "Publish only" in page) == (True, True)

    answer = chair.client.post(path_of(chair.event, "desk/publish/"), {"pair": 1, "key": "p"}, follow=True)
    assert "Draw published, round 1 paired; first matches called." in answer.text
    assert chair.post("publish", pair=1, key="p").status_code == 303
    assert (len(boards(chair.event)), len(boards(chair.event, 2))) == (3, 0)
    assert chair.post("undo").status_code == 303
    assert event_state.get_event_state(chair.event).stages["swiss"].is_published is False


def test_a_program_publishes_the_draw_of_a_swiss_with_its_first_round(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.post("names", enter=1, names="\n".join(SIX))
    chair.post("draw")

    address = f"/api/v1/events/{chair.event.pk}/publish/"
    answer = chair.client.post(address, {"pair": True}, content_type="application/json")

    assert (answer.status_code, len(boards(chair.event))) == (201, 3)
    assert chair.post("undo").status_code == 303
    assert event_state.get_event_state(chair.event).stages["swiss"].is_published is False


def test_the_message_claims_no_call_when_all_tables_are_taken(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.post("names", enter=1, names="\n".join(SIX))
    chair.post("draw")
    Table.objects.all().delete()
    answer = chair.client.post(path_of(chair.event, "desk/publish/"), {"pair": 1}, follow=True)
    assert "Draw published, round 1 paired. Its matches are called when a table is free." in answer.text
    assert "first matches called" not in answer.text


def test_a_manual_bye_and_a_requested_bye_are_distinguished(client: Client) -> None:
    chair = a_chair(client)
    assert chair.post("round/swiss", one=["3"], other=["0"], asking=["5"]).status_code == 303
    assert byes(chair.event) == {3: "full", 5: "half"}
    assert len(boards(chair.event)) == 2


@pytest.mark.parametrize(
    ("one", "other"), [(["1"], [""]), ([""], ["2"]), (["1"], ["99"]), (["x"], ["2"]), (["0"], ["1"])]
)
def test_an_invalid_manual_pairing_is_rejected(client: Client, one: list[str], other: list[str]) -> None:
    chair = a_chair(client)
    assert chair.post("round/swiss", one=one, other=other).status_code == 400
    assert (
        client.get(path_of(chair.event, "desk/round/swiss/"), {"one": one, "other": other}).status_code == 400
    )
    assert boards(chair.event) == []


def test_an_entry_in_two_manual_pairings_is_refused(client: Client) -> None:
    chair = a_chair(client)
    assert chair.post("round/swiss", one=["1", "1"], other=["2", "3"]).status_code == 409
    assert boards(chair.event) == []


def test_a_round_without_results_is_paired_again(client: Client) -> None:
    chair = a_chair(client)
    chair.post("round/swiss")
    before = boards(chair.event)
    apart = next(pair for pair in before if "Anna" not in pair)
    other = chair.event.entries.get(player__full_name=min(apart)).number
    page = chair.get("round/swiss/", mode="again", one="1", other=str(other))
    assert "Republish round 1" in page
    new_pairs = previewed_pairs(page)
    changed_pairs = [pair for pair in new_pairs if pair not in before]
    assert (page.count(">new</span>"), {"Anna", min(apart)} in changed_pairs) == (len(changed_pairs), True)
    assert boards(chair.event) == before
    assert chair.post("round/swiss", mode="again", one="1", other=str(other)).status_code == 303
    assert boards(chair.event) == new_pairs
    assert len(new_pairs) == 3


def test_a_round_with_results_is_not_paired_again(client: Client) -> None:
    chair = a_chair(client)
    chair.post("round/swiss")
    chair.play()
    before = boards(chair.event)
    assert chair.post("round/swiss", mode="again").status_code == 409
    assert "Re-pair round 1" not in chair.get("round/swiss/")
    assert boards(chair.event) == before


def test_late_arrivals_get_a_board_and_other_pairings_stay(client: Client) -> None:
    chair = a_chair(client)
    chair.post("round/swiss", away=["1", "2"])
    before = boards(chair.event)
    answer = client.get(path_of(chair.event, "desk/round/swiss/"))
    assert answer.status_code == 200
    assert "?mode=late&amp;arrivals=1&amp;arrivals=2" in answer.content.decode()
    page = chair.get("round/swiss/", mode="late", arrivals=["1", "2"])
    assert previewed_pairs(page) == [*before, {"Anna", "Bruno"}]
    assert chair.post("round/swiss", mode="late", arrivals=["1", "2"]).status_code == 303
    assert boards(chair.event) == [*before, {"Anna", "Bruno"}]
    assert Match.objects.filter(pairing__event=chair.event).count() == 3


def test_two_entries_are_separated_until_allowed_again(client: Client) -> None:
    chair = a_chair(client)
    first = previewed_pairs(chair.get("round/swiss/"))[0]
    one, other = (chair.event.entries.get(player__full_name=name).number for name in sorted(first))
    pair = {"one": str(one), "other": str(other)}
    assert chair.post("round/swiss", action="forbid", **pair, reason="Brothers").status_code == 303
    assert chair.event.journal.get(reason="Brothers").kind == "planned"
    page = chair.get("round/swiss/")
    assert first not in previewed_pairs(page)
    assert " and ".join(sorted(first)) + " will not be paired." in page
    assert chair.post("round/swiss", action="allow", one=str(one), other=str(other)).status_code == 303
    assert previewed_pairs(chair.get("round/swiss/"))[0] == first


def test_the_page_of_a_round_leaves_out_separated_entries_that_the_event_does_not_have(
    client: Client,
) -> None:
    chair = a_chair(client)
    another = tournaments.add_event(
        tournament=chair.event.tournament,
        name="Another",
        length=5,
        consolation_length=3,
        plan=Plan((Stage("swiss", "swiss", options={"rounds": 3, "forbidden": [[1, 9], [1, 2]]}),)),
        by=chair.director,
    )
    chair = Chair.of_event(client, another)
    chair.begin(SIX)

    assert re.findall(r"\S+ and \S+ will not be paired", chair.get("round/swiss/")) == [
        "Anna and Bruno will not be paired"
    ]


@pytest.mark.parametrize("pair", [("1", "1"), ("1", "")])
def test_only_two_different_entries_can_be_separated(client: Client, pair: tuple[str, str]) -> None:
    chair = a_chair(client)
    before = chair.event.journal.count()
    assert chair.post("round/swiss", action="forbid", one=pair[0], other=pair[1]).status_code in {400, 409}
    assert chair.event.journal.count() == before


def test_a_refused_form_of_a_round_keeps_what_was_entered(client: Client) -> None:
    chair = a_chair(client)

    def post(**fields: object) -> str:
        answer = chair.post("round/swiss", **fields)
        assert answer.status_code in {400, 409}
        return answer.content.decode()

    apart = form_with(post(action="forbid", one="1", other="1", reason="Twins"), "Keep these two apart")
    shown_form = form_with(post(one=["1", "2"], other=["", "3"], away=["4"]), "Refresh")
    rounds = next(
        form for form in read_forms(post(action="rounds", rounds="99")) if ("action", "rounds") in form.fields
    )

    assert [apart.data()[name] for name in ("one", "other", "reason")] == ["1", "1", "Twins"]
    assert shown_form.data()["one"][:2] == ["1", "2"]
    assert shown_form.data()["other"][:2] == ["", "3"]
    assert shown_form.data()["away"] == "4"
    assert rounds.data()["rounds"] == "99"


def test_players_who_must_not_meet_are_no_board_of_the_round(client: Client) -> None:
    chair = a_chair(client)
    before = previewed_pairs(chair.get("round/swiss/"))

    refused = chair.post("round/swiss", action="forbid", one="1", other="1")

    assert previewed_pairs(refused.content.decode()) == before


def test_a_round_is_added_to_a_finished_swiss(client: Client) -> None:
    chair = a_chair(client, rounds=1)
    chair.post("round/swiss")
    chair.play()
    chair.event.refresh_from_db()
    assert chair.event.status == "finished"
    assert chair.post("round/swiss", action="rounds", rounds=2).status_code == 303
    assert chair.post("round/swiss").status_code == 303
    assert len(boards(chair.event, 2)) == 3
    assert chair.post("round/swiss", action="rounds", rounds=1).status_code == 409


def test_players_without_lives_are_not_offered_for_the_next_round(client: Client) -> None:
    chair = a_chair(client, "lives", lives=2)
    for _ in range(2):
        assert chair.post("round/lives").status_code == 303
        assert chair.play()
    losers = [
        board.black_entry.number if board.winner_entry == board.white_entry else board.white_entry.number
        for board in chair.event.pairings.select_related("white_entry", "black_entry", "winner_entry")
    ]
    out = {number for number in losers if losers.count(number) == 2}
    offered = re.findall(r'name="away" value="(\d+)"', chair.get("round/lives/"))
    assert out
    assert {int(number) for number in offered} == {1, 2, 3, 4, 5, 6} - out


def test_byes_cannot_be_requested_where_a_bye_costs_a_life(client: Client) -> None:
    chair = a_chair(client, "lives")
    assert 'name="asking"' not in chair.get("round/lives/")
    assert 'name="asking"' in a_chair(client, "swiss").get("round/swiss/")


@pytest.mark.parametrize(("players", "is_named"), [(4, False), (5, True)])
def test_the_standings_say_how_rounds_without_a_match_count(
    client: Client, players: int, is_named: bool
) -> None:
    chair = a_chair(client, names=NAMES[:players])
    chair.post("round/swiss")
    while chair.play():
        pass

    page = client.get(path_of(chair.event, "standings/")).content.decode()

    assert "How ties are broken" in page
    assert ("Rounds without a match: " in page) is is_named


@pytest.mark.parametrize(
    ("players", "chance"),
    [(5, "can pair the newcomer with"), (4, "can add the newcomer to it, with a bye.")],
)
def test_the_preview_of_a_late_entry_says_what_the_missed_rounds_count(
    client: Client, players: int, chance: str
) -> None:
    chair = a_chair(client, names=NAMES[:players])
    late = {"act": "late", "name": "Zoe", "flight": "swiss"}
    assert "The newcomer has missed" not in chair.get("change/", **late)
    chair.post("round/swiss")
    page = chair.get("change/", **late)

    assert "The newcomer has missed 1 round, which counts 0 points." in page
    assert f"Round 1 is in play: “Pairings for late arrivals” {chance}" in page
    while chair.play():
        pass
    assert "is in play" not in chair.get("change/", **late)


def test_the_explained_buchholz_says_what_a_player_who_withdrew_counts(client: Client) -> None:
    chair = a_chair(client, rounds=4)
    for _ in range(3):
        chair.post("round/swiss")
        if chair.event.pairings.filter(round=3).exists():
            break
        chair.play()
    # The leaver of round 3, its match called, and whom they met in round 1.
    leaver = chair.event.pairings.filter(round=3).order_by("position")[0].white_entry
    met = next(
        board.black_entry if board.white_entry == leaver else board.white_entry
        for board in chair.event.pairings.filter(round=1)
        if leaver in {board.white_entry, board.black_entry}
    )
    assert chair.post("withdraw", entry=leaver.number).status_code == 303
    for _ in range(2):
        chair.play()
        chair.post("round/swiss")

    state = event_state.get_event_state(chair.event)
    results, _annulled = results_of(state, "swiss", state.board)
    sheet = FlightResults(results)
    kinds = [appearance.kind.value for appearance in sheet.rounds[leaver.number]][2:]
    page = client.get(path_of(chair.event, f"standings/?explain={met.number}")).content.decode()

    assert kinds == ["walkover_lost", "away"]
    score, counted = sheet.scores[leaver.number], sheet.adjusted[leaver.number]
    assert counted - score == Fraction(1, 2)
    figure = format_figure("score", score)
    assert f"{leaver.player.name} (score {figure}; final rounds not paired count as draws)" in page
    assert "a match already paired that the opponent lost by walk-over does not." in page


def test_a_later_round_is_paired_and_published_at_the_desk_in_one_step(client: Client) -> None:
    chair = a_chair(client)
    chair.step()
    chair.play()
    previewed = previewed_pairs(chair.get("round/swiss/"))
    page = chair.get()
    assert "Pair and publish round 2" in page
    form = form_with(page, "Pair and publish round 2")
    assert client.post(form.action, form.data()).status_code == 303
    assert boards(chair.event, 2) == previewed


def test_a_finished_swiss_offers_no_choice_of_absent_players(client: Client) -> None:
    chair = a_chair(client, rounds=1)
    chair.step()
    assert "Not playing this round" not in chair.get("round/swiss/")
    chair.play()
    page = chair.get("round/swiss/")
    assert ("Not playing this round" in page, 'name="rounds"' in page) == (False, True)
