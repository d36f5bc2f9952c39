"""A TRF report of another program is previewed and imported as a Swiss event, all of it or nothing."""

from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from matches.models import Match, Player
from matches.services import players, rulings
from rules.errors import Refusal
from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.exchange import event_file
from tournaments.exchange.trf import TrfPlayer, TrfReport, TrfRound, read, write
from tournaments.importing.queries import exports
from tournaments.importing.queries.imports import preview_report
from tournaments.importing.services import imports
from tournaments.journal import registry, replay
from tournaments.journal.facts import StoredRow
from tournaments.journal.final_places import find_final_places
from tournaments.models import Club, Event, RatingChange, RatingList
from tournaments.people.services import members
from tournaments.play.events import event_state
from tournaments.ratings.queries import audit as queries_audit
from tournaments.ratings.services import ratings as rating_services
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

REPORT = TrfReport(
    name="Coppa d'Autunno",
    rounds=3,
    date="2026/11/22",
    entrants=(
        TrfPlayer(1, "Rossi, Anna", 1812, Fraction(2), 1, (TrfRound(2, "w", "1"), TrfRound(5, "b", "1"))),
        TrfPlayer(2, "Bianchi, Bruno", 0, Fraction(1), 2, (TrfRound(1, "b", "0"), TrfRound(0, "-", "U"))),
        TrfPlayer(5, "Verdi, Carla", 1500, Fraction(1), 3, (TrfRound(7, "-", "+"), TrfRound(1, "w", "0"))),
        TrfPlayer(7, "Neri, Dario", 0, Fraction(1, 2), 4, (TrfRound(5, "-", "-"), TrfRound(0, "-", "H"))),
    ),
)


class ReportImport:
    """A signed-in director who previews and imports reports."""

    def __init__(self, client: Client) -> None:
        self.club: Club = club_evenings.a_club()
        self.director = club_evenings.director_of(self.club)
        client.force_login(self.director)
        self.client = client

    def preview(self, data: bytes) -> HttpResponse:
        file = SimpleUploadedFile("swiss.trf", data)
        return self.client.post(f"/clubs/{self.club.slug}/import-report/", {"file": file, "length": 7})

    def take(self, data: bytes, length: int = 7) -> HttpResponse:
        form = {"text": data.decode(), "length": length}
        return self.client.post(f"/clubs/{self.club.slug}/import-report/", form)


def test_a_report_is_previewed_before_it_is_imported(client: Client) -> None:
    desk = ReportImport(client)
    page = desk.preview(write(REPORT)).content.decode()
    assert "Anna Rossi" in page
    assert "2 of 3 rounds paired," in page
    assert "3 results." in page
    assert not Event.objects.exists()
    assert not Player.objects.filter(full_name="Anna Rossi").exists()


def test_an_imported_event_can_be_played_on(client: Client) -> None:
    desk = ReportImport(client)
    assert desk.take(write(REPORT)).status_code == 303
    event = Event.objects.get()
    state = event_state.get_event_state(event)
    assert [entry.player.full_name for entry in event.entries.order_by("number")] == [
        "Anna Rossi",
        "Bruno Bianchi",
        "Carla Verdi",
        "Dario Neri",
    ]
    stage = state.plan["swiss"]
    assert (stage.options["rounds"], stage.lengths) == (3, (1, 1, 7))
    assert {name: (result.winner, result.ending) for name, result in state.results.items()} == {
        "S1-1": ("white", "played"),
        "S1-2": ("white", "walkover"),
        "S2-1": ("black", "played"),
    }
    chair = Chair.__new__(Chair)
    chair.client, chair.event, chair.director = client, event, desk.director
    chair.finish()
    assert find_final_places(event_state.get_event_state(event))[1] == (1, 1)


def lines_applied(monkeypatch: pytest.MonkeyPatch, players: int, rounds: int) -> Fraction:
    """How often a journal row is applied on average while a report of that size is imported."""
    games: dict[int, list[TrfRound]] = {number: [] for number in range(players)}
    for number in range(rounds):
        circle = [0, *(1 + (number + place) % (players - 1) for place in range(players - 1))]
        for white, black in zip(circle[: players // 2], reversed(circle), strict=False):
            games[white].append(TrfRound(black + 1, "w", "1"))
            games[black].append(TrfRound(white + 1, "b", "0"))
    entrants = tuple(
        TrfPlayer(
            number_of_player + 1,
            f"Player {number_of_player}",
            0,
            sum((game.score for game in rounds_played), Fraction(0)),
            0,
            tuple(rounds_played),
        )
        for number_of_player, rounds_played in games.items()
    )
    club, applied = club_evenings.a_club(f"Club {rounds}"), 0

    def read(row: StoredRow) -> Any:
        nonlocal applied
        applied += 1
        return registry.read_row(row)

    with monkeypatch.context() as spying:
        spying.setattr(replay, "read_row", read)
        report = TrfReport("Cup", entrants, rounds)
        event = imports.import_report(club=club, report=report, length=5, by=club_evenings.director_of(club))
    assert event.pairings.filter(match__status="settled").count() == players // 2 * rounds
    return Fraction(applied, event.journal.count())


def test_the_cost_per_row_does_not_depend_on_the_length_of_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_applied(monkeypatch, 8, 7) <= lines_applied(monkeypatch, 8, 2) <= 4


@pytest.mark.parametrize("rounds", ["9" * 5000, "100"])
def test_a_report_with_too_many_rounds_is_refused(client: Client, rounds: str) -> None:
    data = write(REPORT).replace(b"142 3", b"142 " + rounds.encode())
    assert ReportImport(client).preview(data).status_code == 409


def test_an_imported_event_passes_the_checker(client: Client) -> None:
    desk = ReportImport(client)
    desk.take(write(REPORT))
    file = exports.write_event_file(Event.objects.get())
    assert check_file(file) == []
    assert event_file.read(file).event["name"] == "Coppa d'Autunno"


@pytest.mark.second_stage
def test_an_event_is_exported_and_imported_again(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=2)
    chair.begin(NAMES)
    chair.finish()
    swiss_report = exports.get_swiss_report(chair.event)
    assert swiss_report is not None
    assert (
        client.post(
            f"/clubs/{chair.event.tournament.club.slug}/import-report/",
            {"text": write(swiss_report).decode(), "length": 5},
        ).status_code
        == 303
    )
    again = Event.objects.exclude(pk=chair.event.pk).get()
    assert {entry.player_id for entry in again.entries.all()} == {
        entry.player_id for entry in chair.event.entries.all()
    }
    report = exports.get_swiss_report(again)
    assert report is not None
    assert [(entrant.name, entrant.points) for entrant in report.entrants] == [
        (entrant.name, entrant.points) for entrant in swiss_report.entrants
    ]


def test_two_players_of_the_same_name_are_imported_as_two(client: Client) -> None:
    desk = ReportImport(client)
    twins = TrfReport("Twins", tuple(TrfPlayer(n, "Rossi, Anna", games=()) for n in (1, 2)), 1)
    assert desk.take(write(twins)).status_code == 303
    assert Player.objects.filter(full_name="Anna Rossi").count() == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0002 w 1", "0002 w ="),
        ("0001 b 0", "0001 b 1"),
        ("0002 w 1", "0007 w 1"),
        ("001    1", "001    x"),
    ],
)
def test_a_contradictory_report_is_refused(client: Client, before: str, after: str) -> None:
    desk = ReportImport(client)
    data = write(REPORT).replace(before.encode(), after.encode())
    assert desk.preview(data).status_code in {400, 409}
    assert desk.take(data).status_code in {400, 409}
    assert not Event.objects.exists()
    assert not Player.objects.filter(full_name="Anna Rossi").exists()


@pytest.mark.parametrize("data", [{}, {"text": "", "length": 7}, {"text": "001", "length": 0}])
def test_an_empty_report_is_rejected(client: Client, data: dict[str, object]) -> None:
    desk = ReportImport(client)
    assert client.post(f"/clubs/{desk.club.slug}/import-report/", data).status_code == 400
    assert not Event.objects.exists()


def test_imported_results_are_not_rated_and_later_rounds_are(client: Client) -> None:
    desk = ReportImport(client)
    ratings = RatingList.objects.filter(club=desk.club).first() or RatingList.objects.create(
        club=desk.club, name="House"
    )
    assert desk.take(write(REPORT)).status_code == 303
    event = Event.objects.get()
    rating_services.rebuild(rating_list=ratings)
    assert not RatingChange.objects.exists()
    path = path_of(event, "desk/round/swiss/")
    assert client.post(path).status_code == 303
    match = Match.objects.filter(pairing__event=event, pairing__round=3).first()
    assert match is not None
    scores = {"white_score": 7, "black_score": 3}
    rulings.award(match=match, **scores, winner="white", ending="played", by=desk.director, reason="")
    rating_services.rebuild(rating_list=ratings)
    assert set(RatingChange.objects.values_list("match", flat=True)) == {match.pk}
    assert list(queries_audit.find_ledger_disagreement(ratings)) == []


def test_an_event_has_the_day_of_its_report() -> None:
    club = club_evenings.a_club()
    report = read((Path(__file__).parent.parent.parent / "data/lists/r11_swiss_cp1252.trf").read_bytes())
    event = imports.import_report(club=club, report=report, length=5, by=club_evenings.director_of(club))
    assert event.tournament.starts_at.date() == date(2026, 7, 4)
    days = {match.settled_at.date() for match in Match.objects.exclude(settled_at=None)}
    assert days == {date(2026, 7, 4)}
    assert preview_report(club, report).day == date(2026, 7, 4)
    names = {entry.player.full_name for entry in event.entries.select_related("player")}
    assert names == {"Zoë Favre", "Jörg Müller", "Niamh O'Neill", "Jiri Dvorak"}


def test_a_report_does_not_choose_among_members_of_one_name() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    smiths = [players.register_player(name="John Smith") for _ in range(2)]
    for smith in smiths:
        members.enrol(club=club, player=smith, by=by)

    def report_of(name: str) -> TrfReport:
        white = TrfPlayer(1, name, 0, Fraction(1), 0, (TrfRound(2, "w", "1"),))
        return TrfReport("Cup", (white, TrfPlayer(2, "Bo", 0, Fraction(0), 0, (TrfRound(1, "b", "0"),))), 1)

    with pytest.raises(Refusal, match="name_shared"):
        preview_report(club, report_of("John Smith"))
    clear_report = report_of(f"John Smith ({smiths[0].code})")
    assert [player.is_known for player in preview_report(club, clear_report).players] == [True, False]
    event = imports.import_report(club=club, report=clear_report, length=5, by=by)
    assert event.entries.get(number=1).player == smiths[0]
