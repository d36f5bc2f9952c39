"""The public page of a match, the actions of officials there, transcripts and their replay."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Match, User
from matches.records.models import Transcript
from matches.records.services import uploads
from matches.services import reporting, rulings, scoring
from tests import factories
from tests.matches.records import files

pytestmark = pytest.mark.django_db

Queries = Callable[..., Any]


def an_official(client: Client) -> User:
    """An official of the desk, signed in."""
    user = factories.a_user("director")
    client.force_login(user)
    return user


def a_dispute(*officials: User) -> Match:
    """A match with two contradicting reports."""
    match = factories.a_called_match(factories.a_desk(*officials))
    report = factories.a_report(match, 7, 5)
    other = factories.at_table(match, "other")
    reporting.dispute(match=match, report=report, white_score=6, black_score=7, identity=other)
    match.refresh_from_db()
    return match


def a_record(data: bytes = b"", length: int = 3) -> tuple[Match, Transcript]:
    """A called match with a match file uploaded at its table."""
    match = factories.a_called_match(length=length, white="José-María", black="X")
    transcript = uploads.attach_file(
        match=match, name="final.mat", data=data or files.record(), identity=factories.at_table(match)
    )
    return match, transcript


def forms_of(page: str) -> list[tuple[str, str]]:
    """The method (default get) and the action of every form of a page."""
    forms = []
    for form in re.findall(r"<form\b([^>]*)>", page):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', form))
        forms.append((attributes.get("method", "get").lower(), attributes.get("action", "")))
    return forms


def test_an_outsider_sees_the_match_and_no_form_that_changes_anything(client: Client) -> None:
    match = a_dispute()

    page = client.get(f"/m/{match.code}/").content.decode()

    assert "Ada" in page
    assert sorted(forms_of(page)) == sorted(
        [("get", f"/m/{match.code}/overlay/"), ("post", reverse("set_language")), ("post", reverse("theme"))]
    )
    assert "director" not in page


def test_the_page_of_a_reader_who_cannot_report_says_how_players_do(client: Client) -> None:
    """A player's phone comes here from the bracket, without the card of the table."""
    sentence = "To report this match, scan the card on its table or open your badge."
    match = factories.a_called_match()
    assert sentence in client.get(f"/m/{match.code}/").content.decode()
    factories.a_report(match)
    assert sentence in client.get(f"/m/{match.code}/").content.decode()
    waiting = factories.a_match()
    assert sentence not in client.get(f"/m/{waiting.code}/").content.decode()


def test_a_running_match_shows_the_chances_at_its_score(client: Client) -> None:
    match = factories.a_called_match(length=3)
    scoring.score_game(match=match, winner="white", kind="single", cube=2, identity=factories.at_table(match))

    page = client.get(f"/m/{match.code}/")

    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))
    assert "75% Ada 25% Bruno Winning chances from the score" in text
    assert page.context["is_crawford"] is True


def test_names_cannot_carry_markup(client: Client) -> None:
    match = factories.a_called_match(white="<script>alert(1)</script>", black='"><img src=x>')
    assert match.table is not None

    for path in (f"/m/{match.code}/", f"/t/{match.table.code}/", f"/p/{match.white.code}/"):
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img" not in page


def test_a_ruling_settles_a_dispute_and_is_written_down(client: Client) -> None:
    match = a_dispute(an_official(client))

    response = client.post(
        f"/m/{match.code}/rule/",
        {"white_score": 6, "black_score": 7, "law": "match.adjudication", "version": match.version},
    )

    assert response.status_code == 302
    match.refresh_from_db()
    assert (match.status, match.winner) == ("settled", "black")
    assert list(match.rulings.values_list("kind", "law")) == [("ruling", "match.adjudication")]


def test_a_decision_on_a_stale_version_is_refused(client: Client) -> None:
    match = a_dispute(an_official(client))

    response = client.post(
        f"/m/{match.code}/rule/",
        {"white_score": 6, "black_score": 7, "law": "match.adjudication", "version": match.version - 1},
    )

    assert response.status_code == 409
    assert not match.rulings.exists()


@pytest.mark.parametrize("page", ["rule", "correct", "reopen", "void"])
def test_only_an_official_decides(client: Client, page: str) -> None:
    match = a_dispute(factories.a_user())
    data = {"white_score": 6, "black_score": 7, "law": "match.adjudication", "ending": "played"}
    data |= {"reason": "because", "version": match.version}

    assert client.post(f"/m/{match.code}/{page}/", data).status_code == 403
    client.force_login(factories.a_user("stranger"))
    assert client.post(f"/m/{match.code}/{page}/", data).status_code == 403

    match.refresh_from_db()
    assert match.status == "disputed"


def test_a_settled_result_is_corrected_reopened_and_voided(client: Client) -> None:
    match = factories.a_called_match(factories.a_desk(an_official(client)))
    report = factories.a_report(match)
    reporting.confirm(match=match, report=report, identity=factories.at_table(match, "other"))
    states = []

    for page, data in (
        ("correct", {"white_score": 2, "black_score": 7, "ending": "played", "winner": ""}),
        ("reopen", {}),
        ("void", {}),
    ):
        match.refresh_from_db()
        form_data = data | {"reason": "because", "version": match.version}
        assert client.post(f"/m/{match.code}/{page}/", form_data).status_code == 302
        match.refresh_from_db()
        states.append((match.status, match.winner))

    assert states == [("settled", "black"), ("running", ""), ("void", "")]


def test_a_corrected_result_is_not_shown_as_a_ruling(client: Client) -> None:
    match = factories.a_called_match(factories.a_desk(an_official(client)))
    report = factories.a_report(match)
    match = reporting.confirm(match=match, report=report, identity=factories.at_table(match, "other"))
    form_data = {"white_score": 2, "black_score": 7, "ending": "played", "winner": "", "reason": "typo"}

    client.post(f"/m/{match.code}/correct/", form_data | {"version": match.version})

    page = client.get(f"/m/{match.code}/").text
    assert ("Corrected by the desk" in page, "Ruled by the desk" in page) == (True, False)


def test_a_correction_without_a_reason_is_a_form_error(client: Client) -> None:
    match = factories.a_called_match(factories.a_desk(an_official(client)))
    report = factories.a_report(match)
    match = reporting.confirm(match=match, report=report, identity=factories.at_table(match, "other"))

    response = client.post(
        f"/m/{match.code}/correct/",
        {"white_score": 2, "black_score": 7, "ending": "played", "version": match.version},
    )

    assert response.status_code == 400
    match.refresh_from_db()
    assert match.winner == "white"


def test_an_uploaded_match_file_gets_its_verdict(client: Client) -> None:
    match = factories.a_called_match(length=3, white="José-María", black="X")
    assert match.table is not None
    file = SimpleUploadedFile("final.mat", files.record())

    response = client.post(f"/m/{match.code}/record/", {"table": match.table.code, "file": file})

    transcript = match.transcripts.get()
    assert response.headers["Location"] == f"/m/{match.code}/record/{transcript.pk}/?table={match.table.code}"
    assert (transcript.name, transcript.status, transcript.white_score, transcript.black_score) == (
        "final.mat",
        "certified",
        3,
        0,
    )


def test_an_unreadable_record_is_refused_with_its_line_and_not_stored(client: Client) -> None:
    match = factories.a_called_match()
    assert match.table is not None

    response = client.post(f"/m/{match.code}/record/", {"table": match.table.code, "text": "no such thing"})

    assert response.status_code == 400
    assert b'href="/laws/record.readable/"' in response.content
    assert not match.transcripts.exists()


def test_a_match_file_is_downloaded_unchanged(client: Client) -> None:
    match, transcript = a_record()

    response = client.get(f"/m/{match.code}/record/{transcript.pk}/text/")

    assert response.content == files.record()
    assert (
        response.headers["Content-Disposition"] == f'attachment; filename="{match.code}-{transcript.pk}.mat"'
    )


def test_a_record_is_found_only_under_its_own_match(client: Client) -> None:
    _, transcript = a_record()
    other = factories.a_match()

    assert client.get(f"/m/{other.code}/record/{transcript.pk}/").status_code == 404
    assert client.get(f"/m/{other.code}/record/{transcript.pk}/text/").status_code == 404


def test_a_faulty_transcript_opens_at_its_fault_with_rule_and_legal_plays(client: Client) -> None:
    match, transcript = a_record(files.with_an_illegal_play())

    page = client.get(f"/m/{match.code}/record/{transcript.pk}/").content.decode()

    assert "Game 1, action 3, José-María" in page
    assert 'href="/laws/move.dice/"' in page
    assert '<span class="code">24/20 13/8</span>' in page
    assert 'aria-current="step"' in page


@pytest.mark.parametrize(
    "query", ["?game=99&action=1", "?game=1&action=9999", "?game=x&action=-1", "?action=²"]
)
def test_an_address_beyond_the_record_still_shows_a_board(client: Client, query: str) -> None:
    match, transcript = a_record()

    response = client.get(f"/m/{match.code}/record/{transcript.pk}/{query}")

    assert response.status_code == 200
    assert response.content.count(b'<svg class="board"') == 1


def test_the_result_is_reported_from_its_record(client: Client) -> None:
    match, transcript = a_record()
    assert match.table is not None

    response = client.post(f"/m/{match.code}/record/{transcript.pk}/report/", {"table": match.table.code})

    assert response.status_code == 302
    assert list(match.reports.values_list("white_score", "black_score")) == [(3, 0)]


def test_the_page_of_a_match_takes_a_fixed_number_of_queries(
    client: Client, django_assert_num_queries: Queries
) -> None:
    match = factories.a_called_match(length=25)
    paths = (f"/m/{match.code}/", f"/m/{match.code}/report/", f"/m/{match.code}/score/")
    counts = [_queries(client, path) for path in paths]
    for number in range(12):
        scoring.score_game(
            match=match,
            winner="white" if number % 2 else "black",
            kind="single",
            cube=1,
            identity=factories.at_table(match),
        )

    for path, count in zip(paths, counts, strict=True):
        with django_assert_num_queries(count):
            client.get(path)


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        client.get(path)
    return len(captured)


def test_a_report_that_a_ruling_upholds_is_not_called_confirmed(client: Client) -> None:
    official = factories.a_user("official")
    match = factories.a_called_match(factories.a_desk(official))
    factories.a_report(match, 7, 3)
    rulings.rule_on_match(match=match, white_score=7, black_score=3, law="match.length", by=official)
    page = client.get(f"/m/{match.code}/").content.decode()
    history = page[page.index('id="history"') :]
    assert ("Accepted by ruling" in history, "Confirmed" in history) == (True, False)
