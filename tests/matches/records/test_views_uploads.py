"""The page for uploading match files without a match."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.actors import SYSTEM, Identity
from matches.models import Match, User
from matches.records.models import Transcript
from matches.records.services import archives, uploads
from matches.records.views import uploads as upload_views
from matches.services import badges, players, reporting, scoring
from tests import factories
from tests.matches.records.files import (
    a_zip,
    damaged,
    record,
    resigned_record,
    with_a_wrong_score_line,
    with_an_illegal_play,
)
from tests.page_forms import form_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def official(client: Client) -> User:
    """Someone signed in at a desk."""
    user = factories.a_user("director")
    client.force_login(user)
    return user


def a_match(official: User) -> Match:
    return factories.a_called_match(factories.a_desk(official), length=3, white="José-María", black="X")


def a_file(data: bytes = b"") -> SimpleUploadedFile:
    return SimpleUploadedFile("final.mat", data or record())


def test_a_record_goes_to_its_match_and_shows_its_verdict(client: Client, official: User) -> None:
    match = a_match(official)
    answer = client.post("/records/", {"file": a_file(with_an_illegal_play())}, follow=True)
    transcript = match.transcripts.get()
    assert answer.redirect_chain == [(f"/m/{match.code}/record/{transcript.pk}/", 302)]
    assert "Each die is a move" in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (with_an_illegal_play(), "proves no result: illegal play"),
        (damaged("54: 24/20 13/8 ", "74: 24/20 13/8 "), "proves no result: impossible dice"),
        (with_a_wrong_score_line(), "proves no result: its score does not follow from the moves"),
    ],
)
def test_a_file_with_a_fault_says_why_it_proves_no_result(
    client: Client, official: User, data: bytes, reason: str
) -> None:
    match = a_match(official)
    uploads.attach_file(match=match, name="final.mat", data=data, identity=factories.with_account(official))
    reporting.report(match=match, white_score=3, black_score=0, identity=factories.at_table(match, "one"))
    for address in (f"/m/{match.code}/", f"/m/{match.code}/record/{match.transcripts.get().pk}/"):
        page = client.get(address).content.decode()
        assert re.findall(r"proves no result[^<]*", page) == [reason]


def test_a_file_that_stops_before_the_end_is_incomplete(client: Client, official: User) -> None:
    match = a_match(official)
    text = resigned_record(length=3, points=1).replace("and the match", "")
    page = client.post("/records/", {"text": text, "match": match.code}, follow=True).content.decode()
    assert Transcript.objects.get().status == "incomplete"
    assert "<span>Incomplete</span>" in page


def test_a_pasted_match_file_is_accepted(client: Client, official: User) -> None:
    match = a_match(official)
    assert client.post("/records/", {"text": record().decode()}).status_code == 302
    assert match.transcripts.get().name == "pasted"


def test_the_page_lists_the_extensions_of_all_readable_files(client: Client, official: User) -> None:
    page = client.get("/records/").content.decode()
    assert "File (.bgf, .gvab, .json, .mat, .ogxm, .ogxms, .sgf, .sgg, .txt, .xg)" in page


def test_the_same_match_again_is_noticed(client: Client, official: User) -> None:
    match = a_match(official)
    client.post("/records/", {"file": a_file()})
    for address in ("/records/", f"/m/{match.code}/record/"):
        page = client.post(address, {"file": a_file()}, follow=True).content.decode()
        assert "has already been uploaded" in page
    assert Transcript.objects.count() == 1


def test_one_click_chooses_between_several_matches(client: Client, official: User) -> None:
    one, two = a_match(official), a_match(official)
    page = client.post("/records/", {"file": a_file()}, follow=True)
    transcript = Transcript.objects.get()
    assert page.redirect_chain == [(f"/records/{transcript.pk}/", 302)]
    assert [f'value="{match.code}"' in page.content.decode() for match in (one, two)] == [True, True]
    answer = client.post(f"/records/{transcript.pk}/match/", {"match": two.code})
    assert answer["Location"] == f"/m/{two.code}/record/{transcript.pk}/"
    assert client.get(f"/records/{transcript.pk}/").status_code == 404


def test_a_transcript_without_a_match_is_stored_for_its_uploader(client: Client, official: User) -> None:
    client.post("/records/", {"file": a_file()})
    transcript = Transcript.objects.get()
    assert f"/records/{transcript.pk}/" in client.get("/records/").content.decode()
    client.logout()
    client.force_login(factories.a_user("other"))
    assert f"/records/{transcript.pk}/" not in client.get("/records/").content.decode()
    assert client.get(f"/records/{transcript.pk}/").status_code == 404
    assert client.post(f"/records/{transcript.pk}/match/", {"match": "any"}).status_code == 404


def test_an_unlinked_transcript_shows_names_to_its_uploader_only(client: Client, official: User) -> None:
    desk = factories.a_desk(official)
    match = factories.a_called_match(desk, length=7, white="José-María", black="X")
    players.set_public_name(
        player=match.white, shown="code", code_name="Fox", identity=factories.with_account(official)
    )
    client.post("/records/", {"file": a_file()})
    transcript = Transcript.objects.get()
    assert (transcript.match, "José-María" in client.get(f"/records/{transcript.pk}/").content.decode()) == (
        None,
        True,
    )
    addresses = (
        f"/records/{transcript.pk}/",
        f"/m/{match.code}/record/{transcript.pk}/",
        f"/m/{match.code}/record/{transcript.pk}/text/",
        f"/m/{match.code}/record/{transcript.pk}/as/mat/",
        f"/m/{match.code}/record/{transcript.pk}/game/1/",
        f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/",
    )
    for visitor in (None, factories.a_user("stranger"), factories.a_user("owner", is_superuser=True)):
        client.logout()
        if visitor is not None:
            client.force_login(visitor)
        assert [client.get(address).status_code for address in addresses] == [404] * len(addresses)
        assert "José-María" not in client.get("/records/").content.decode()


def test_a_record_of_a_zip_is_read_by_every_official_of_its_desk(client: Client, official: User) -> None:
    desk, colleague = factories.a_desk(official), factories.a_user("colleague")
    desk.officials.add(colleague)
    archive = archives.upload_archive(desk=desk, name="e.zip", data=a_zip(("a.mat", record())), by=official)
    archives.read_archived_file({"file": archive.files.get().pk})
    transcript = Transcript.objects.get()
    client.force_login(colleague)
    assert (
        f"/records/{transcript.pk}/" in client.get(f"/d/{desk.code}/records/{archive.code}/").content.decode()
    )
    page = client.get(f"/records/{transcript.pk}/").content.decode()
    assert (
        "José-María" in page,
        f"/records/{transcript.pk}/" in client.get("/records/").content.decode(),
    ) == (
        True,
        False,
    )
    desk.officials.remove(colleague)
    assert client.get(f"/records/{transcript.pk}/").status_code == 404


def test_a_transcript_of_another_length_does_not_settle_the_match(client: Client, official: User) -> None:
    client.post("/records/", {"file": a_file()})
    transcript = Transcript.objects.get()
    other = factories.a_called_match(factories.a_desk(official), length=7)
    answer = client.post(f"/records/{transcript.pk}/match/", {"match": other.code}, follow=True)
    assert "This is a 7-point match; the match file is of a 3-point match." in answer.content.decode()
    transcript.refresh_from_db()
    assert (transcript.match, transcript.status, transcript.white_score) == (other, "disputed", None)


def test_an_invalid_file_is_refused_with_line_and_expectation(client: Client, official: User) -> None:
    answer = client.post("/records/", {"text": "Dear director,\nhere it is."})
    assert (answer.status_code, Transcript.objects.count()) == (400, 0)
    assert "here it is." in answer.content.decode()
    assert client.post("/records/", {}).status_code == 400


def test_a_file_of_another_kind_is_named_with_a_link_to_its_page(client: Client, official: User) -> None:
    match = a_match(official)
    sentences = {
        "matches.zip": (a_zip(("one.mat", record())), "This is a zip."),
        "board.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(5_000_000), "This is an image"),
        "final.xg": (b"RGMH\x01\0\0\0", "This eXtreme Gammon file is damaged at byte 8"),
    }
    for address in ("/records/", f"/m/{match.code}/record/"):
        for name, (data, sentence) in sentences.items():
            answer = client.post(address, {"file": SimpleUploadedFile(name, data)})
            assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
    page = client.post("/records/", {"file": SimpleUploadedFile("a.zip", sentences["matches.zip"][0])})
    assert f"/d/{match.desk.code}/records/" in page.content.decode()


def test_too_many_records_in_an_hour_are_refused(
    client: Client, official: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_views, "UPLOADS_PER_HOUR", 2)
    answers = [client.post("/records/", {"text": "nothing"}).status_code for _ in range(3)]
    assert answers == [400, 400, 429]


def test_a_badge_is_enough_and_its_phone_keeps_the_record(client: Client) -> None:
    match = factories.a_called_match(factories.a_desk(), length=7)
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token})
    page = client.post("/records/", {"file": a_file()}, follow=True)
    assert (page.status_code, "Choose the match" in page.content.decode()) == (200, True)


def test_an_anonymous_visitor_has_to_sign_in(client: Client) -> None:
    page = client.get("/records/").content.decode()
    assert ("/sign-in/?next=/records/" in page, 'type="file"' in page) == (True, False)
    assert client.post("/records/", {"file": a_file()}).status_code == 403


def test_an_unlinked_transcript_is_replayed_by_its_uploader(client: Client, official: User) -> None:
    client.post("/records/", {"file": a_file()})
    transcript = Transcript.objects.get()
    page = " ".join(client.get(f"/records/{transcript.pk}/?game=2&action=1").content.decode().split())
    response = client.get(f"/records/{transcript.pk}/game/2/")

    assert re.findall(r'data-game="(\d+)" data-action="(\d+)" data-games-url="([^"]*)"', page) == [
        ("2", "1", f"/records/{transcript.pk}/game/0/")
    ]
    assert (response.status_code, response.json()["game"]) == (200, 2)
    assert client.get(f"/records/{transcript.pk}/game/9/").status_code == 404
    assert Client().get(f"/records/{transcript.pk}/game/2/").status_code == 404


def test_a_file_with_an_illegal_play_proves_no_result(client: Client, official: User) -> None:
    match = a_match(official)
    client.post("/records/", {"file": a_file(with_an_illegal_play())})
    path = f"/m/{match.code}/record/{match.transcripts.get().pk}/"
    reporting.report(match=match, white_score=3, black_score=0, identity=factories.at_table(match))
    for address in (f"/m/{match.code}/", path):
        page = client.get(address).content.decode()
        assert ("proves no result: illegal play" in page, "contradicts the result" in page) == (True, False)


def test_a_file_that_differs_from_the_score_sheet_is_named_so(client: Client, official: User) -> None:
    match = a_match(official)
    client.post("/records/", {"file": a_file()})
    addresses = (f"/m/{match.code}/", f"/m/{match.code}/record/{match.transcripts.get().pk}/")
    shown = "differs from the score sheet"
    assert [shown in client.get(address).content.decode() for address in addresses] == [False, False]

    by = Identity(user=official)
    scoring.score_game(match=match, winner="black", kind="single", cube=1, identity=by)
    assert [shown in client.get(address).content.decode() for address in addresses] == [True, True]


def test_a_pasted_text_that_is_no_match_file_stays_on_the_page_of_the_match(
    client: Client, official: User
) -> None:
    match = a_match(official)
    answer = client.post(f"/m/{match.code}/record/", {"text": "The hall closes"})

    assert answer.status_code == 400
    assert form_with(answer.text, "Check and save").data()["text"] == "The hall closes"


def test_the_pages_show_what_a_contradicting_file_says_before_anything_is_pressed(
    client: Client, official: User
) -> None:
    match = a_match(official)
    reporting.report(match=match, white_score=3, black_score=1, identity=factories.at_table(match, "one"))
    client.post("/records/", {"file": a_file()})
    file_page = f"/m/{match.code}/record/{match.transcripts.get().pk}/"
    phone = Client()
    card = f"?table={match.table.code}"
    page = " ".join(phone.get(f"/m/{match.code}/report/{card}").content.decode().split())
    assert "ends 3–0, but 3–1 was reported." in page
    assert f'href="{file_page}{card}"' in page
    form = form_with(phone.get(file_page + card).text, "Report 3–0")
    assert phone.post(f"{file_page}report/", form.data()).status_code == 302
    match.refresh_from_db()
    assert (match.status, match.reports.count()) == ("disputed", 2)


def test_the_page_of_a_match_without_entered_games_points_to_its_files(
    client: Client, official: User
) -> None:
    match = a_match(official)
    assert "No game scores recorded." in client.get(f"/m/{match.code}/").content.decode()
    client.post("/records/", {"file": a_file()})
    page = client.get(f"/m/{match.code}/").content.decode()
    assert ("No game scores recorded." in page, "See the match files." in page) == (False, True)
