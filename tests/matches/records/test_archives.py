"""Zips of match files: every file is processed exactly once, and the desk sees its outcome."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from matches.models import Desk, Match, Notice, Outbox, User
from matches.records.models import Archive, ArchivedFile, Transcript
from matches.records.queries import archives as archive_queries
from matches.records.services import archives, uploads
from matches.services import outbox
from rules.formats import read, write
from tests.factories import a_called_match, a_desk, a_match, a_user
from tests.factory_recordings import replayed
from tests.matches.records.files import SEVEN, a_zip, damaged, record, with_an_illegal_play
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

FILES = (
    ("evening/fine.mat", record(SEVEN)),
    ("evening/again.sgf", write(read(record(SEVEN)), "sgf").encode()),
    ("evening/unlawful.mat", with_an_illegal_play()),
    ("evening/stray.mat", record("m019_7pt.mat").replace(b"Bob", b"Zoe")),
    ("evening/notes.txt", b"Bring the dice cups.\n"),
    ("evening/broken.mat", damaged("54: 24/20 13/8 ", "54: 24/2x 13/8 ")),
)


@pytest.fixture
def official() -> User:
    return a_user("official")


@pytest.fixture
@replayed
def desk(official: User) -> Desk:
    """A desk with one match for each of two of the records."""
    desk = a_desk(official)
    a_called_match(desk, length=7, white="Alice", black="X")
    a_match(desk, length=3, white="José-María", black="X")
    return desk


def upload_files(desk: Desk, by: User, *files: tuple[str, bytes]) -> Archive:
    return archives.upload_archive(desk=desk, name="evening.zip", data=a_zip(*(files or FILES)), by=by)


def work() -> None:
    """Deliver every message of the outbox twice, as a worker does."""
    for row in [*Outbox.objects.order_by("id"), *Outbox.objects.order_by("id")]:
        outbox.deliver_message(outbox_id=row.pk)


def statuses(archive: Archive) -> list[tuple[str, str]]:
    return list(archive.files.values_list("name", "status"))


def test_every_file_is_processed(desk: Desk, official: User) -> None:
    archive = upload_files(desk, official)
    assert statuses(archive) == [(name.rsplit("/", 1)[1], "pending") for name, _ in FILES]
    work()
    assert statuses(archive) == [
        ("fine.mat", "attached"),
        ("again.sgf", "duplicate"),
        ("unlawful.mat", "attached"),
        ("stray.mat", "unassigned"),
        ("notes.txt", "rejected"),
        ("broken.mat", "rejected"),
    ]
    fine, again, unlawful, stray, notes, broken = archive.files.select_related("transcript")
    assert fine.transcript is not None
    assert unlawful.transcript is not None
    assert stray.transcript is not None
    assert (fine.transcript.status, again.transcript) == ("certified", fine.transcript)
    assert (unlawful.transcript.status, unlawful.transcript.fault["law"]) == ("disputed", "move.dice")
    assert (stray.transcript.match, stray.transcript.status) == (None, "certified")
    assert [
        (archived_file.problem["law"], archived_file.problem["facts"]["line"])
        for archived_file in (notes, broken)
    ] == [
        ("record.readable", 1),
        ("record.readable", read_line()),
    ]
    assert Transcript.objects.count() == 3
    assert Notice.objects.filter(topic=f"desk:{desk.code}", kind="records").count() == len(FILES)
    assert not ArchivedFile.objects.exclude(data=None).exists()


def read_line() -> int:
    """The line at which the broken file is unreadable."""
    error = refusal(uploads.parse_file, name="x", data=FILES[5][1])
    return int(str(error.facts["line"]))


def test_a_single_match_file_is_an_upload_of_one_file(desk: Desk, official: User) -> None:
    name, data = FILES[0]
    archive = archives.upload_archive(desk=desk, name=name, data=data, by=official)
    work()
    assert statuses(archive) == [(name.rsplit("/", 1)[1], "attached")]


def test_the_same_zip_again_brings_nothing_new(desk: Desk, official: User) -> None:
    upload_files(desk, official)
    work()
    again = upload_files(desk, official)
    work()
    assert [status for _, status in statuses(again)] == ["duplicate"] * 4 + ["rejected"] * 2
    assert Transcript.objects.count() == 3


def test_only_an_official_uploads_and_later_lost_rights_skip_files(desk: Desk, official: User) -> None:
    error = refusal(archives.upload_archive, desk=desk, name="a", data=a_zip(*FILES), by=a_user())
    assert (error.code, Archive.objects.count()) == ("desk_only", 0)
    archive = upload_files(desk, official, FILES[0])
    desk.officials.clear()
    work()
    file = archive.files.get()
    assert (file.status, file.problem["code"], Transcript.objects.count()) == ("rejected", "desk_only", 0)


def test_matches_of_other_desks_are_not_looked_at(official: User, desk: Desk) -> None:
    other = a_desk(official, name="Elsewhere")
    archive = upload_files(other, official, FILES[0])
    work()
    assert statuses(archive) == [("fine.mat", "unassigned")]


def test_one_tap_links_a_file_to_its_match(desk: Desk, official: User, client: Client) -> None:
    second = a_match(desk, length=7, white="Alice", black="X")
    archive = upload_files(desk, official, FILES[0])
    work()
    client.force_login(official)
    address = f"/d/{desk.code}/records/{archive.code}/"
    page = client.get(address).content.decode()
    assert page.count('<button class="button secondary" name="match" value="') == 2
    answer = client.post(f"{address}1/match/", {"match": second.code})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}#f1")
    file = archive.files.select_related("transcript").get()
    assert file.transcript is not None
    assert (file.status, file.transcript.match) == ("attached", second)
    again = client.post(f"{address}1/match/", {"match": second.code})
    assert again.status_code == 409


def test_a_match_may_be_named_by_the_address_of_its_page(desk: Desk, official: User, client: Client) -> None:
    archive = upload_files(desk, official, FILES[3])
    work()
    match = a_match(desk, length=7, white="Unlike", black="Anybody")
    client.force_login(official)
    address = f"/d/{desk.code}/records/{archive.code}/1/match/"
    for code, status in (("nothing", 404), (f"https://club.example/m/{match.code}/?table=x", 302)):
        assert client.post(address, {"match": code}).status_code == status
    assert archive.files.get().status == "attached"


def test_a_match_of_another_desk_is_not_found(desk: Desk, official: User, client: Client) -> None:
    archive = upload_files(desk, official, FILES[3])
    work()
    foreign = a_match(a_desk(official), length=7)
    client.force_login(official)
    answer = client.post(f"/d/{desk.code}/records/{archive.code}/1/match/", {"match": foreign.code})
    assert answer.status_code == 404


def test_the_page_shows_the_progress_of_a_zip_and_refreshes(
    desk: Desk, official: User, client: Client
) -> None:
    client.force_login(official)
    upload = SimpleUploadedFile("evening.zip", a_zip(*FILES))
    address = client.post(f"/d/{desk.code}/records/", {"file": upload})["Location"]
    page = client.get(address).content.decode()
    assert '<progress max="6" value="0"' in page
    assert f'content="3;url={address}"' in page
    work()
    page = client.get(address).content.decode()
    assert '<progress max="6" value="6"' in page
    assert "http-equiv" not in page
    assert "Each die is a move" not in page
    assert [text in page for text in ("fine.mat", "already uploaded", "not imported", "line 1")] == [True] * 4


def test_an_invalid_zip_is_refused_and_not_stored(desk: Desk, official: User, client: Client) -> None:
    client.force_login(official)
    for data, status in ((record(), 400), (a_zip(("folder/", b"")), 409)):
        upload = SimpleUploadedFile("evening.zip", data)
        assert client.post(f"/d/{desk.code}/records/", {"file": upload}).status_code == status
    assert client.post(f"/d/{desk.code}/records/").status_code == 400
    assert (Archive.objects.count(), Outbox.objects.count()) == (0, 0)


def test_the_page_takes_a_fixed_number_of_queries(
    desk: Desk, official: User, client: Client, django_assert_max_num_queries: Any
) -> None:
    stray = FILES[3][1].decode()
    one = upload_files(desk, official, FILES[3])
    files = [(f"{name}.mat", stray.replace("Zoe", name).encode()) for name in ("Zia", "Zac", "Zed")]
    many = upload_files(desk, official, *FILES, *files)
    work()
    client.force_login(official)
    with django_assert_max_num_queries(9):
        client.get(f"/d/{desk.code}/records/{one.code}/")
    with django_assert_max_num_queries(9):
        client.get(f"/d/{desk.code}/records/{many.code}/")


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "lost", "data": None},
        {"status": "pending", "data": None},
        {"status": "rejected", "data": b"x"},
        {"status": "attached", "data": None},
        {"status": "pending", "data": b"x", "number": 1},
    ],
)
def test_the_database_refuses_invalid_files(desk: Desk, official: User, fields: dict[str, Any]) -> None:
    archive = upload_files(desk, official, FILES[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        ArchivedFile.objects.create(**{"archive": archive, "number": 2, "name": "x"} | fields)


def test_progress_counts_processed_files(desk: Desk, official: User) -> None:
    archive = upload_files(desk, official)
    before = archive_queries.get_archive_progress(desk, archive.code)
    work()
    after = archive_queries.get_archive_progress(desk, archive.code)
    assert before is not None
    assert after is not None
    assert (before.done, before.is_done, after.done, after.is_done) == (0, False, 6, True)
    assert dict(after.counts) == {"attached": 2, "duplicate": 1, "unassigned": 1, "rejected": 2}
    assert archive_queries.get_archive_progress(a_desk(), archive.code) is None
    assert [
        (zip_archive.count, zip_archive.attached) for zip_archive in archive_queries.get_archives(desk)
    ] == [(6, 2)]
    assert Match.objects.get(length=3).transcripts.get().status == "disputed"
