"""Performance figures of a transcript: stored with their source, the latest counts, pooled over matches."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from matches.actors import Identity
from matches.models import Match
from matches.records.models import PerformanceFigure, Transcript
from matches.records.queries.analyses import get_figures
from matches.records.services import analyses, uploads
from matches.records.services.analyses import FigureData
from tests.factories import a_called_match, a_desk, a_match, a_user, at_table, with_account, with_badge
from tests.matches.records.files import SEVEN, record
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

WHITE = {"side": "white", "engine": "XG", "settings": "2-ply", "lost": 1.2, "decisions": 100, "luck": -0.5}


def a_record() -> tuple[Match, Transcript]:
    match = a_called_match(length=7, white="Alice", black="X")
    transcript = uploads.attach_file(match=match, name="a", data=record(SEVEN), identity=at_table(match))
    return match, transcript


def enter(match: Match, transcript: Transcript, **fields: Any) -> PerformanceFigure:
    figure_data = FigureData(**WHITE | {name: each for name, each in fields.items() if name != "identity"})
    identity = fields.get("identity", with_badge(match, "black"))
    return analyses.enter_figure(match=match, transcript=transcript, data=figure_data, identity=identity)


def test_a_figure_is_stored_with_its_source_and_the_latest_one_counts() -> None:
    match, transcript = a_record()
    first = enter(match, transcript)
    assert enter(match, transcript) == first
    second = enter(match, transcript, lost=1.0)
    [judged] = get_figures(transcript, match)
    assert (judged.figure, judged.figure.source, judged.figure.tally.rating) == (second, "X", 5.0)
    assert (judged.player, judged.overall.rating, judged.transcripts) == (match.white, 5.0, 1)
    assert PerformanceFigure.objects.count() == 2


def test_the_author_of_a_figure_is_named_without_the_username_of_the_account() -> None:
    match, transcript = a_record()
    official = a_user("ruth1984", first_name="Ruth", last_name="Hall")
    match.desk.officials.add(official)
    figure = enter(match, transcript, identity=Identity(user=official))

    assert (figure.source, figure.author) == ("ruth1984", "Ruth Hall")


def test_records_of_a_player_are_pooled_by_engine_and_settings() -> None:
    match, transcript = a_record()
    enter(match, transcript)
    enter(match, transcript, engine="GNU", lost=9.0)
    other = a_match(a_desk(), length=7)
    Match.objects.filter(pk=other.pk).update(white=match.black, black=match.white)
    other.refresh_from_db()
    again = uploads.attach_file(
        match=other, name="b", data=record(SEVEN), identity=with_account(a_user(is_superuser=True))
    )
    enter(other, again, side="black", engine="xg", lost=4.8, decisions=300)
    rows = get_figures(again, other)
    assert [(row.player, row.overall.decisions, row.transcripts) for row in rows] == [(match.white, 400, 2)]
    assert rows[0].overall.rating == pytest.approx(7.5)


def test_only_players_and_officials_of_the_match_enter_valid_figures() -> None:
    match, transcript = a_record()
    _other, other_transcript = a_record()
    refusals = [
        refusal(enter, match=match, transcript=transcript, identity=with_account(a_user())),
        refusal(enter, match=match, transcript=other_transcript),
        *(
            refusal(enter, match=match, transcript=transcript, **fields)
            for fields in ({"side": ""}, {"lost": -1}, {"decisions": 0}, {"engine": " "})
        ),
    ]
    assert [error.code for error in refusals] == [
        "not_your_match",
        "record_absent",
        *["figure_impossible"] * 4,
    ]
    assert PerformanceFigure.objects.count() == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"side": "both"},
        {"engine": ""},
        {"lost": -0.1},
        {"lost": 10_001},
        {"decisions": 0},
        {"decisions": 10_001},
    ],
)
def test_the_database_refuses_invalid_figures(fields: dict[str, Any]) -> None:
    _match, transcript = a_record()
    with pytest.raises(IntegrityError), transaction.atomic():
        PerformanceFigure.objects.create(**WHITE | {"transcript": transcript, "source": "X"} | fields)


def test_the_page_takes_a_rating_or_a_sum_and_shows_both(client: Client) -> None:
    match, transcript = a_record()
    assert match.table is not None
    form_data = {
        "table": match.table.code,
        "side": "white",
        "engine": "XG",
        "settings": "2-ply",
        "decisions": "100",
    }
    address = f"/m/{match.code}/record/{transcript.pk}/"
    statuses = [
        client.post(f"{address}figures/", form_data | more).status_code
        for more in ({}, {"rating": "6", "lost": "1"}, {"rating": "nan"}, {"rating": "6"}, {"lost": "1.2"})
    ]
    assert statuses == [400, 400, 400, 302, 302]
    page = client.get(address).content.decode()
    assert [text in page for text in (">6.00<", ">1.200<", "XG, 2-ply", 'name="engine"')] == [
        True,
        True,
        True,
        False,
    ]
    assert PerformanceFigure.objects.count() == 1


def test_a_rating_is_read_with_a_decimal_comma(client: Client) -> None:
    match, transcript = a_record()
    assert match.table is not None
    form_data = {
        "table": match.table.code,
        "side": "black",
        "engine": "XG",
        "decisions": "100",
        "rating": "5,5",
    }
    client.cookies["django_language"] = "it"
    assert client.post(f"/m/{match.code}/record/{transcript.pk}/figures/", form_data).status_code == 302
    assert PerformanceFigure.objects.get().lost == pytest.approx(1.1)
