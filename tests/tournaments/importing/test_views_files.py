"""Files at the desk: downloads of an event, and import of an event from its file."""

import csv
from collections import defaultdict
from datetime import UTC, datetime
from fractions import Fraction
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.models import Match, Player
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, play_out, settle
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.entries.test_check_in import an_event_before_its_last_chance
from tournaments.exchange import trf
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.importing.queries import exports
from tournaments.importing.queries.exports import write_event_file
from tournaments.models import Event, JournalEntry, Membership
from tournaments.name_lists.details import EntryDetails
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.standings.round_scores import TieBreakValue
from tournaments.standings.tables import TableRow, list_tie_breaks
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

FIVE = ["Anna", "Bruno", "Carla", "Dario", "Elena"]


@pytest.fixture
@replayed
def event() -> Event:
    event = a_night(a_club(), ["=Anna", "Bruno", "Carla"])
    settle(match_at(event, "M1-2"), loser_score=2)
    return event


@pytest.fixture
def at_the_desk(event: Event, client: Client) -> Client:
    client.force_login(director_of(event.tournament.club))
    return client


def address(event: Event, name: str) -> str:
    club, evening = event.tournament.club.slug, event.tournament.slug
    return f"/clubs/{club}/{evening}/{event.slug}/desk/files/{name}"


def rows(data: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def test_the_event_file_is_downloaded(event: Event, at_the_desk: Client) -> None:
    answer = at_the_desk.get(address(event, "event.json"))
    assert answer.content == write_event_file(event)
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-event.json"'
    assert check_file(answer.content) == []


def test_sheets_have_entries_results_pairings_and_standings(event: Event, at_the_desk: Client) -> None:
    entered = rows(at_the_desk.get(address(event, "entries.csv")).content)
    assert [row[1] for row in entered] == ["Name", "'=Anna", "Bruno", "Carla"]
    played = rows(at_the_desk.get(address(event, "results.csv")).content)
    assert (played[1][0], played[1][5:7], played[1][8]) == ("M1-2", ["5", "2"], "Played")
    assert len(rows(at_the_desk.get(address(event, "pairings.csv")).content)) == event.pairings.count() + 1
    assert rows(at_the_desk.get(address(event, "standings.csv")).content)[0][0] == "Place"
    assert at_the_desk.get(address(event, "event.xlsx")).content[:2] == b"PK"


def test_the_headings_and_endings_of_the_sheets_are_in_the_language_of_the_reader(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(FIVE)
    chair.step()
    chair.play()
    files = {}
    for name in ("standings.csv", "results.csv", "pairings.csv"):
        answer = client.get(address(chair.event, name), headers={"accept-language": "it"})
        files[name] = rows(answer.content, delimiter=";")

    assert files["standings.csv"][0] == [
        "Posto",
        "Nome",
        "Punteggio",
        "Scontro diretto",
        "Buchholz, taglio 1",
        "Buchholz",
        "Sonneborn-Berger",
        "Differenza",
    ]
    assert {row[8] for row in files["results.csv"][1:]} == {"Giocato"}
    assert sorted(row[5] for row in files["pairings.csv"][1:]) == ["bye", "per risultato", "per risultato"]


def test_a_walk_over_is_the_same_in_report_and_sheet_however_it_was_recorded(
    event: Event, at_the_desk: Client
) -> None:
    settle(match_at(event, "M2-1"), "white", "walkover")
    lines = rows(at_the_desk.get(address(event, "results.csv")).content)

    assert [row[5:7] + row[8:] for row in lines if row[0] == "M2-1"] == [["", "", "Walk-over"]]


def test_the_sheet_of_pairings_says_who_sits_out_in_each_round(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(FIVE)
    chair.step()
    _headings, *lines = rows(client.get(address(chair.event, "pairings.csv")).content)

    assert [row[2] for row in lines] == ["1", "1", "1"]
    assert sorted(name for row in lines for name in row[3:5]) == ["", *FIVE]
    assert (lines[2][0], lines[2][4:]) == ("", ["", "bye"])


def test_a_requested_bye_and_one_for_the_player_left_over_differ(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(FIVE)
    assert chair.post("round/swiss", one=["3"], other=["0"], asking=["5"]).status_code == 303
    _headings, *lines = rows(client.get(address(chair.event, "pairings.csv")).content)

    byes = {row[3]: row[5] for row in lines if not row[0]}
    assert (byes.pop("Carla"), byes.pop("Elena")) == ("bye", "requested bye")
    assert list(byes.values()) == ["bye"]


def test_the_sheet_of_standings_has_consolation_and_last_chance(client: Client) -> None:
    event = an_event_before_its_last_chance()
    by = director_of(event.tournament.club)
    draws.draw(event=event, flight="last_chance", by=by)
    draws.publish(event=event, flight="last_chance", by=by)
    play_out(event)
    client.force_login(by)
    headings, *lines = rows(client.get(address(event, "standings.csv")).content)

    assert headings == ["Place", "Last tied place", "Name", "Bracket"]
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, _last, _name, bracket in lines:
        places[bracket].append(int(place))
    assert places == {
        "Main": [1, 2, 3, 3, 5, 5, 5, 5],
        "Consolation": [1, 2, 3, 4, 4, 6, 6],
        "Last chance": [1, 2, 3, 3],
    }


def test_the_sheet_of_standings_has_the_places_of_a_knockout_after_a_swiss(client: Client) -> None:
    chair = Chair(client, "swiss_and_knockout", rounds=2, best=2)
    chair.begin(FIVE)
    chair.finish()
    headings, *lines = rows(client.get(address(chair.event, "standings.csv")).content)

    assert [*headings[:4], headings[-1]] == ["Place", "Last tied place", "Name", "Bracket", "Flight"]
    places = [(line[0], line[2]) for line in lines if line[-1] == "Final standings"]
    reached = chair.event.entries.order_by("place_from").values_list("place_from", "player__name")
    assert sorted(places) == sorted((str(place), name) for place, name in reached)
    assert sorted(line[2] for line in lines if line[-1] == "Swiss") == sorted(FIVE)
    brackets = [line[3] for line in sorted(lines, key=lambda line: line[0]) if line[-1] == "Final standings"]
    assert brackets == ["Main", "Main", "Swiss", "Swiss", "Swiss"]


def test_the_sheet_of_entries_has_their_details(event: Event, at_the_desk: Client) -> None:
    details = EntryDetails(club="Roma", country="ITA", rating=1700, family="Verdi")
    entries.describe(event=event, details={2: details}, by=director_of(event.tournament.club))
    headings, _anna, bruno, carla = rows(at_the_desk.get(address(event, "entries.csv")).content)
    assert headings == [
        *("Number", "Name", "Club", "Country", "Rating", "Family"),
        *("Seed", "Status", "Attendance", "Place", "Last tied place"),
    ]
    # The places depend on the draw.
    assert bruno[:9] == ["2", "Bruno", "Roma", "ITA", "1700", "Verdi", "", "entered", "not stated"]
    assert carla[:9] == ["3", "Carla", "", "", "", "", "", "entered", "not stated"]


def test_unknown_files_are_not_found(event: Event, at_the_desk: Client) -> None:
    assert [at_the_desk.get(address(event, name)).status_code for name in ("swiss.trf", "x.exe")] == [
        404,
        404,
    ]


def test_a_swiss_is_exported_as_trf(event: Event, at_the_desk: Client) -> None:
    by = director_of(event.tournament.club)
    swiss = tournaments.add_event(
        tournament=event.tournament,
        name="Swiss",
        length=3,
        consolation_length=3,
        plan=make_plan("swiss", FormatOptions(main=())),
        by=by,
    )
    entries.enter_names(event=swiss, names="Dora\nEva\nFred", by=by, key="names")
    draws.draw(event=swiss, by=by)
    draws.publish(event=swiss, by=by)
    draws.pair_round(event=swiss, flight="swiss", by=by)
    report = trf.read(at_the_desk.get(address(swiss, "swiss.trf")).content)
    assert report.name == f"{event.tournament.name} · Swiss"
    assert sorted(entrant.name for entrant in report.entrants) == ["Dora", "Eva", "Fred"]
    assert sorted(game.sign for entrant in report.entrants for game in entrant.games) == [" ", " ", "U"]

    tournament = event.tournament
    tournament.starts_at = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)
    tournament.save(update_fields=["starts_at"])
    assert "2026/03/01" in at_the_desk.get(address(swiss, "swiss.trf")).content.decode()


def import_event(client: Client, event: Event, data: bytes) -> tuple[int, str]:
    file = SimpleUploadedFile("event.json", data)
    answer = client.post(f"/clubs/{event.tournament.club.slug}/import-event/", {"file": file})
    return answer.status_code, answer.content.decode()


def test_an_event_is_imported_from_its_file(event: Event, at_the_desk: Client) -> None:
    data = write_event_file(event)
    assert import_event(at_the_desk, event, data)[0] == 409
    JournalEntry.objects.filter(event=event).delete()
    assert import_event(at_the_desk, event, data)[0] == 303
    assert write_event_file(Event.objects.latest("pk")) == data


def test_a_damaged_file_is_refused(event: Event, at_the_desk: Client) -> None:
    models = (Event, Player, Match, Membership)
    before = [model.objects.count() for model in models]
    status, page = import_event(at_the_desk, event, write_event_file(event)[:-20])
    assert (status, "This is not an event file" in page) == (409, True)
    assert [model.objects.count() for model in models] == before


def test_the_columns_of_a_table_are_in_the_order_of_the_page_whoever_is_first() -> None:
    """The leader alone on a score needs no further tie-break; the head to head comes before Buchholz."""
    score, direct, buchholz = (
        TieBreakValue(name, Fraction(1)) for name in ("score", "head_to_head", "buchholz")
    )
    rows = (TableRow(1, 1, 1, (score, buchholz)), TableRow(2, 2, 2, (score, direct, buchholz)))
    assert list_tie_breaks(rows) == ("score", "head_to_head", "buchholz")


def test_the_file_of_a_table_has_the_second_comparison_of_those_still_tied(client: Client) -> None:
    """Anna, Bruno, Carla and Dario are tied: Anna and Bruno lead among the four, and Bruno beat Anna."""
    chair = Chair(client, "round_robin", ties="points")
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"])
    wins = {"Anna": "Carla Dario", "Bruno": "Anna Carla", "Carla": "Dario Elena", "Dario": "Bruno Elena"}
    wins |= {"Elena": "Anna Bruno Fabio", "Fabio": "Anna Bruno Carla Dario"}
    while pairings := list(chair.event.pairings.filter(match__isnull=False, match__settled_at=None)):
        for pairing in pairings:
            is_white = pairing.black_entry.player.name in wins[pairing.white_entry.player.name]
            settle(pairing.match, "white" if is_white else "black")
    (sheet,) = exports.standings_sheets(chair.event)
    at = sheet.heads.index("Head to head")
    assert sheet.heads[at + 1] == "Head to head (2)"
    assert [(row[1], *row[at : at + 2]) for row in sheet.rows[2:]] == [
        ("Bruno", 2, 1),
        ("Anna", 2, 0),
        ("Carla", 1, 1),
        ("Dario", 1, 0),
    ]
