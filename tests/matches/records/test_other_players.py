"""A match file that names other players than those of its match proves nothing until they are identified."""

from typing import Any

import pytest
from django.test import Client

from matches.models import Match, User
from matches.names import is_swapped_by_names
from matches.records.models import Transcript
from matches.records.queries import match_fits, positions, transcripts
from matches.records.queries.analyses import get_figures, get_figures_by_transcript, get_last_figures
from matches.records.queries.performance_history import get_performance_history
from matches.records.services import contradictions, identifications, uploads
from matches.records.services.analyses import FigureData, enter_figure
from matches.services import rulings
from rules.errors import Refusal
from tests.factories import a_called_match, a_desk, a_report, a_user, with_account, with_badge
from tests.factory_recordings import replayed
from tests.matches.records.files import record, with_an_illegal_play

pytestmark = pytest.mark.django_db
# The file is a 3-point match that José-María wins against X by 3-0.
GINA_BEATS_ILARIA = (3, 0)
PR = {"side": "white", "engine": "XG", "lost": 0.3, "decisions": 30}


@pytest.fixture
def official() -> User:
    """The official of the desk of the match."""
    return a_user("official")


@pytest.fixture
@replayed
def match(official: User) -> Match:
    """A match of Gina and Ilaria that was reported 3-0."""
    match = a_called_match(a_desk(official), length=3, white="Gina", black="Ilaria")
    a_report(match, *GINA_BEATS_ILARIA)
    return match


def attach(match: Match, official: User, data: bytes | None = None) -> Transcript:
    """Attach the file of José-María and X to a match."""
    identity = with_account(official)
    return uploads.attach_file(match=match, name="a.mat", data=data or record(), identity=identity)


def identify(transcript: Transcript, official: User, *, swapped: bool = False) -> Transcript:
    """Say who the players of a file are."""
    return identifications.identify_players(
        transcript=transcript, swapped=swapped, identity=with_account(official)
    )


def get_code(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.code


def test_a_file_of_other_players_neither_confirms_nor_contradicts(match: Match, official: User) -> None:
    other = a_called_match(a_desk(official), length=3, white="Leo", black="Nora")
    a_report(other, 1, 3)
    files = attach(match, official), attach(other, official)

    assert [(file.names_others, file.agrees, file.mismatches) for file in files] == [
        (True, None, ["players", "day"])
    ] * 2
    assert contradictions.find_contradiction(other, (1, 3)) is None


def test_an_illegal_play_of_other_players_contradicts_nothing(match: Match, official: User) -> None:
    file = attach(match, official, with_an_illegal_play())

    assert (file.agrees, file.fault["law"] != "") == (None, True)
    assert contradictions.find_contradiction(match, GINA_BEATS_ILARIA) is None


def test_nothing_is_reported_from_a_file_of_other_players(official: User) -> None:
    match = a_called_match(a_desk(official), length=3, white="Gina", black="Ilaria")
    file = attach(match, official)
    with pytest.raises(Refusal) as refused:
        contradictions.report_transcript(match=match, transcript=file, identity=with_account(official))
    assert get_code(refused) == "record_names_others"
    page = Client()
    page.force_login(official)
    assert "Report 3–0" not in page.get(f"/m/{match.code}/record/{file.pk}/").content.decode()


def test_figures_of_other_players_are_those_of_nobody_here(match: Match, official: User) -> None:
    file = attach(match, official)
    for side in ("white", "black"):
        data = FigureData(**{**PR, "side": side})
        enter_figure(match=match, transcript=file, data=data, identity=with_account(official))

    def read() -> tuple[Any, ...]:
        file.refresh_from_db()
        return (
            get_last_figures(match) is not None,
            len(get_figures(file, match)),
            len(get_figures_by_transcript(match)),
            len(get_performance_history(match.white).entries),
        )

    assert read() == (False, 0, 0, 0)
    identify(file, official)
    assert read() == (True, 2, 1, 1)
    identifications.withdraw_identification(transcript=file, identity=with_account(official))
    assert read() == (False, 0, 0, 0)


def test_an_official_says_which_player_is_which_and_takes_it_back(match: Match, official: User) -> None:
    file = identify(attach(match, official), official)
    assert (file.names_others, file.agrees, file.mismatches) == (False, True, ["day"])
    assert (file.identified_player, file.identified_user) == (None, official)
    assert file.identified_at is not None

    other_way = identify(file, official, swapped=True)
    assert (other_way.agrees, other_way.swapped, other_way.white_score, other_way.black_score) == (
        False,
        True,
        0,
        3,
    )

    back = identifications.withdraw_identification(transcript=file, identity=with_account(official))
    assert (back.names_others, back.agrees, back.identified_user, back.identified_at) == (
        True,
        None,
        None,
        None,
    )


def test_a_player_of_the_match_identifies_and_somebody_else_does_not(match: Match, official: User) -> None:
    file = attach(match, official)
    player = with_badge(match, "white")
    assert identifications.identify_players(transcript=file, swapped=False, identity=player).agrees is True
    for identity in (with_account(a_user("visitor")), with_badge(a_called_match(), "white")):
        with pytest.raises(Refusal) as refused:
            identifications.withdraw_identification(transcript=file, identity=identity)
        assert get_code(refused) == "not_your_match"


def test_players_that_the_file_names_are_not_identified(official: User) -> None:
    match = a_called_match(a_desk(official), length=3, white="José-María", black="X")
    file = attach(match, official)
    with pytest.raises(Refusal) as refused:
        identify(file, official)
    assert (file.names_others, get_code(refused)) == (False, "record_names_fit")


@pytest.mark.parametrize(
    "names", [("", ""), ("Player 1", "Player 2"), ("White", "Black"), ("Giocatore 1", ""), ("", "gina")]
)
def test_a_file_without_names_keeps_proving_the_result(
    match: Match, official: User, names: tuple[str, str]
) -> None:
    assert "players" not in match_fits.find_mismatches(match, players=names, length=3, day=None)


def test_namesakes_with_one_letter_between_them_are_distinguished_when_spelled_in_full() -> None:
    seats = ("Mario Rossi", "Maria Rossi")

    assert is_swapped_by_names(seats, seats) is False
    assert is_swapped_by_names(seats[::-1], seats) is True
    assert is_swapped_by_names(("M. Rossi", "M. Rossi"), seats) is None


def test_a_file_with_the_sides_the_other_way_round_contradicts(official: User) -> None:
    match = a_called_match(a_desk(official), length=3, white="X", black="José-María")
    a_report(match, 3, 0)
    file = attach(match, official)

    assert (file.agrees, file.white_score, file.black_score) == (False, 0, 3)


def test_everyone_sees_the_warning_and_no_one_a_confirmation(match: Match, official: User) -> None:
    rulings.rule_on_match(match=match, white_score=3, black_score=0, law="record.result", by=official)
    file = attach(match, official)
    addresses = (f"/m/{match.code}/", f"/m/{match.code}/record/{file.pk}/", f"/p/{match.white.code}/")
    pages = [Client().get(address).content.decode() for address in addresses]

    assert ["names other players" in page for page in pages] == [True] * 3
    assert ["confirms the result" in page for page in pages] == [False] * 3
    assert [row.pk for row in match_fits.get_misplaced(match.desk)] == [file.pk]


def test_its_positions_are_not_found_under_the_players_of_the_match(match: Match, official: User) -> None:
    file = attach(match, official)
    position = transcripts.get_public_verdict(match, file).games[0].frames[2].position
    all_matches = Match.objects.all()
    before = positions.find_positions(position, all_matches)
    identify(file, official)

    assert (before, len(positions.find_positions(position, all_matches)) > 0) == ([], True)


def test_the_page_has_a_button_for_each_order_and_one_to_take_it_back(match: Match, official: User) -> None:
    file = attach(match, official)
    address = f"/m/{match.code}/record/{file.pk}/"
    client = Client()
    client.force_login(official)
    offered = client.get(address).content.decode()
    answer = client.post(f"{address}players/", {"swapped": "no"})
    after = client.get(address).content.decode()
    client.post(f"{address}players/withdraw/")

    assert ("José-María is Gina" in offered, "José-María is Ilaria" in offered) == (True, True)
    assert (answer.status_code, "confirms the result" in after, "official" in after) == (302, True, True)
    file.refresh_from_db()
    assert file.names_others is True
    outsider = Client().get(address).content.decode()
    assert "José-María is Gina" not in outsider


def test_outsiders_read_the_player_or_the_desk_who_identified_the_players(
    match: Match, official: User
) -> None:
    official.first_name = "Rosa"
    official.save()
    file = attach(match, official)
    address = f"/m/{match.code}/record/{file.pk}/"
    at_desk = Client()
    at_desk.force_login(official)

    def read_sentence(client: Client) -> str:
        return client.get(address).content.decode().split('id="identified"')[1].split("</p>")[0]

    identify(file, official)
    by_desk = (read_sentence(Client()), read_sentence(at_desk))
    assert [(name in text) for text in by_desk for name in ("Desk said", "official", "Rosa said")] == [
        *(True, False, False),
        *(False, False, True),
    ]
    identifications.identify_players(transcript=file, swapped=True, identity=with_badge(match, "black"))
    assert "Ilaria said" in read_sentence(Client())
    assert (
        Client().get(f"/api/v1/matches/{match.code}/transcripts/{file.pk}/").json()["identified_by"]
        == "Ilaria"
    )
