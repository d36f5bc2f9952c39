"""Drafts of transcripts: who may write them, versions and undo, and handing them in as a transcript."""

import pytest

from matches.models import Match
from matches.records.models import TranscriptDraft
from matches.records.queries.drafts import replay_draft
from matches.records.services import drafts
from matches.services import lifecycle, scoring
from rules.errors import Refusal
from tests import factories

pytestmark = pytest.mark.django_db

FIRST, SECOND = "white 31 8/5 6/5", "black 52 24/22 13/8"


@pytest.fixture
def match() -> Match:
    """A match to 3 at a table."""
    return factories.a_called_match(length=3)


def test_lines_are_stored_in_full_one_version_a_change(match: Match) -> None:
    by = factories.at_table(match)
    drafts.write_lines(match=match, identity=by, start=0, lines=("w31 6/5 8/5",), version=0)
    draft = drafts.write_lines(match=match, identity=by, start=1, lines=("52 13/8 24/22",), version=1)

    assert (draft.lines, draft.version) == ([FIRST, SECOND], 2)


def test_the_same_line_sent_twice_is_written_once(match: Match) -> None:
    by = factories.at_table(match)
    for _ in range(2):
        draft = drafts.write_lines(match=match, identity=by, start=0, lines=(FIRST,), version=0)

    assert (draft.lines, draft.version) == ([FIRST], 1)


def test_fewer_lines_are_an_undo(match: Match) -> None:
    by = factories.at_table(match)
    drafts.write_lines(match=match, identity=by, start=0, lines=(FIRST, SECOND))
    draft = drafts.write_lines(match=match, identity=by, start=1, lines=(), version=1)

    assert (draft.lines, draft.version) == ([FIRST], 2)


@pytest.mark.parametrize(("start", "version"), [(1, 0), (3, 2), (0, 1)])
def test_a_draft_changed_on_another_device_is_not_overwritten(match: Match, start: int, version: int) -> None:
    by = factories.at_table(match)
    drafts.write_lines(match=match, identity=by, start=0, lines=(FIRST,))
    drafts.write_lines(match=match, identity=by, start=1, lines=(SECOND,))

    with pytest.raises(Refusal) as caught:
        drafts.write_lines(match=match, identity=by, start=start, lines=("w21 13/11 6/5",), version=version)

    assert (caught.value.code, caught.value.facts) == ("draft_changed", {"count": 2, "version": 2})
    assert TranscriptDraft.objects.get().lines == [FIRST, SECOND]


def test_a_refused_line_leaves_the_draft_unchanged(match: Match) -> None:
    by = factories.at_table(match)
    drafts.write_lines(match=match, identity=by, start=0, lines=(FIRST,))

    with pytest.raises(Refusal) as caught:
        drafts.write_lines(match=match, identity=by, start=1, lines=(SECOND, "w66 24/18"))

    assert (caught.value.code, caught.value.law) == ("numbers_unused", "move.doubles")
    assert TranscriptDraft.objects.get().lines == [FIRST]


def test_each_keeper_has_their_own_draft(match: Match) -> None:
    keepers = [
        factories.at_table(match, "one"),
        factories.at_table(match, "two"),
        factories.with_badge(match, "white"),
        factories.with_account(factories.a_user(is_superuser=True)),
    ]
    for keeper in keepers:
        drafts.write_lines(match=match, identity=keeper, start=0, lines=(FIRST,))

    assert TranscriptDraft.objects.count() == 4


def test_only_players_and_officials_of_the_match_write(match: Match) -> None:
    with pytest.raises(Refusal) as caught:
        drafts.write_lines(
            match=match, identity=factories.with_account(factories.a_user()), start=0, lines=(FIRST,)
        )

    assert caught.value.code == "not_your_match"
    assert not TranscriptDraft.objects.exists()


def test_a_void_match_takes_no_lines(match: Match) -> None:
    official = factories.a_user()
    match.desk.officials.add(official)
    match = lifecycle.void_match(match=match, reason="Played twice", by=official)

    with pytest.raises(Refusal) as caught:
        drafts.write_lines(match=match, identity=factories.with_account(official), start=0, lines=(FIRST,))

    assert caught.value.code == "match_void"


def test_a_finished_draft_becomes_a_certified_record(match: Match) -> None:
    by = factories.at_table(match)
    lines = (FIRST, SECOND, "double", "take", "white resign 2")
    drafts.write_lines(match=match, identity=by, start=0, lines=lines)
    transcript = drafts.submit_draft(match=match, identity=by)
    again = drafts.submit_draft(match=match, identity=by)

    assert (
        transcript.status,
        transcript.format,
        transcript.white_score,
        transcript.black_score,
        transcript.fault,
    ) == (
        "certified",
        "json",
        0,
        3,
        {},
    )
    assert (again.pk, TranscriptDraft.objects.get().transcript_id) == (transcript.pk, transcript.pk)


def test_an_accepted_illegal_play_is_noted_and_is_no_fault(match: Match) -> None:
    by = factories.at_table(match)
    drafts.write_lines(match=match, identity=by, start=0, lines=(FIRST, "52! 13/9 24/22", "resign 3"))
    transcript = drafts.submit_draft(match=match, identity=by)

    assert (transcript.status, transcript.fault, transcript.black_score) == ("certified_with_notes", {}, 3)


def test_an_empty_draft_is_refused(match: Match) -> None:
    with pytest.raises(Refusal) as caught:
        drafts.submit_draft(match=match, identity=factories.at_table(match))

    assert caught.value.code == "draft_empty"


def test_a_draft_begins_at_the_score_of_the_sheet_and_keeps_it(match: Match) -> None:
    identity = factories.at_table(match)
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=identity)
    first = replay_draft(match, None)
    assert (first.number, first.score.white, first.score.black) == (2, 1, 0)
    draft = drafts.write_lines(
        match=match, identity=identity, start=0, lines=["w31 8/5 6/5", "black resign 1"]
    )
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=identity)
    recording = replay_draft(match, draft)
    assert (recording.number, recording.score.white, recording.score.is_crawford) == (3, 2, True)
    transcript = drafts.submit_draft(match=match, identity=identity)
    assert (transcript.status, transcript.white_score, transcript.black_score) == (
        "incomplete",
        None,
        None,
    )
    codes = [finding["code"] for finding in transcript.verdict["findings"]]
    assert ("starts_midway" in codes, transcript.fault) == (True, {})


def test_a_match_that_is_over_is_recorded_from_its_beginning() -> None:
    match = factories.a_called_match(length=1)
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=factories.at_table(match))
    first = replay_draft(match, None)
    assert (first.number, first.score.white, first.score.black) == (1, 0, 0)
