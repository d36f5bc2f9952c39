"""A match file that was uploaded by mistake is taken out of its match by its uploader or the desk."""

from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from matches.models import Match, User
from matches.records.models import RecordedPosition, Transcript
from matches.records.queries import transcripts
from matches.records.services import contradictions, uploads
from tests.factories import a_called_match, a_desk, a_user, with_account, with_badge
from tests.matches.records.files import record
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

FITTING: dict[str, Any] = {"length": 3, "white": "José-María", "black": "X"}


@pytest.fixture
def match() -> Match:
    return a_called_match(a_desk(a_user("official")), **FITTING)


def official() -> User:
    return User.objects.get(username="official")


def attach(match: Match, by: User, data: bytes | None = None) -> Transcript:
    return uploads.attach_file(
        match=match, name="final.mat", data=data or record(), identity=with_account(by)
    )


def test_a_withdrawn_file_neither_proves_nor_contradicts_and_can_be_assigned_again(match: Match) -> None:
    transcript = attach(match, official())
    assert contradictions.find_contradiction(match, (3, 1)) is not None
    withdrawn = uploads.withdraw_transcript(transcript=transcript, identity=with_account(official()))
    assert (withdrawn.match, withdrawn.agrees, RecordedPosition.objects.count()) == (None, None, 0)
    assert contradictions.find_contradiction(match, (3, 1)) is None
    assert list(transcripts.get_unassigned_uploads(with_account(official()))) == [withdrawn]
    other = a_called_match(a_desk(official()), **FITTING)
    linked = uploads.link_transcript(transcript=withdrawn, match=other, identity=with_account(official()))
    assert (linked.pk, linked.match) == (transcript.pk, other)


def test_the_uploader_and_officials_alone_can_withdraw_it(match: Match) -> None:
    player = a_user("player")
    badge_of_white, badge_of_black = (with_badge(match, side) for side in ("white", "black"))
    transcript = uploads.attach_file(match=match, name="final.mat", data=record(), identity=badge_of_white)
    for identity in (with_account(player), badge_of_black):
        refused = refusal(partial(uploads.withdraw_transcript, transcript=transcript, identity=identity))
        assert refused.code == "not_your_match"
    assert uploads.withdraw_transcript(transcript=transcript, identity=badge_of_white).match is None


def test_a_file_withdrawn_twice_is_stored_once(match: Match) -> None:
    uploads.store_unassigned_file(name="copy.mat", data=record(), identity=with_account(official()))
    transcript = attach(match, official())
    uploads.withdraw_transcript(transcript=transcript, identity=with_account(official()))
    assert [row.pk for row in Transcript.objects.all()] == [transcript.pk]
    assert refusal(
        lambda: uploads.withdraw_transcript(transcript=transcript, identity=with_account(official()))
    )


def test_a_result_reported_from_a_withdrawn_file_stays(match: Match) -> None:
    transcript = attach(match, official())
    report = contradictions.report_transcript(
        match=match, transcript=transcript, identity=with_account(official())
    )
    uploads.withdraw_transcript(transcript=transcript, identity=with_account(official()))
    match.refresh_from_db()
    assert (report.white_score, report.black_score) == (match.white_score, match.black_score)


def test_the_page_of_the_file_has_the_button(client: Client, match: Match) -> None:
    transcript = attach(match, official())
    page, address = (
        reverse(name, args=[match.code, transcript.pk]) for name in ("transcript", "withdraw-transcript")
    )
    assert address not in client.get(page).content.decode()
    client.force_login(official())
    assert address in client.get(page).content.decode()
    answer = client.post(address, follow=True).content.decode()
    assert "Match file withdrawn: final.mat." in answer
    assert client.get(page).status_code == 404


def test_the_same_moves_under_other_names_are_a_warning(client: Client, match: Match) -> None:
    client.force_login(official())
    address = reverse("attach-file", args=[match.code])

    def upload(data: bytes) -> str:
        answer = client.post(address, {"file": SimpleUploadedFile("final.mat", data)}, follow=True)
        return answer.content.decode()

    upload(record())
    again = upload(record())
    assert ("already been uploaded" in again, "other players" in again) == (True, False)
    page = upload(record().replace("José-María".encode(), b"Giovanni Pascoli"))
    assert "yours names Giovanni Pascoli and X" in page
