"""OGXM files on the pages of matches, in the API and on the shell: uploads, downloads and signatures."""

import base64
import json

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from matches.models import Match, Outbox, User
from matches.records.models import PublicKey, Transcript
from matches.records.services import archives
from matches.services import outbox, players
from rules.formats import read
from tests import factories
from tests.matches.records.files import a_zip
from tests.rules.ogxm_files import KEY, SAMPLES, assert_codec_accepts, ogxm_file, sample, section

pytestmark = pytest.mark.django_db

LENGTH, WHITE, BLACK = 5, "Alice", "Nicolò"
KNOWN_HERE = {KEY: "Club of samples"}


@pytest.fixture(autouse=True)
def nobody_has_written() -> None:
    cache.clear()


@pytest.fixture
def official(client: Client) -> User:
    """Someone signed in at a desk."""
    user = factories.a_user("director")
    client.force_login(user)
    return user


@pytest.fixture
def match(official: User) -> Match:
    """The match that the signed samples are of."""
    return factories.a_called_match(factories.a_desk(official), length=LENGTH, white=WHITE, black=BLACK)


def upload(client: Client, match: Match, data: bytes, ending: str = "ogxm") -> str:
    """Upload a file on the page of a match and return the page of the match file."""
    file = SimpleUploadedFile(f"final.{ending}", data)
    page = client.post(f"/m/{match.code}/record/", {"file": file}, follow=True)
    assert page.status_code == 200
    return page.content.decode()


def address_of(match: Match) -> str:
    return f"/m/{match.code}/record/{match.transcripts.get().pk}"


def test_the_bytes_of_an_upload_are_preserved_and_given_back(client: Client, match: Match) -> None:
    upload(client, match, sample("signed"))
    transcript = match.transcripts.get()
    assert (transcript.status, transcript.white_score, transcript.black_score) == ("certified", 5, 0)
    for address in (f"{address_of(match)}/text/", f"{address_of(match)}/as/ogxm/"):
        answer = client.get(address)
        assert (answer.content, answer["Content-Type"]) == (sample("signed"), "application/octet-stream")
        assert answer["Content-Disposition"].endswith('.ogxm"')


def test_a_file_of_gammonview_is_read_by_the_same_reader(client: Client, match: Match) -> None:
    upload(client, match, sample("signed"), "gvab")
    assert match.transcripts.get().format == "ogxm"


def test_any_match_file_can_be_downloaded_as_ogxm(client: Client, match: Match) -> None:
    sheet = (SAMPLES.parent / "records" / "m031_5pt.mat").read_bytes()
    upload(client, match, sheet, "mat")
    page = client.get(f"{address_of(match)}/as/ogxm/")
    assert_codec_accepts(page.content)
    assert read(page.content).same_games_as(read(sheet))
    api = f"/api/v1/matches/{match.code}/transcripts/{match.transcripts.get().pk}/files/ogxm/"
    answer = client.get(api)
    assert (answer.content, answer["Content-Type"]) == (page.content, "application/octet-stream")


@pytest.mark.parametrize(
    ("name", "is_known", "sentence", "status"),
    [
        ("signed", True, "Signed by Club of samples", "known_key"),
        ("signed", False, "Signed, by a key unknown here", "unknown_key"),
        ("names-exchanged", True, "Changed after it was signed", "changed"),
    ],
)
def test_a_signature_is_shown_on_the_page_in_the_api_and_on_the_shell(
    client: Client,
    match: Match,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    name: str,
    is_known: bool,
    sentence: str,
    status: str,
) -> None:
    settings.MATCH_FILE_KEYS = KNOWN_HERE if is_known else {}
    assert sentence in upload(client, match, sample(name))
    address = f"/api/v1/matches/{match.code}/transcripts/{match.transcripts.get().pk}/"
    [signature] = client.get(address).json()["signatures"]
    signer = "Club of samples" if status == "known_key" else ""
    assert signature == {"subject": "match", "status": status, "covers": ["MTCH", "GAME"], "signer": signer}
    call_command("check_record", str(SAMPLES / f"{name}.ogxm"), language="en")
    assert f"  {sentence}\n" in capsys.readouterr().out
    call_command("check_record", str(SAMPLES / f"{name}.ogxm"), json=True, language="en")
    [row] = json.loads(capsys.readouterr().out)["signatures"]
    assert row == {**signature, "sentence": sentence}


def test_a_command_knows_the_keys_that_an_administrator_has_listed(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    [public_key] = KNOWN_HERE
    settings.MATCH_FILE_KEYS = {}
    PublicKey.objects.create(
        site="samples.example", key_id="one", public_key=base64.b64encode(public_key).decode()
    )
    call_command("check_record", str(SAMPLES / "signed.ogxm"), language="en")
    assert "  Signed by samples.example (one)\n" in capsys.readouterr().out


def test_a_signature_that_cannot_be_checked_is_named(client: Client, match: Match) -> None:
    data = ogxm_file((), section("MSIG", b"\1\0"), length=LENGTH)
    assert "Signed, but the signature cannot be checked here" in upload(client, match, data)


def test_a_file_without_a_signature_says_nothing_of_one(client: Client, match: Match) -> None:
    assert 'class="row signature"' not in upload(client, match, sample("unsigned"))
    [transcript] = client.get(f"/api/v1/matches/{match.code}/transcripts/").json()["results"]
    detail = client.get(f"/api/v1/matches/{match.code}/transcripts/{transcript['id']}/").json()
    assert detail["signatures"] == []


def test_hidden_names_are_in_no_download_and_the_signature_is_not_shown(
    client: Client, match: Match, official: User
) -> None:
    name = BLACK.encode()
    upload(client, match, sample("signed"))
    assert name in sample("signed")
    identity = factories.with_account(official)
    players.set_public_name(player=match.black, shown="code", code_name="Goose", identity=identity)
    for address in (f"{address_of(match)}/text/", f"{address_of(match)}/as/ogxm/"):
        answer = client.get(address)
        assert (b"Goose" in answer.content, name in answer.content) == (True, False)
        assert answer["Content-Disposition"].endswith('.ogxm"')
    assert 'class="row signature"' not in client.get(f"{address_of(match)}/").content.decode()


def test_a_stream_in_a_bulk_upload_is_one_file_for_each_match(official: User, match: Match) -> None:
    factories.a_match(match.desk, length=3, white="José-María", black="X")
    stream = sample("signed") + sample("unsigned")
    for name, data in (("night.ogxms", stream), ("night.zip", a_zip(("night.ogxms", stream)))):
        archive = archives.upload_archive(desk=match.desk, name=name, data=data, by=official)
        for row in Outbox.objects.order_by("id"):
            outbox.deliver_message(outbox_id=row.pk)
        assert list(archive.files.values_list("name", flat=True)) == ["night-1.ogxms", "night-2.ogxms"]
    assert sorted(Transcript.objects.values_list("match__length", flat=True)) == [3, 5]
    broken = archives.upload_archive(desk=match.desk, name="part.ogxms", data=stream[:-1], by=official)
    assert list(broken.files.values_list("name", flat=True)) == ["part.ogxms"]


def test_a_damaged_file_is_refused_with_byte_and_field(client: Client, match: Match) -> None:
    file = SimpleUploadedFile("final.ogxm", sample("flipped-byte"))
    answer = client.post(f"/m/{match.code}/record/", {"file": file})
    assert answer.status_code == 400
    assert "This OGXM file is damaged at byte 868 (CSUM)" in answer.content.decode()
    assert Transcript.objects.count() == 0
