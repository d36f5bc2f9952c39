"""Transcripts linked to the wrong match: detected by players, length and day, reported, and moved."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM, Identity
from matches.models import Match, User
from matches.records.models import PerformanceFigure, Transcript
from matches.records.queries import match_fits
from matches.records.services import contradictions, uploads
from matches.records.services.analyses import FigureData, enter_figure
from matches.services import lifecycle, reporting
from tests.factories import a_called_match, a_desk, a_report, a_user, with_account, with_badge
from tests.matches.records.files import damaged, record
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

FITTING: dict[str, Any] = {"length": 3, "white": "José-María", "black": "X"}
OTHER: dict[str, Any] = {"length": 3, "white": "Bruno", "black": "Carla"}
PLAYED_AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def official() -> User:
    return a_user("official")


@pytest.fixture(autouse=True)
def day_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the current day to that of the match file."""
    monkeypatch.setattr(timezone, "now", lambda: PLAYED_AT)


def attach(match: Match, identity: Identity, data: bytes | None = None) -> Transcript:
    return uploads.attach_file(match=match, name="final.mat", data=data or record(), identity=identity)


@pytest.mark.parametrize(
    ("fields", "mismatches"),
    [
        (FITTING, []),
        ({"length": 3, "white": "X", "black": "Maria Jose"}, []),
        (OTHER, ["players"]),
        ({"length": 3, "white": "José-María", "black": "Carla"}, ["players"]),
        (FITTING | {"length": 5}, ["length"]),
        (OTHER | {"length": 5}, ["players", "length"]),
    ],
)
def test_players_in_either_order_and_the_length_are_compared(
    official: User, fields: dict[str, Any], mismatches: list[str]
) -> None:
    match = a_called_match(a_desk(official), **fields)
    assert attach(match, with_account(official)).mismatches == mismatches


@pytest.mark.parametrize(
    ("days_after", "mismatches"), [(-2, ["day"]), (-1, []), (0, []), (1, []), (2, ["day"])]
)
def test_the_day_of_the_file_is_compared_with_the_days_of_a_finished_match(
    official: User, days_after: int, mismatches: list[str]
) -> None:
    match = a_called_match(a_desk(official), **FITTING)
    match.settled_at = PLAYED_AT
    day = PLAYED_AT.date() + timedelta(days=days_after)
    assert match_fits.find_mismatches(match, players=("José-María", "X"), length=3, day=day) == mismatches


def test_a_match_that_is_not_over_may_be_played_until_today(official: User) -> None:
    match = a_called_match(a_desk(official), **FITTING)
    Match.objects.filter(pk=match.pk).update(
        created_at=PLAYED_AT - timedelta(days=30), called_at=PLAYED_AT - timedelta(days=30)
    )
    assert attach(match, with_account(official)).mismatches == []


def test_a_file_without_names_and_date_fits_any_match(official: User) -> None:
    match = a_called_match(a_desk(official), **OTHER)
    assert match_fits.find_mismatches(match, players=("", ""), length=3, day=None) == []


def test_a_fitting_match_of_the_uploader_is_proposed(official: User) -> None:
    right, wrong = (a_called_match(a_desk(official), **fields) for fields in (FITTING, OTHER))
    a_called_match(a_desk(official), **FITTING | {"length": 5})
    transcript = attach(wrong, with_account(official))
    assert match_fits.find_better_match(transcript, with_account(official)) == right
    assert match_fits.find_better_match(transcript, with_badge(wrong, "white")) is None


def test_a_match_that_has_the_file_already_is_not_proposed(official: User) -> None:
    right, wrong = (a_called_match(a_desk(official), **fields) for fields in (FITTING, OTHER))
    attach(right, with_account(official))
    transcript = attach(wrong, with_account(official))
    assert match_fits.find_better_match(transcript, with_account(official)) is None
    error = refusal(
        uploads.move_transcript, transcript=transcript, match=right, identity=with_account(official)
    )
    assert error.code == "record_duplicate"
    assert wrong.transcripts.count() == 1


def test_a_moved_transcript_counts_for_its_new_match_only(official: User) -> None:
    desk = a_desk(official)
    right = a_called_match(desk, length=3, white="X", black="José-María")
    wrong = a_called_match(a_desk(official), **OTHER)
    a_report(wrong, 1, 3)
    transcript = attach(wrong, with_account(official))
    figures = FigureData(side="white", engine="XG", decisions=10, lost=1.0)
    enter_figure(match=wrong, transcript=transcript, data=figures, identity=with_account(official))
    assert transcript.agrees is None
    versions = [Match.objects.get(pk=match.pk).version for match in (wrong, right)]

    moved = uploads.move_transcript(transcript=transcript, match=right, identity=with_account(official))

    assert (moved.pk, moved.match, moved.mismatches, moved.agrees) == (transcript.pk, right, [], None)
    assert (moved.swapped, moved.white_score, moved.black_score) == (True, 0, 3)
    assert PerformanceFigure.objects.get().side == "black"
    assert [Match.objects.get(pk=match.pk).version for match in (wrong, right)] == [
        version + 1 for version in versions
    ]
    assert contradictions.find_contradiction(wrong, (1, 3)) is None
    assert reporting.get_current_score(Match.objects.get(pk=wrong.pk)) == (1, 3)


def test_the_uploader_moves_a_transcript_that_does_not_fit_and_the_desk_any(official: User) -> None:
    desk = a_desk(official)
    wrong, right = a_called_match(desk, **OTHER), a_called_match(a_desk(official), **FITTING)
    player = with_badge(wrong, "white")
    transcript = attach(wrong, player)

    def move(identity: Identity, match: Match) -> str:
        return refusal(uploads.move_transcript, transcript=transcript, match=match, identity=identity).code

    assert move(player, right) == "not_your_match"
    assert move(with_badge(right, "white", "another phone"), right) == "not_your_match"
    moved = uploads.move_transcript(transcript=transcript, match=right, identity=with_account(official))
    assert move(with_account(official), wrong) == "record_absent"

    other_file = attach(wrong, with_account(official), damaged("2026.11.20", "2026.11.21"))
    Transcript.objects.filter(pk=other_file.pk).update(mismatches=[], uploaded_by=None, device=player.device)
    other_file.refresh_from_db()
    assert not uploads.may_move(other_file, player)
    error = refusal(uploads.move_transcript, transcript=other_file, match=wrong_twin(wrong), identity=player)
    assert (error.code, moved.match) == ("record_fits", right)


def wrong_twin(match: Match) -> Match:
    """Another match of the same players."""
    return lifecycle.create_match(
        desk=match.desk, white=match.white, black=match.black, length=3, title="Again", by=SYSTEM
    )


def test_moving_to_the_same_match_does_nothing_and_to_a_void_one_is_refused(official: User) -> None:
    wrong, right = a_called_match(a_desk(official), **OTHER), a_called_match(a_desk(official), **FITTING)
    transcript, identity = attach(wrong, with_account(official)), with_account(official)
    assert uploads.move_transcript(transcript=transcript, match=wrong, identity=identity) == transcript
    lifecycle.void_match(match=right, reason="twice", by=SYSTEM)
    error = refusal(uploads.move_transcript, transcript=transcript, match=right, identity=identity)
    assert error.code == "match_void"
    Transcript.objects.filter(pk=transcript.pk).update(match=None)
    loose = Transcript.objects.get()
    error = refusal(uploads.move_transcript, transcript=loose, match=wrong, identity=identity)
    assert (error.code, uploads.may_move(loose, identity)) == ("record_absent", False)


def test_the_desk_lists_wrong_transcripts_of_open_matches_and_contradictions(official: User) -> None:
    desk = a_desk(official)
    match = a_called_match(desk, **OTHER)
    transcript = attach(match, with_account(official))
    assert match_fits.get_misplaced(desk) == [transcript]
    a_report(match, 3, 0, identity=with_account(official))
    assert Match.objects.get(pk=match.pk).settled_at == PLAYED_AT
    # It names other players, which has to be decided also after the match.
    assert match_fits.get_misplaced(desk) == [transcript]
    Transcript.objects.update(names_others=False, mismatches=["day"])
    assert match_fits.get_misplaced(desk) == []
    Transcript.objects.update(agrees=False)
    assert match_fits.get_misplaced(desk) == [transcript]
    Transcript.objects.update(mismatches=[])
    assert match_fits.get_misplaced(desk) == []


def test_the_page_warns_and_one_click_moves(client: Client, official: User) -> None:
    wrong, right = a_called_match(a_desk(official), **OTHER), a_called_match(a_desk(official), **FITTING)
    client.force_login(official)
    transcript = attach(wrong, with_account(official))
    address = f"/m/{wrong.code}/record/{transcript.pk}/"
    page = client.get(address).content.decode()
    assert "This match file may belong to another match." in page
    assert "Its players are not those of this match." in page
    assert f'name="match" value="{right.code}"' in page
    assert "names other players" in client.get(f"/m/{wrong.code}/").content.decode()

    answer = client.post(f"{address}move/", {"match": right.code})

    assert answer["Location"] == f"/m/{right.code}/record/{transcript.pk}/"
    assert "may belong to another match" not in client.get(answer["Location"]).content.decode()
    assert client.post(f"{address}move/", {"match": right.code}).status_code == 404


def test_other_users_see_the_warning_and_cannot_move(client: Client, official: User) -> None:
    wrong = a_called_match(a_desk(official), **OTHER)
    transcript = attach(wrong, with_account(official))
    address = f"/m/{wrong.code}/record/{transcript.pk}/"
    for page in (address, f"/m/{wrong.code}/"):
        assert "names other players" in client.get(page).content.decode()
        assert "Move it to" not in client.get(page).content.decode()
    assert client.post(f"{address}move/", {"match": wrong.code}).status_code == 403
    assert client.post(f"{address}move/", {"match": "absent"}).status_code == 404
    assert Transcript.objects.get().match == wrong


def test_the_api_lists_what_does_not_fit_and_moves(client: Client, official: User) -> None:
    wrong, right = a_called_match(a_desk(official), **OTHER), a_called_match(a_desk(official), **FITTING)
    client.force_login(official)
    transcript = attach(wrong, with_account(official))
    address = f"/api/v1/matches/{wrong.code}/transcripts/{transcript.pk}/"
    assert client.get(address).json()["mismatches"] == ["players"]
    answer = client.post(f"{address}move/", {"match": right.code}, content_type="application/json")
    assert (answer.status_code, answer.json()["mismatches"]) == (200, [])
    assert right.transcripts.get() == transcript
