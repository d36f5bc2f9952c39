"""A match file that is linked to no match is removed by its uploader."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.records.models import ArchivedFile, FileStatus, Transcript
from matches.records.services import archives, uploads
from tests.factories import a_called_match, a_desk, a_user, with_account, with_badge
from tests.matches.records.files import a_zip, record
from tests.matches.records.test_archives import work
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def an_unassigned_file(username: str = "keeper") -> tuple[Transcript, Client]:
    """A file without a match, and the browser of its uploader."""
    client, user = Client(), a_user(username)
    client.force_login(user)
    client.post("/records/", {"file": SimpleUploadedFile("final.mat", record())})
    return Transcript.objects.get(), client


def test_the_uploader_removes_a_file_by_its_page() -> None:
    transcript, client = an_unassigned_file()
    page = client.get(f"/records/{transcript.pk}/").content.decode()
    answer = client.post(f"/records/{transcript.pk}/remove/", follow=True)

    assert f'action="/records/{transcript.pk}/remove/"' in page
    assert answer.redirect_chain == [("/records/", 302)]
    assert "Match file removed: final.mat." in answer.content.decode()
    assert not Transcript.objects.exists()


def test_nobody_else_removes_it_and_a_linked_file_is_not_removed() -> None:
    transcript, _client = an_unassigned_file()
    somebody_else = Client()
    somebody_else.force_login(a_user("somebody"))
    assert somebody_else.post(f"/records/{transcript.pk}/remove/").status_code == 404
    other = with_account(a_user("other"))
    assert refusal(uploads.remove_transcript, transcript=transcript, identity=other).code == "record_absent"

    match = a_called_match(a_desk(a_user("official")), length=3, white="José-María", black="X")
    player = with_badge(match, "white")
    linked = uploads.attach_file(match=match, name="final.mat", data=record(), identity=player)
    assert refusal(uploads.remove_transcript, transcript=linked, identity=player).code == "record_linked"


def test_a_removed_file_of_an_archive_is_listed_as_removed() -> None:
    official = a_user("official")
    desk = a_desk(official)
    data = a_zip(("a.mat", record()))
    archive = archives.upload_archive(desk=desk, name="all.zip", data=data, by=official)
    work()
    transcript = Transcript.objects.get()
    uploads.remove_transcript(transcript=transcript, identity=with_account(official))
    file = ArchivedFile.objects.get()
    assert (file.status, file.transcript, file.problem["code"]) == (
        FileStatus.REJECTED,
        None,
        "record_removed",
    )
    client = Client()
    client.force_login(official)
    page = client.get(f"/d/{desk.code}/records/{archive.code}/").content.decode()
    assert "Removed by its uploader." in page


def test_it_is_removed_by_the_api() -> None:
    transcript, client = an_unassigned_file()
    assert client.delete(f"/api/v1/transcripts/{transcript.pk}/").status_code == 204
    assert not Transcript.objects.exists()
