"""The printouts of an event, downloaded from their views and read back."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from matches.models import Match
from tests.site.test_hostile_names import LATIN
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import a_draft, path_of
from tests.tournaments.printing.reading import Leaf, fonts_of, read_leaves, squeezed
from tests.tournaments.team_evenings import a_team_event, opened
from tournaments.models import Entry, Event, Pairing
from tournaments.play.brackets import brackets
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.printing.pdf.typography import printable_text, visual_order

pytestmark = pytest.mark.django_db

THIRTY_TWO = [f"Massimiliano Bianchi-Rossi {number:02}" for number in range(1, 33)]
SEVEN = [f"{name} Papadopoulos" for name in ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")]
FILES = ("draw", "slips", "now", "standings", "results", "entries")


def a_director(event: Event) -> Client:
    client = Client()
    client.force_login(club_evenings.director_of(event.tournament.club))
    return client


def paper(event: Event, name: str, **options: str) -> list[Leaf]:
    """Download a printout and read it back; check fonts, sizes and margins, as for every one."""
    answer = a_director(event).get(path_of(event, f"desk/paper/{name}.pdf"), {"flight": "main", **options})
    assert answer.status_code == 200, answer.status_code
    assert answer["Content-Type"] == "application/pdf"
    assert re.fullmatch(r'inline; filename="[a-z0-9_.-]+\.pdf"', answer["Content-Disposition"])
    assert all(font.is_embedded for font in fonts_of(answer.content))
    leaves = read_leaves(answer.content)
    for leaf in leaves:
        for piece in leaf.pieces:
            assert piece.size >= 8
            assert 0 <= piece.x <= piece.x + piece.wide <= leaf.wide + 0.01, piece
            assert piece.size * 0.25 <= piece.y <= leaf.high - piece.size, piece
    return leaves


def has(leaves: list[Leaf], *texts: str) -> list[str]:
    """Those of the texts that are on one of the pages."""
    return [text for text in texts if any(squeezed(text) in leaf.text for leaf in leaves)]


@pytest.fixture(scope="module")
def module_event(module_transaction):
    return club_evenings.a_night(club_evenings.a_club(), THIRTY_TWO, length=7)


@pytest.fixture
def night(module_event):
    return Event.objects.get(pk=module_event.pk)


@pytest.mark.parametrize(
    ("path", "title"), [("desk/paper/draw.pdf?flight=main", "On paper"), ("report.pdf", "Event report")]
)
def test_the_title_of_a_file_names_tournament_and_event(night, path, title):
    tournament, by = night.tournament, club_evenings.director_of(night.tournament.club)
    event = tournaments.add_event(
        tournament=tournament, name="Doubles", length=5, consolation_length=3, by=by
    )
    entries.enter_names(event=event, names="Anna\nBruno", by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    data = a_director(event).get(path_of(event, path)).content
    # The dot between the names is written as its number in the encoding of PDF.
    expected = " · ".join((tournament.name, "Doubles", title)).replace("·", "\\267")
    assert re.search(rb"/Title \((.*?)\)", data)[1].decode("ascii") == expected


def test_the_bracket_of_32_is_one_page_with_every_name(night):
    club_evenings.settle(club_evenings.match_at(night, "M1-1"), loser_score=5)
    leaves = paper(night, "draw")
    assert len(leaves) == 1
    assert has(leaves, *THIRTY_TWO) == THIRTY_TWO
    winner = Pairing.objects.get(event=night, label="M1-1").winner_entry
    assert sum(leaf.text.count(squeezed(winner.player.name)) for leaf in leaves) >= 2


@pytest.mark.second_stage
def test_printouts_of_a_played_event_show_its_winner_and_all_names(night):
    club_evenings.play_out(night)
    winner = Entry.objects.get(event=night, place_from=1).player.name
    last = paper(night, "draw")[0]
    ends = max(last.pieces, key=lambda piece: piece.x if squeezed(piece.text) in squeezed(winner) else 0)
    assert squeezed(ends.text) in squeezed(winner)
    assert has(paper(night, "results"), *THIRTY_TWO) == THIRTY_TWO
    assert has(paper(night, "standings"), *THIRTY_TWO) == THIRTY_TWO
    (now,) = paper(night, "now")
    assert [now.text.count(squeezed(name)) for name in THIRTY_TWO] == [1] * 32


@pytest.mark.second_stage
def test_brackets_of_names_alone_and_blank_ones_show_no_results(night):
    club_evenings.play_out(night)
    names_only, blank = paper(night, "draw", fill="names"), paper(night, "draw", fill="blank")
    assert has(names_only, *THIRTY_TWO) == THIRTY_TWO
    assert all(leaf.text.count(squeezed(name)) <= 1 for leaf in names_only for name in ["Bianchi-Rossi 32"])
    assert has(blank, "Bianchi") == []
    assert len(names_only) == len(blank) == 1


def test_the_consolation_names_the_matches_its_players_come_from(night):
    assert has(paper(night, "draw", flight="consolation"), "M1-1", "M1-16") == ["M1-1", "M1-16"]


@pytest.mark.parametrize(("per", "pages"), [("6", 3), ("4", 4)])
def test_there_is_a_slip_for_every_called_or_waiting_match(night, per, pages):
    leaves = paper(night, "slips", flight="", per=per)
    assert len(leaves) == pages
    assert has(leaves, *THIRTY_TWO) == THIRTY_TWO


def test_slips_of_one_round_leave_out_settled_matches(night):
    match = club_evenings.match_at(night, "M1-1")
    club_evenings.settle(match)
    leaves = paper(night, "slips", round="1")
    assert has(leaves, match.white.name, THIRTY_TWO[5]) == [
        name for name in (THIRTY_TWO[5],) if name not in (match.white.name, match.black.name)
    ]


def test_without_open_matches_the_slips_redirect_with_a_message():
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.play_out(event)
    answer = a_director(event).get(path_of(event, "desk/paper/slips.pdf"), follow=True)
    assert answer.redirect_chain == [(path_of(event, "desk/paper/"), 302)]
    assert "so there are no match slips to print" in answer.content.decode()


def test_the_status_sheet_names_every_player_once_on_one_page(night):
    club_evenings.settle(club_evenings.match_at(night, "M1-1"))
    at_tables = Match.objects.filter(pairing__event=night, status="called").exclude(table=None)
    assert at_tables.count() == 8
    leaves = paper(night, "now")
    assert len(leaves) == 1
    assert [leaves[0].text.count(squeezed(name)) for name in THIRTY_TWO] == [1] * 32


def test_the_status_sheet_names_the_event_of_each_match_where_there_are_several(night):
    assert not has(paper(night, "now"), f"{night.name} · Main · Last 32")
    tournaments.add_event(
        tournament=night.tournament,
        name="Blitz",
        length=1,
        consolation_length=1,
        by=club_evenings.director_of(night.tournament.club),
    )

    assert has(paper(night, "now"), f"{night.name} · Main · Last 32")


@pytest.mark.second_stage
def test_every_printout_is_translated_to_italian(night):
    club_evenings.play_out(night)
    with translation.override("it"):
        client = a_director(night)
        client.cookies["django_language"] = "it"
        for name in ("draw", "now", "standings", "results", "entries"):
            answer = client.get(path_of(night, f"desk/paper/{name}.pdf"), {"flight": "main"})
            assert answer.status_code == 200
            assert has(read_leaves(answer.content), "ottobre 2026") == ["ottobre 2026"]


@pytest.mark.second_stage
@pytest.mark.parametrize("scheme", ["double", "groups", "round_robin", "swiss"])
def test_every_flight_of_each_format_has_a_bracket_with_all_its_names(scheme):
    chair = Chair(Client(), scheme)
    chair.begin(SEVEN)
    chair.play()
    for bracket in brackets.get_brackets(chair.event):
        inside = {
            seat.entry.player.name
            for part in bracket.rounds
            for cell in part.every
            for seat in cell.seats
            if seat.entry
        }
        assert set(has(paper(chair.event, "draw", flight=bracket.flight), *inside)) == inside
        assert has(paper(chair.event, "draw", flight=bracket.flight, fill="blank"), *SEVEN) == []


def test_a_final_names_the_match_its_player_comes_from():
    chair = Chair(Client(), "double")
    chair.begin(SEVEN)
    assert has(paper(chair.event, "draw", flight="final"), "Winner of M3-1") == ["Winner of M3-1"]


def test_the_prize_list_has_places_names_and_a_signature():
    event = fee_factories.a_paying_night()
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    leaves = paper(event, "prizes")
    winner = Entry.objects.get(event=event, place_from=1).player.name
    assert has(leaves, winner, "1st", "Signature") == [winner, "1st", "Signature"]


def test_difficult_names_are_on_every_printout():
    event = club_evenings.a_night(club_evenings.a_club("<b>Club</b>"), THIRTY_TWO[:8])
    names = [name for name in LATIN if len(name) < 40][:8]
    for entry, name in zip(event.entries.select_related("player"), names, strict=True):
        entry.player.name = entry.player.full_name = name
        entry.player.save(update_fields=["name", "full_name"])
    for name in ("draw", "slips", "now", "entries"):
        options = {"flight": "main"} if name == "draw" else {"flight": ""}
        assert has(paper(event, name, **options), *map(printable_text, names)) == [
            printable_text(entered_name) for entered_name in names
        ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("draw", {"flight": "nothing"}),
        ("draw", {"flight": "main", "fill": "lies"}),
        ("round", {"flight": "main", "round": "99"}),
        ("nothing", {}),
        ("prizes", {}),
    ],
)
def test_unknown_printouts_are_not_found(night, name, expected):
    assert a_director(night).get(path_of(night, f"desk/paper/{name}.pdf"), expected).status_code == 404


@pytest.mark.parametrize("params", [{"flight": "a\r\nSet-Cookie: x"}, {"round": "9" * 5000}, {"paper": "a0"}])
def test_malformed_parameters_are_answered_or_not_found(night, params):
    answer = a_director(night).get(path_of(night, "desk/paper/slips.pdf"), params)
    assert answer.status_code in {200, 404}


def test_the_page_of_printouts_links_existing_files(night):
    client = a_director(night)
    page = client.get(path_of(night, "desk/paper/")).content.decode().replace("&amp;", "&")
    links = sorted(set(re.findall(r'href="(/[^"]*\.pdf\?[^"]*)"', page)))
    assert len(links) > 15
    assert [link for link in links if client.get(link).status_code != 200] == []


def test_the_queries_of_printouts_do_not_depend_on_the_field(subtests, night):
    small = club_evenings.a_night(club_evenings.a_club(), week=1)
    clients = [(event, a_director(event)) for event in (small, night)]
    for name in FILES:
        with subtests.test(name=name):
            options, counts = {"flight": "main"} if name == "draw" else {}, []
            for event, client in clients:
                client.get(path_of(event, f"desk/paper/{name}.pdf"), options)
                with CaptureQueriesContext(connection) as queries:
                    client.get(path_of(event, f"desk/paper/{name}.pdf"), options)
                counts.append(len(queries))
            assert counts[0] == counts[1] <= 20


@pytest.mark.parametrize(
    ("name", "data", "pages"),
    [
        *(("blank-bracket", {"size": str(size)}, 1) for size in (8, 16, 32)),
        ("blank-group", {"size": "6"}, 1),
        ("blank-score", {}, 1),
    ],
)
def test_blank_sheets_need_no_draw(name: str, data: dict[str, str], pages: int) -> None:
    sheet = paper(a_draft(2), name, **data)

    assert len(sheet) == pages
    assert "Player1" not in sheet[0].text


def test_a_blank_bracket_names_its_rounds() -> None:
    text = paper(a_draft(2), "blank-bracket", size="16")[0].text

    rounds = ("Last 16", "Quarter-finals", "Semi-finals", "Final", "Winner")
    assert [squeezed(name) in text for name in rounds] == [True] * 5


@pytest.mark.parametrize("size", ["", "0", "7", "128", "x"])
def test_blank_sheets_of_other_sizes_are_not_found(size: str) -> None:
    event = a_draft(2)
    for name in ("blank-bracket", "blank-group"):
        answer = a_director(event).get(path_of(event, f"desk/paper/{name}.pdf"), {"size": size})
        assert answer.status_code == 404


def test_the_sheet_of_a_meeting_shows_line_ups_only_once_they_are_open() -> None:
    event = a_team_event(club_evenings.a_club())
    secret_line_up = paper(event, "meeting", meeting="R1-1")[0].text
    opened(event, "R1-1")
    lined_up = paper(event, "meeting", meeting="R1-1")[0].text

    assert [("TeamA" in text, "AnnaA1" in text) for text in (secret_line_up, lined_up)] == [
        (True, False),
        (True, True),
    ]
    client = a_director(event)
    assert client.get(path_of(event, "desk/paper/meeting.pdf"), {"meeting": "X"}).status_code == 404
    other = club_evenings.a_night(club_evenings.a_club())
    assert a_director(other).get(path_of(other, "desk/paper/meeting.pdf")).status_code == 404


@pytest.mark.parametrize(
    ("name", "set_as"),
    [("محمد", "ﺪﻤﺤﻣ"), ("דוד", "דוד"[::-1]), ("Anna", "Anna"), ("Anna דוד", "Anna " + "דוד"[::-1])],
)
def test_right_to_left_names_are_joined_and_in_visual_order(name: str, set_as: str) -> None:
    assert visual_order(printable_text(name)) == set_as
    assert printable_text(printable_text(name)) == printable_text(name)


def test_names_with_unprintable_letters_are_listed_with_a_link_to_the_bracket() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ("Anna", "山田太郎", "สมชาย", "Dario 🎲"))
    page = a_director(event).get(path_of(event, "desk/paper/")).content.decode()
    note = page[page.index('<div class="note') : page.index('<nav class="row"')]

    assert [name in note for name in ("สมชาย", "山田太郎", "Dario", "Anna")] == [True, False, False, False]
    assert path_of(event, "bracket/") in note


def test_a_printed_bracket_shows_match_lengths_where_rounds_differ() -> None:
    chair = Chair(Client(), "knockout", length="5 7 9")
    chair.begin(SEVEN)
    rounds = ["Quarter-finals · 5-point matches", "Semi-finals · 7-point matches", "Final · 9-point matches"]
    assert has(paper(chair.event, "draw"), *rounds) == rounds
    assert has(paper(chair.event, "draw", **{"as": "poster"}), *rounds) == rounds
    pairings = paper(chair.event, "round", round="2")
    assert has(pairings, "7-point matches", "5, 7, 9") == ["7-point matches"]


def test_the_rounds_of_a_swiss_are_printed_with_their_match_lengths() -> None:
    chair = Chair(Client(), "swiss", length="3 5", rounds="3")
    chair.begin(SEVEN)
    assert (chair.step(), chair.play(), chair.step()) == (True, True, True)
    headings = ["Round 1 · 3-point matches", "Round 2 · 5-point matches", "Match lengths by round: 3, 5."]
    assert has(paper(chair.event, "draw", flight="swiss"), *headings) == headings
