"""Invalid values in forms, JSON, headers and addresses: a refusal with nothing changed, never a server
error."""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from matches.models import Desk, Match, Player
from tests.matches.accounts.account_factories import fresh
from tests.site.addresses import BY_PATH, list_calls
from tests.site.bodies import SCORE
from tests.site.two_clubs import SITUATIONS, Site, body_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Club, Entry, JournalEntry, Season, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

BAD = (
    "nul\x00byte",
    "\ud800",
    "9223372036854775808",
    "-9223372036854775809",
    "x" * 70_000,
    "NaN",
    "0001-01-01",
    "9999-12-31",
)
FIELDS = {address.path: call.all_fields for _, address, call in list_calls("POST") if call.all_fields}
FORMS = {path: fields for path, fields in FIELDS.items() if not BY_PATH[path].is_api}
JSON = {path: fields for path, fields in FIELDS.items() if BY_PATH[path].is_api}
Send = Callable[[str, dict[str, Any]], HttpResponse]
BAD_JSON = (*BAD, 2**63, -(2**63) - 1, 1.5, 1e300, True, None, [], {}, [[[]]], {"\ud800": 1})
ADDRESSES = (
    "/m/%00/",
    "/t/%00/",
    "/p/%00/",
    "/m/%ED%A0%80/",
    "/laws/%00/",
    "/laws/..%2f..%2fetc/",
    "/clubs/%00/",
    "/clubs/none/",
    "/m/{match}/record/9223372036854775808/",
    "/m/{match}/record/{record}/?game=9223372036854775808&action=-1",
    "/m/{match}/record/{record}/?game=%00&action=NaN",
    "/m/{match}/report/?table=%00",
    "/m/{match}/score/?table=%ED%A0%80",
    "/clubs/{club}/ratings/?player=%00",
    "/clubs/{club}/standings/?season=%00",
    "/clubs/{competition}/?player=%00",
    "/clubs/{competition}/bracket/?player=%ED%A0%80",
    "/clubs/{competition}/desk/correct/{match}/?white_score=99999999999999999999&black_score=0",
    "/clubs/{competition}/desk/correct/{match}/?white_score=7&black_score=0&choice-%00=%00",
    "/clubs/{competition}/desk/correct/none/",
    "/api/v1/matches/?desk=%00&status=%00",
    "/api/v1/matches/?limit=9223372036854775808&offset=9223372036854775808",
    "/api/v1/matches/?limit=-1&offset=NaN",
    "/api/v1/matches/{match}/transcripts/999999999999999/",
    "/api/v1/clubs/{club}/rating-lists/9223372036854775808/ratings/",
    "/api/v1/clubs/%00/",
    "/api/v1/clubs/{club}/players/none/",
    "/api/v1/events/9223372036854775808/",
    "/sign-in/?next=//evil.example",
    "/sign-in/password/1-%00/",
    "/sign-in/password/zzzzzzzzzzzzzzz-x-y/",
    "/account/email/%00/",
    "/account/email/Mg:1:x/",
    "/account/links/?to=%00",
    "/account/passkeys/99999999999999999999/",
)
HEADERS = (
    {"HTTP_X_DEVICE": "a phone with blanks \x7f"},
    {"HTTP_X_DEVICE": "x" * 7_000},
    {"HTTP_X_DEVICE": "phone", "HTTP_X_FORWARDED_FOR": "many, words " * 50},
    {"HTTP_X_TABLE": "\x00"},
    {"HTTP_IDEMPOTENCY_KEY": "x" * 65},
    {"HTTP_IDEMPOTENCY_KEY": "è"},
    {"HTTP_AUTHORIZATION": "Badge \xff\x00"},
    {"HTTP_AUTHORIZATION": "Badge a b c"},
    {"HTTP_ACCEPT_LANGUAGE": "\x00;q=NaN"},
    {"HTTP_COOKIE": "badge=1:evil; device=\x00; theme=<b>; django_language=../../x; sessionid=\x00"},
    {"HTTP_COOKIE": "following=\x00; known=1:evil"},
    {"CONTENT_TYPE": "text/evil"},
)
FILES = (
    b"",
    b"\x00" * 100,
    b"\xff\xfe\x00",
    b"{" * 50_000,
    b"[" * 100_000,
    b"PK\x03\x04",
    b'{"players": ["\\ud800", "x"]}',
)


@pytest.fixture
def director(site: Site) -> Client:
    """The browser of the director; server errors are answers, so that all of them are reported at once."""
    cache.clear()
    client = Client(raise_request_exception=False)
    fresh(client, site.director)
    return client


def tried(bad: Sequence[Any], place: int) -> Sequence[Any]:
    """The values for the field at `place`: all of them in the proofs, otherwise three that vary by field."""
    if os.environ.get("PROVE") == "1":
        return bad
    return [bad[(place * 3 + step) % len(bad)] for step in range(3)]


def get_state(site: Site) -> list[object]:
    """The state that a refused request must not change."""
    site.match.refresh_from_db()
    counts = [
        model.objects.count()
        for model in (Entry, JournalEntry, Player, Club, Season, Tournament, Desk, Match)
    ]
    return [site.match.version, site.match.status, *counts]


def judged(answer: HttpResponse, before: list[object], site: Site) -> str:
    """The fault of an answer, or "" if it is a success, or a refusal with nothing changed."""
    if answer.status_code >= 500:
        return str(answer.status_code)
    is_refused = answer.status_code >= 400
    return "refused, yet something changed" if is_refused and get_state(site) != before else ""


def body(address: str, site: Site) -> dict[str, Any]:
    values = {"card": "", "token": "t", "version": site.match.version, "waiting": 1, "last": 4}
    return body_of(BY_PATH[address].calls["POST"].body, site, **values)


@pytest.mark.parametrize("address", FORMS)
def test_forms_with_invalid_values_are_refused(director: Client, site: Site, address: str) -> None:
    def send(path: str, data: dict[str, Any]) -> HttpResponse:
        data.pop("file", None)
        form = urlencode(data, errors="surrogatepass")
        return director.post(path, form, content_type="application/x-www-form-urlencoded")

    assert faults_of(site, address, FORMS[address], BAD, send) == {}


@pytest.mark.parametrize("address", JSON)
def test_json_with_invalid_values_is_refused(director: Client, site: Site, address: str) -> None:
    def send(path: str, data: dict[str, Any]) -> HttpResponse:
        return director.post(path, json.dumps(data), content_type="application/json")

    assert faults_of(site, address, JSON[address], BAD_JSON, send) == {}


def faults_of(
    site: Site, address: str, fields: Sequence[str], bad: Sequence[Any], send: Send
) -> dict[tuple[str, str], str]:
    """The faulty answers to requests with one invalid field each, by field and value."""
    faults = {}
    with transaction.atomic():
        if situation := BY_PATH[address].calls["POST"].situation:
            SITUATIONS[situation](site)
        for place, field in enumerate(fields):
            for value in tried(bad, place):
                with transaction.atomic():
                    before = get_state(site)
                    cache.clear()
                    data = {**body(address, site), field: value}
                    faults[field, str(value)[:20]] = judged(
                        send(address.format(**site.names), data), before, site
                    )
                    transaction.set_rollback(True)
        transaction.set_rollback(True)
    return {field_and_value: fault for field_and_value, fault in faults.items() if fault}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "NaN", "[" * 100_000, '{"white_score": NaN}'])
def test_json_that_is_no_object_is_refused(director: Client, site: Site, text: str) -> None:
    path = f"/api/v1/matches/{site.match.code}/reports/"

    assert director.post(path, text, content_type="application/json").status_code == 400


def test_invalid_addresses_cause_no_server_error(
    subtests: pytest.Subtests, director: Client, site: Site
) -> None:
    for address in ADDRESSES:
        with subtests.test(address=address):
            assert director.get(address.format(**site.names)).status_code in {200, 302, 400, 404, 409}


@pytest.mark.parametrize("headers", HEADERS)
def test_invalid_headers_cause_no_server_error(site: Site, headers: dict[str, str]) -> None:
    client = Client(raise_request_exception=False)
    kind = {"content_type": headers.get("CONTENT_TYPE", "application/json")}
    extra = {name: value for name, value in headers.items() if name != "CONTENT_TYPE"}
    score = json.dumps(SCORE)

    api_response = client.post(f"/api/v1/matches/{site.match.code}/reports/", score, **kind, **extra)
    response = client.get(f"/m/{site.match.code}/report/", **extra)

    has_nul = "\x00" in extra.get("HTTP_X_TABLE", "")
    assert (api_response.status_code in {400, 403, 404, 415}, response.status_code) == (
        True,
        400 if has_nul else 200,
    )


@pytest.mark.parametrize("data", FILES)
def test_a_file_that_is_no_match_file_is_refused(director: Client, site: Site, data: bytes) -> None:
    before = get_state(site)
    file = SimpleUploadedFile("../../<b>evil\u202e.mat", data)

    page = director.post(f"/m/{site.match.code}/record/", {"file": file})
    file.seek(0)
    response = director.post(f"/api/v1/matches/{site.match.code}/transcripts/", {"file": file})

    assert (page.status_code, response.status_code, get_state(site)) == (400, 400, before)


def test_a_name_with_no_letter_to_show_is_refused(director: Client, site: Site) -> None:
    before = get_state(site)

    answer = director.post(
        path_of(site.event, "desk/names/"), {"names": "\u202e\u202e\r\n\u200b", "enter": 1}
    )

    assert (answer.status_code, get_state(site)) == (409, before)
