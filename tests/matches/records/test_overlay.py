"""The stream overlay of a match: score, Crawford game, cube and board, and its styles."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match, Notice
from matches.records.models import TranscriptDraft
from matches.records.services import drafts
from matches.records.views.overlay import OverlayState, OverlayStyle, get_overlay_state
from matches.services import scoring
from tests.factories import a_called_match, a_desk, a_user, at_table, with_account, with_badge

pytestmark = pytest.mark.django_db

OPENING = ("white 31 8/5 6/5", "black 52 24/22 13/8")
PLAIN = OverlayStyle("bottom-left", "plain", "dark", has_board=False)


@pytest.fixture
def match() -> Match:
    return a_called_match(length=3)


def write(match: Match, *lines: str, by: str = "phone") -> TranscriptDraft:
    return drafts.write_lines(match=match, identity=at_table(match, by), start=0, lines=lines)


def shown(client: Client, match: Match, **query: str) -> str:
    return client.get(f"/m/{match.code}/overlay/", query).content.decode()


def test_players_match_length_and_score_are_shown(client: Client, match: Match) -> None:
    scoring.score_game(
        match=match, winner="white", kind="single", cube=1, identity=with_badge(match, "white"), key="1"
    )
    page = shown(client, match)

    assert (match.white.name in page, match.black.name in page, "3-point match" in page) == (True, True, True)
    assert re.findall(r'side-points">(\d+)<', page) == ["1", "0"]


@pytest.mark.parametrize(
    ("games", "label"), [(1, ""), (2, "crawford"), (3, "post")], ids=["before", "in it", "after"]
)
def test_the_crawford_and_post_crawford_games_are_labelled(match: Match, games: int, label: str) -> None:
    for number, winner in enumerate(("white", "white", "black")[:games]):
        match.refresh_from_db()
        by = with_badge(match, "white", "same phone")
        scoring.score_game(match=match, winner=winner, kind="single", cube=1, identity=by, key=str(number))
    match.refresh_from_db()

    assert get_overlay_state(match, PLAIN).crawford == label


def test_without_a_record_no_cube_is_shown(match: Match) -> None:
    assert get_overlay_state(match, PLAIN) == OverlayState(0, 0, "")


def test_the_cube_follows_the_transcript(match: Match) -> None:
    write(match, *OPENING)
    assert get_overlay_state(match, PLAIN) == OverlayState(0, 0, "", 1, "", False, "white")

    write(match, *OPENING, "double")
    assert get_overlay_state(match, PLAIN) == OverlayState(0, 0, "", 2, "", True, "black")

    write(match, *OPENING, "double", "take")
    assert get_overlay_state(match, PLAIN) == OverlayState(0, 0, "", 2, "black", False, "white")


def test_the_score_of_the_record_counts_while_it_is_ahead_and_the_phones_when_they_are(match: Match) -> None:
    write(match, *OPENING, "double", "drop")
    assert (get_overlay_state(match, PLAIN).white, get_overlay_state(match, PLAIN).black) == (1, 0)

    by = with_badge(match, "white")
    scoring.score_game(match=match, winner="black", kind="gammon", cube=1, identity=by, key="1")
    match.refresh_from_db()

    assert get_overlay_state(match, PLAIN) == OverlayState(0, 2, "crawford")


def test_an_abandoned_draft_is_not_shown(match: Match) -> None:
    draft = write(match, *OPENING)
    TranscriptDraft.objects.filter(pk=draft.pk).update(changed_at=timezone.now() - timedelta(hours=3))

    assert get_overlay_state(match, PLAIN) == OverlayState(0, 0, "")


def test_a_draft_of_the_desk_takes_precedence() -> None:
    official = a_user("official")
    match = a_called_match(a_desk(official), length=3)
    drafts.write_lines(match=match, identity=with_account(official), start=0, lines=[*OPENING, "double"])
    write(match, *OPENING)

    assert get_overlay_state(match, PLAIN).is_offered


def test_the_board_is_drawn_when_it_is_requested(client: Client, match: Match) -> None:
    write(match, *OPENING)

    assert 'class="board"' in shown(client, match, board="1")
    assert 'class="board"' not in shown(client, match)


def test_every_recorded_line_is_published_to_overlays_alone(match: Match) -> None:
    write(match, *OPENING)
    assert list(Notice.objects.filter(topic=f"board:{match.code}").values_list("kind")) == [("board",)]


@pytest.mark.parametrize(
    ("query", "classes"),
    [
        ({}, "overlay bottom-left plain"),
        ({"at": "top-right", "scale": "1.5"}, "overlay top-right larger"),
        ({"at": "moon"}, "overlay bottom-left plain"),
    ],
)
def test_the_query_string_sets_place_and_size(
    client: Client, match: Match, query: dict[str, str], classes: str
) -> None:
    assert f'<body class="{classes}"' in shown(client, match, **query)


def test_a_finished_match_is_shown_as_final(client: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(
        status="settled", winner="white", ending="played", white_score=3, settled_at=timezone.now()
    )
    match.refresh_from_db()

    assert get_overlay_state(match, PLAIN) == OverlayState(3, 0, "")
    assert "Match over" in shown(client, match)


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ({"at": "top-rigth"}, "top-right"),
        ({"scale": "1.24"}, "1.25"),
        ({"theme": "drak"}, "dark"),
        ({"board": "11"}, "1"),
    ],
)
def test_an_unknown_style_is_named_on_the_overlay(
    client: Client, match: Match, query: dict[str, str], nearest: str
) -> None:
    response = client.get(f"/m/{match.code}/overlay/", query)
    ((name, value),) = query.items()
    page = response.content.decode()
    assert (response.status_code, f"“{value}”" in page, nearest in page, name in page) == (
        400,
        True,
        True,
        True,
    )
