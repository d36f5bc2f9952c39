"""The video of a match file: address and marks on the page, in the API, in the replay and in OGXM."""

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from matches.models import Match
from matches.records.models import Transcript
from matches.records.queries.transcripts import get_public_file
from matches.records.services import uploads, videos
from matches.records.video_links import (
    estimate_times,
    format_video_time,
    make_video_link,
    parse_video_time,
)
from matches.records.video_models import TranscriptVideo, VideoChange
from rules import formats
from rules.formats.ogxm_video import MatchVideo, VideoMark, read_video, write_video
from tests.factories import a_called_match, a_user, at_table, with_account
from tests.matches.records.files import SEVEN, record
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

ADDRESS = "https://video.example/final"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def a_transcript(data: bytes = b"") -> tuple[Match, Transcript]:
    match = a_called_match(length=7, white="Alice", black="X")
    data = data or record(SEVEN)
    return match, uploads.attach_file(match=match, name="a", data=data, identity=at_table(match))


def post(match: Match, transcript: Transcript, path: str, **fields: Any) -> Any:
    assert match.table is not None
    address = f"/m/{match.code}/record/{transcript.pk}/{path}"
    return Client().post(address, {"table": match.table.code, **fields})


def get_page(match: Match, transcript: Transcript, **query: Any) -> str:
    return Client().get(f"/m/{match.code}/record/{transcript.pk}/", query).content.decode()


def test_an_address_and_times_are_set_shown_in_the_replay_and_removed() -> None:
    match, transcript = a_transcript()
    assert "Watch" not in get_page(match, transcript)
    version = match.version
    assert post(match, transcript, "video/", address=ADDRESS).status_code == 302
    assert f'href="{ADDRESS}" rel="nofollow ugc noopener noreferrer external"' in get_page(match, transcript)
    for action, time in ((1, "1:00"), (5, "1:02:03"), (5, "1:40")):
        marked = post(match, transcript, "video/marks/", game=1, action=action, time=time)
        assert (marked.status_code, marked["Location"].endswith("#video")) == (302, True)
    assert TranscriptVideo.objects.get().marks == [[1, 1, 60_000], [1, 5, 100_000]]
    match.refresh_from_db()
    assert match.version > version

    links = re.compile(r'data-slot="video"( hidden)?>\s*<a href="([^"]*)"[^>]*>([^<]*)')
    labels = [links.findall(get_page(match, transcript, game=1, action=action)) for action in (1, 3, 6)]
    assert labels == [
        [("", f"{ADDRESS}#t=60", "Watch this move (1:00)")],
        [("", f"{ADDRESS}#t=80", "Watch this move (about 1:20)")],
        [(" hidden", "", "")],
    ]
    data = Client().get(f"/m/{match.code}/record/{transcript.pk}/game/1/").json()["video"]
    assert data["2"] == ["Watch this move (about 1:10)", f"{ADDRESS}#t=70"]
    position = Client().get(f"/m/{match.code}/record/{transcript.pk}/position/1/5/").content.decode()
    assert "Watch this move (1:40)" in position

    assert post(match, transcript, "video/marks/remove/", game=1, action=1).status_code == 302
    assert TranscriptVideo.objects.get().marks == [[1, 5, 100_000]]
    assert post(match, transcript, "video/remove/").status_code == 302
    assert TranscriptVideo.objects.count() == 0
    assert "Watch" not in get_page(match, transcript)


@pytest.mark.parametrize(
    "address",
    [
        "http://video.example/",
        "https://me:secret@video.example/",
        "javascript:alert(1)",
        f"https://video.example/{'a' * 500}",
        "",
        "video",
    ],
)
def test_an_address_that_is_no_https_address_is_refused_and_stays_in_the_form(address: str) -> None:
    match, transcript = a_transcript()
    response = post(match, transcript, "video/", address=address)
    assert response.status_code == 400
    assert f'value="{html.escape(address)}"' in response.content.decode() or not address
    assert TranscriptVideo.objects.count() == 0


def test_a_time_that_cannot_be_is_refused_and_stays_in_the_form() -> None:
    match, transcript = a_transcript()
    assert post(match, transcript, "video/marks/", game=1, action=1, time="1:00").status_code == 409
    post(match, transcript, "video/", address=ADDRESS)
    post(match, transcript, "video/marks/", game=1, action=5, time="1:00")
    entries = (
        (1, 6, "0:59"),
        (1, 999, "2:00"),
        (9, 1, "2:00"),
        (1, 6, "1:77"),
        (1, 0, "2:00"),
    )
    answers = [
        post(match, transcript, "video/marks/", game=game, action=action, time=time)
        for game, action, time in entries
    ]
    assert [answer.status_code for answer in answers] == [409, 409, 409, 400, 400]
    assert 'value="1:77"' in answers[3].content.decode()
    assert TranscriptVideo.objects.get().marks == [[1, 5, 60_000]]


def test_a_form_of_an_earlier_page_changes_nothing_and_keeps_what_was_entered() -> None:
    match, transcript = a_transcript()
    match.refresh_from_db()
    seen = match.version
    post(match, transcript, "video/", address=ADDRESS, version=seen)
    forms = {
        "video/": {"address": f"{ADDRESS}2"},
        "video/marks/": {"game": 1, "action": 5, "time": "1:07"},
        "video/marks/remove/": {"game": 1, "action": 5},
        "video/remove/": {},
    }
    pages = {path: post(match, transcript, path, **fields, version=seen) for path, fields in forms.items()}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(forms, 409)
    assert f'value="{ADDRESS}2"' in pages["video/"].content.decode()
    assert 'value="1:07"' in pages["video/marks/"].content.decode()
    row = TranscriptVideo.objects.get()
    assert (row.address, row.marks) == (ADDRESS, [])
    match.refresh_from_db()
    versions = re.findall(r'name="version" value="(\d+)"', pages["video/"].content.decode())
    assert set(versions) == {str(match.version)}


def read_changes(page: str) -> list[str]:
    """What the page lists under the changes to the video, the newest first."""
    section = page.partition("Changes to the video")[2].partition("</details>")[0]
    rows = re.findall(r"<li[^>]*>(.*?)</li>", section, re.DOTALL)
    return [
        html.unescape(re.sub(r" · .*", "", " ".join(re.sub(r"<[^>]+>", " ", row).split()))) for row in rows
    ]


def test_each_change_is_listed_with_who_made_it() -> None:
    match, transcript = a_transcript()
    match = Match.objects.select_related("desk", "white", "black", "table").get(pk=match.pk)
    user = a_user("alice")
    type(match.white).objects.filter(pk=match.white_id).update(user=user)
    player = with_account(type(user).objects.get(pk=user.pk))
    videos.set_video(transcript=transcript, address=ADDRESS, identity=player)
    videos.set_video(transcript=transcript, address=ADDRESS, identity=player)
    videos.set_mark(transcript=transcript, mark=VideoMark(1, 5, 60_000), identity=at_table(match))
    videos.remove_mark(transcript=transcript, game=2, action=1, identity=player)
    videos.remove_mark(transcript=transcript, game=1, action=5, identity=player)
    desk_account = a_user("desk")
    match.desk.officials.add(desk_account)
    official = with_account(desk_account)
    videos.remove_video(transcript=transcript, identity=official)
    videos.remove_video(transcript=transcript, identity=player)
    assert read_changes(get_page(match, transcript)) == [
        f"Video removed: {ADDRESS} Desk",
        "Game 1, action 5: time removed Alice",
        "Game 1, action 5: 1:00 At the table",
        f"Video set: {ADDRESS} Alice",
    ]


def test_only_those_who_may_report_the_match_set_a_video() -> None:
    match, transcript = a_transcript()
    outsider = with_account(a_user())
    mark = VideoMark(1, 1, 0)
    codes = [
        refusal(videos.set_video, transcript=transcript, address=ADDRESS, identity=outsider).code,
        refusal(videos.set_mark, transcript=transcript, mark=mark, identity=outsider).code,
        refusal(videos.remove_mark, transcript=transcript, game=1, action=1, identity=outsider).code,
        refusal(videos.remove_video, transcript=transcript, identity=outsider).code,
    ]
    assert codes == ["not_your_match"] * 4
    assert "Add a video" not in get_page(match, transcript)


def test_the_api_reads_sets_and_removes_a_video() -> None:
    match, transcript = a_transcript()
    assert match.table is not None
    client, proof = Client(), {"X-Table": match.table.code}
    address = f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/video/"
    assert client.get(address).json() == {"address": "", "marks": []}
    mark = {"game": 1, "action": 2, "milliseconds": 5_000}

    def put(**data: Any) -> Any:
        return client.put(address, data, content_type="application/json", headers=proof)

    answer = put(address=ADDRESS, marks=[mark])
    assert (answer.status_code, answer.json()) == (200, {"address": ADDRESS, "marks": [mark]})
    assert put(address=f"{ADDRESS}2").json() == {"address": f"{ADDRESS}2", "marks": [mark]}
    assert client.get(address).json() == {"address": f"{ADDRESS}2", "marks": [mark]}
    outdated = put(address=ADDRESS, version=match.version)
    assert (outdated.status_code, outdated.json()["code"]) == (409, "changed_meanwhile")
    twice = put(address=ADDRESS, marks=[mark, mark])
    assert (twice.status_code, twice.json()["code"]) == (409, "video_mark_impossible")
    assert client.delete(address, headers=proof).status_code == 204
    assert client.get(address).json() == {"address": "", "marks": []}


def test_the_video_is_in_ogxm_and_read_from_it() -> None:
    match, transcript = a_transcript()
    identity = at_table(match)
    plain = get_public_file(match, transcript, "ogxm")[0]
    video = MatchVideo(ADDRESS, (VideoMark(1, 1, 1_000), VideoMark(2, 3, 900_000)))
    videos.set_video(transcript=transcript, address=video.address, marks=video.marks, identity=identity)
    transcript = Transcript.objects.get(pk=transcript.pk)
    written = get_public_file(match, transcript, "ogxm")[0]
    assert read_video(written) == video
    assert "https" not in get_public_file(match, transcript, "mat")[0].decode()

    other_match, other = a_transcript(written)
    row = TranscriptVideo.objects.get(transcript=other)
    assert (row.address, row.marks) == (ADDRESS, [[1, 1, 1_000], [2, 3, 900_000]])
    assert get_public_file(other_match, other, "ogxm")[0] == written
    videos.remove_video(transcript=other, identity=at_table(other_match))
    other = Transcript.objects.get(pk=other.pk)
    assert get_public_file(other_match, other, "ogxm")[0] == plain
    assert get_public_file(other_match, other)[0] == written


def test_a_file_that_is_linked_to_a_match_later_brings_its_video() -> None:
    data = formats.file_of(formats.write(formats.read(record(SEVEN)), "ogxm"))[0]
    uploader = with_account(a_user("uploader"))
    written = write_video(data, MatchVideo(ADDRESS, (VideoMark(1, 1, 9_000),)))
    unassigned = uploads.store_unassigned_file(name="final.ogxm", data=written, identity=uploader)
    client = Client()
    client.force_login(uploader.user)
    page = client.get(f"/records/{unassigned.pk}/").content.decode()
    assert "A video can be added once the file is linked to a match" in page
    match = a_called_match(length=7, white="Alice", black="X")
    by_table = at_table(match)
    identity = replace(by_table, user=uploader.user)
    transcript = uploads.link_transcript(transcript=unassigned, match=match, identity=identity)
    row = TranscriptVideo.objects.get(transcript=transcript)
    assert (row.address, row.marks) == (ADDRESS, [[1, 1, 9_000]])


def test_marks_of_a_file_that_run_backwards_are_left_out() -> None:
    data = formats.file_of(formats.write(formats.read(record(SEVEN)), "ogxm"))[0]
    marks = (VideoMark(1, 1, 9_000), VideoMark(1, 2, 1_000))
    _match, transcript = a_transcript(write_video(data, MatchVideo(ADDRESS, marks)))
    row = TranscriptVideo.objects.get(transcript=transcript)
    assert (row.address, row.marks) == (ADDRESS, [])


def test_an_address_of_a_file_that_cannot_be_shown_is_left_out() -> None:
    data = formats.file_of(formats.write(formats.read(record(SEVEN)), "ogxm"))[0]
    a_transcript(write_video(data, MatchVideo("https://me:secret@video.example/")))
    assert TranscriptVideo.objects.count() == 0


def test_the_videos_of_a_person_who_becomes_anonymous_are_removed() -> None:
    match, transcript = a_transcript()
    videos.set_video(transcript=transcript, address=ADDRESS, identity=at_table(match))
    videos.remove_videos_of_players(players=[match.black])
    assert (TranscriptVideo.objects.count(), VideoChange.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://www.youtube.com/watch?v=abc&t=5", "https://www.youtube.com/watch?v=abc&t=3725s"),
        ("https://youtu.be/abc", "https://youtu.be/abc?t=3725s"),
        ("https://www.twitch.tv/videos/1", "https://www.twitch.tv/videos/1?t=1h2m5s"),
        ("https://vimeo.com/1", "https://vimeo.com/1#t=3725s"),
        ("https://club.example/final.mp4", "https://club.example/final.mp4#t=3725"),
    ],
)
def test_a_link_leads_to_a_time_as_its_site_understands_it(address: str, link: str) -> None:
    assert make_video_link(address, 3_725_900) == link


def test_times_are_read_and_written() -> None:
    texts = ["95", "2:03", "1:02:03", " 0:00 ", "1:60", "1:2:3:4", "", "-1", "a", "99:00", "100000"]
    assert [parse_video_time(text) for text in texts] == [
        *(95_000, 123_000, 3_723_000, 0, None, None, None, None, None, 5_940_000, None),
    ]
    assert [format_video_time(time) for time in (0, 123_999, 3_723_000)] == ["0:00", "2:03", "1:02:03"]


def test_times_between_marks_are_in_proportion_also_over_games() -> None:
    marks = [VideoMark(1, 2, 1_000), VideoMark(2, 1, 3_000), VideoMark(9, 9, 5)]
    assert estimate_times(marks, {1: 3, 2: 2}) == {
        (1, 2): (1_000, True),
        (1, 3): (2_000, False),
        (2, 1): (3_000, True),
    }
