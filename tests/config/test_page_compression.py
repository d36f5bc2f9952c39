"""Pages are compressed for clients that accept it, and answered 304 if the client has the current version."""

import gzip

import pytest
from django.http import StreamingHttpResponse
from django.test import Client, RequestFactory

from config.middleware import CompressionMiddleware
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of

pytestmark = pytest.mark.django_db


def test_a_compressed_page_equals_the_page_and_is_answered_304_when_it_is_cached(client: Client) -> None:
    path = path_of(club_evenings.a_night(club_evenings.a_club()), "bracket/")
    client.get(path)
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})

    assert (packed["Content-Encoding"], "Accept-Encoding" in packed["Vary"]) == ("gzip", True)
    assert len(gzip.decompress(packed.content)) == len(plain.content)
    assert len(packed.content) < len(plain.content) / 3
    assert again.status_code == 304


@pytest.mark.parametrize(("status", "content"), [(304, b""), (206, b"the bytes of a range" * 20)])
def test_no_content_and_a_range_of_a_static_file_stay_as_they_are(status: int, content: bytes) -> None:
    # WhiteNoise answers with streams.
    stream = (content,) if content else ()
    middleware = CompressionMiddleware(lambda _request: StreamingHttpResponse(stream, status=status))
    answer = middleware(RequestFactory().get("/static/site.css", headers={"Accept-Encoding": "gzip"}))

    assert isinstance(answer, StreamingHttpResponse)
    assert (b"".join(answer), answer.has_header("Content-Encoding")) == (content, False)
