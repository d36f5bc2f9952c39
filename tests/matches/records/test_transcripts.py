"""Transcripts: attached, replayed, and compared with the score; the desk rules on a contradiction."""

from typing import Any

import pytest

from matches.actors import SYSTEM
from matches.messages import get_sentence
from matches.models import Match, Report
from matches.queries import audits
from matches.records.models import Transcript
from matches.records.services import contradictions, uploads
from matches.records.services.analyses import FigureData, enter_figure
from matches.services import lifecycle, reporting, rulings, settling
from rules.errors import Unreadable
from rules.formats import WRITERS, read, write
from rules.verdict import Verdict
from tests.factories import (
    a_called_match,
    a_desk,
    a_player,
    a_report,
    a_user,
    at_table,
    with_account,
    with_badge,
)
from tests.matches.records.files import (
    SEVEN,
    damaged,
    record,
    resigned_record,
    with_a_wrong_score_line,
    with_an_illegal_play,
)
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def a_match_on_record(**fields: Any) -> Match:
    return a_called_match(**{"length": 3, "white": "José-María", "black": "X"} | fields)


def attach(match: Match, data: bytes | None = None, **fields: Any) -> Transcript:
    arguments: dict[str, Any] = {"name": "final.mat", "identity": at_table(match)} | fields
    return uploads.attach_file(match=match, data=data or record(), **arguments)


def test_a_record_is_stored_unchanged_with_its_verdict() -> None:
    match = a_match_on_record()
    transcript = attach(match)
    assert transcript.text.encode() == record()
    assert (transcript.name, transcript.format, transcript.status, transcript.swapped, transcript.fault) == (
        "final.mat",
        "mat",
        "certified",
        False,
        {},
    )
    assert (transcript.white_score, transcript.black_score, transcript.agrees) == (3, 0, None)
    verdict = Verdict.from_json(transcript.verdict)
    assert (verdict.players, verdict.score, verdict.status) == (("José-María", "X"), (3, 0), "certified")
    match.refresh_from_db()
    assert (match.status, match.version) == ("called", 3)


@pytest.mark.parametrize("format", sorted(WRITERS))
def test_a_record_of_any_format_gets_the_same_verdict(format: str) -> None:
    transcript = attach(a_match_on_record(), write(read(record()), format).encode())
    verdict = Verdict.from_json(transcript.verdict)
    assert (transcript.status, verdict.players, verdict.score) == ("certified", ("José-María", "X"), (3, 0))


def test_a_record_is_decoded_by_the_encoding_it_declares() -> None:
    text = "(;GM[6]CA[KOI8-R]MI[length:3][ws:0][bs:0]PW[Жанна]PB[X];W[31hefe])"
    transcript = attach(a_match_on_record(white="Жанна"), text.encode("koi8-r"))
    assert transcript.text == text


def test_the_same_text_again_is_the_same_record() -> None:
    match = a_match_on_record()
    assert attach(match) == attach(match, name="copy.mat")
    assert attach(match, record().replace(b"\n", b"\r\n")).pk == Transcript.objects.get().pk


def test_a_transcript_confirms_the_reported_and_the_settled_score() -> None:
    match = a_match_on_record()
    report = a_report(match, 3, 0)
    assert attach(match).agrees is True
    settled = reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    assert (settled.status, Transcript.objects.get().agrees) == ("settled", True)


def test_a_record_may_come_after_the_result() -> None:
    match = a_match_on_record()
    reporting.confirm(match=match, report=a_report(match, 3, 0), identity=at_table(match, "two"))
    assert attach(match).agrees is True
    other = a_match_on_record()
    reporting.confirm(match=other, report=a_report(other, 0, 3), identity=at_table(other, "two"))
    assert attach(other).agrees is False
    other.refresh_from_db()
    assert (other.status, other.winner) == ("settled", "black")


def test_a_transcript_with_another_score_prevents_settling() -> None:
    match = a_match_on_record()
    report = a_report(match, 2, 3)
    assert attach(match).agrees is False
    error = refusal(reporting.confirm, match=match, report=report, identity=at_table(match, "two"))
    assert (error.code, error.law) == ("record_contradicts", "")
    assert error.facts["record_score"] == [3, 0]
    match.refresh_from_db()
    report.refresh_from_db()
    assert (match.status, report.state) == ("reported", "open")


@pytest.mark.parametrize("score", [(3, 0), (0, 3)])
def test_a_transcript_with_awarded_points_neither_confirms_nor_contradicts(
    score: tuple[int, int],
) -> None:
    match = a_match_on_record(white="Ada", black="Bo")
    report = a_report(match, *score)
    transcript = attach(match, resigned_record(length=3, points=9).encode())
    assert (transcript.status, transcript.agrees, transcript.white_score) == ("awarded", None, None)
    reported = refusal(
        contradictions.report_transcript, match=match, transcript=transcript, identity=at_table(match, "one")
    )
    assert (reported.code, reported.law) == ("record_awarded", "match.adjudication")
    reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    transcript.refresh_from_db()
    assert (Match.objects.get().status, transcript.agrees) == ("settled", None)


@pytest.mark.parametrize(("score", "agrees"), [((3, 0), None), ((3, 1), False)])
def test_a_transcript_that_begins_midway_does_not_confirm_the_result(
    score: tuple[int, int], agrees: bool | None
) -> None:
    match = a_match_on_record(white="Ada", black="Bo")
    a_report(match, *score)
    text = resigned_record(length=3, points=1).replace("Ada : 0", "Ada : 2")
    transcript = attach(match, text.encode())
    assert (transcript.status, transcript.agrees) == ("certified_with_notes", agrees)


@pytest.mark.parametrize("by_desk", [False, True])
def test_a_file_with_an_illegal_play_stops_neither_the_players_nor_the_desk(by_desk: bool) -> None:
    official = a_user()
    match = a_match_on_record(desk=a_desk(official))
    report = a_report(match, 3, 0)
    transcript = attach(match, with_an_illegal_play())
    assert (transcript.status, transcript.agrees) == ("disputed", None)
    assert (transcript.fault["law"], transcript.fault["game"], transcript.fault["action"]) == (
        "move.dice",
        1,
        2,
    )
    assert len(transcript.fault["legal"]) > 5
    assert "24/20 13/8" in transcript.fault["legal"]
    identity = with_account(official) if by_desk else at_table(match, "two")
    settled = reporting.confirm(match=match, report=report, identity=identity)
    transcript.refresh_from_db()
    assert (settled.status, settled.winner, transcript.agrees) == ("settled", "white", None)
    assert list(audits.find_match_disagreements(settled)) == []


def test_a_desk_that_trusts_settles_a_report_in_spite_of_a_file_that_proves_nothing() -> None:
    match = a_match_on_record(desk=a_desk(policy="trust"))
    attach(match, with_an_illegal_play())
    a_report(match, 0, 3)
    match.refresh_from_db()
    assert (match.status, Transcript.objects.get().agrees) == ("settled", None)


def test_of_several_files_the_refusal_names_the_one_that_proves_another_score() -> None:
    match = a_match_on_record()
    report = a_report(match, 3, 1)
    attach(match, with_an_illegal_play(), name="illegal.mat")
    attach(match, with_a_wrong_score_line(), name="wrong.mat")
    certified = attach(match, name="good.mat")
    error = refusal(reporting.confirm, match=match, report=report, identity=at_table(match, "two"))
    assert error.facts == {
        "record": "good.mat",
        "transcript": certified.pk,
        "record_score": [3, 0],
        "white_score": 3,
        "black_score": 1,
    }
    assert get_sentence(error.code, error.facts) == (
        "Match file “good.mat” ends 3–0, but 3–1 was reported. Both are kept: either the score of the file "
        "is reported instead, or the desk rules on the match."
    )


def test_a_walkover_is_settled_whatever_a_transcript_says() -> None:
    official = a_user()
    match = a_match_on_record(desk=a_desk(official))
    attach(match, with_an_illegal_play())
    over = rulings.walk_over(match=match, winner="black", by=official)
    assert (over.status, Transcript.objects.get().agrees) == ("settled", None)


def test_a_desk_that_trusts_leaves_a_contradicted_report_open() -> None:
    match = a_match_on_record(desk=a_desk(policy="trust"))
    attach(match)
    against = a_report(match, 0, 3)
    match.refresh_from_db()
    assert (match.status, against.state, Transcript.objects.get().agrees) == ("reported", "open", False)


def test_a_desk_that_trusts_settles_a_report_confirmed_by_the_transcript() -> None:
    match = a_match_on_record(desk=a_desk(policy="trust"))
    attach(match)
    a_report(match, 3, 0)
    match.refresh_from_db()
    assert (match.status, Transcript.objects.get().agrees) == ("settled", True)


def test_columns_are_matched_to_the_seats_by_name() -> None:
    match = a_match_on_record(white="x", black="Jose Maria")
    report = a_report(match, 0, 3)
    transcript = attach(match, with_an_illegal_play())
    assert (transcript.swapped, transcript.names_fit) == (True, True)
    assert (transcript.white_score, transcript.black_score, transcript.fault["side"]) == (0, 3, "black")
    settled = reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    assert settled.winner == "black"


def without_names() -> bytes:
    """The file with the names a program writes where nobody has typed any."""
    text = record().decode().replace("José-María :", "Player 1 :").replace(" X :", " Player 2 :")
    assert "Player 1 : 0" in text
    assert "Player 2 : 0" in text
    return text.encode()


def test_columns_with_unknown_names_are_matched_by_the_score() -> None:
    match = a_match_on_record(white="Wanda", black="Zeno")
    a_report(match, 0, 3)
    transcript = attach(match, without_names())
    assert (transcript.swapped, transcript.names_fit, transcript.white_score, transcript.agrees) == (
        True,
        False,
        0,
        True,
    )


def test_unknown_names_stay_unmatched_until_a_score_is_known() -> None:
    match = a_match_on_record(white="Wanda", black="Zeno")
    transcript = attach(match, without_names())
    figure = FigureData(side="white", engine="XG", decisions=10, lost=1.0)
    enter_figure(match=match, transcript=transcript, data=figure, identity=at_table(match))
    assert (transcript.swapped, transcript.white_score, transcript.agrees) == (False, 3, None)
    report = a_report(match, 0, 3)
    transcript.refresh_from_db()
    assert (transcript.swapped, transcript.white_score, transcript.black_score, transcript.agrees) == (
        True,
        0,
        3,
        True,
    )
    assert transcript.figures.get().side == "black"
    assert reporting.confirm(match=match, report=report, identity=at_table(match, "two")).winner == "black"


def test_an_unreadable_file_changes_nothing_and_names_the_place() -> None:
    match = a_match_on_record()
    with pytest.raises(Unreadable) as caught:
        attach(match, b"1. e4 e5 2. Nf3 Nc6\n")
    assert (caught.value.code, caught.value.facts["line"]) == ("record_format_unknown", 1)
    match.refresh_from_db()
    assert (Transcript.objects.count(), match.version) == (0, 2)


def test_a_record_of_another_length_is_stored_and_settles_nothing() -> None:
    match = a_match_on_record(white="Alice", black="X")
    transcript = attach(match, record(SEVEN))
    assert [
        finding["code"] for finding in transcript.verdict["findings"] if finding["severity"] == "error"
    ] == ["length_differs"]
    assert (transcript.status, transcript.fault, transcript.white_score, transcript.agrees) == (
        "disputed",
        {},
        None,
        None,
    )
    error = refusal(
        contradictions.report_transcript, match=match, transcript=transcript, identity=at_table(match)
    )
    assert error.code == "record_unfinished"
    report = a_report(match, 3, 0)
    reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    transcript.refresh_from_db()
    match.refresh_from_db()
    assert (transcript.agrees, list(audits.find_match_disagreements(match))) == (None, [])


def test_a_short_match_of_a_server_is_a_match_where_its_length_was_agreed() -> None:
    text = '; [Site "BackgammonGalaxy"]\n2 point match\n\n Game 1\n José-María : 0    X : 0\n'
    data = (text + "  1) 31: 8/5 6/5     61: 13/7 8/7\n      Wins 2 points\n").encode()
    match = a_match_on_record(length=2)
    transcript = attach(match, data)
    assert (transcript.white_score, transcript.black_score, transcript.verdict["length"]) == (2, 0, 2)
    assert list(audits.find_match_disagreements(match)) == []


def test_a_linked_transcript_is_judged_by_the_rules_of_its_match() -> None:
    ada = a_user()
    sgf = "(;GM[6]MI[length:3][ws:0][bs:0]PW[José-María]PB[X]RU[];W[31hefe];B[61lrqr])"
    transcript = uploads.store_unassigned_file(name="a.sgf", data=sgf.encode(), identity=with_account(ada))
    assert [finding["code"] for finding in transcript.verdict["findings"]][:1] != ["laws_differ"]
    match = a_match_on_record(desk=a_desk(ada))
    linked = uploads.link_transcript(transcript=transcript, match=match, identity=with_account(ada))
    assert [finding["code"] for finding in linked.verdict["findings"]][:1] == ["laws_differ"]
    assert list(audits.find_match_disagreements(match)) == []


def test_an_unfinished_transcript_has_no_verdict_on_the_result() -> None:
    match = a_match_on_record()
    text = record().decode()
    transcript = attach(match, text[: text.index(" Game 2")].encode())
    assert (transcript.white_score, transcript.black_score, transcript.fault) == (None, None, {})
    a_report(match, 0, 3)
    transcript.refresh_from_db()
    assert transcript.agrees is None


def test_reopening_removes_the_confirmation_by_a_transcript() -> None:
    official = a_user()
    match = a_match_on_record(desk=a_desk(official))
    attach(match)
    a_report(match, 3, 0, identity=with_account(official))
    assert Transcript.objects.get().agrees is True
    settling.reopen_match(match=match, by=official, reason="replayed")
    assert Transcript.objects.get().agrees is None


def test_a_report_can_be_taken_from_a_record() -> None:
    match = a_match_on_record()
    transcript = attach(match)
    report = contradictions.report_transcript(
        match=match, transcript=transcript, identity=at_table(match), key="t1"
    )
    assert (report.white_score, report.black_score, report.state) == (3, 0, "open")
    again = contradictions.report_transcript(
        match=match, transcript=transcript, identity=at_table(match), key="t1"
    )
    assert (again, Report.objects.count()) == (report, 1)


def test_no_report_is_taken_from_a_fault_a_fragment_or_another_matchs_record() -> None:
    match = a_match_on_record()
    identity = at_table(match)

    def refused(transcript: Transcript) -> str:
        return refusal(
            contradictions.report_transcript, match=match, transcript=transcript, identity=identity
        ).code

    text = record().decode()
    assert refused(attach(match, with_an_illegal_play())) == "record_has_fault"
    assert refused(attach(match, text[: text.index(" Game 2")].encode())) == "record_unfinished"
    assert refused(attach(a_match_on_record())) == "record_absent"


def test_outsiders_attach_nothing_and_a_void_match_accepts_nothing() -> None:
    match = a_match_on_record()
    assert refusal(attach, match=match, identity=with_account(a_user())).code == "not_your_match"
    white = with_badge(match, "white")
    lifecycle.void_match(match=match, reason="drawn by mistake", by=SYSTEM)
    assert refusal(attach, match=match, identity=white).code == "match_void"


def test_a_record_without_a_match_is_stored_and_linked_later() -> None:
    user = a_user()
    match = a_match_on_record(desk=a_desk(user))
    transcript = uploads.store_unassigned_file(
        name="club night.mat", data=record(), identity=with_account(user)
    )
    assert (transcript.match, transcript.uploaded_by, transcript.white_score) == (None, user, None)
    assert (
        uploads.store_unassigned_file(name="again.mat", data=record(), identity=with_account(user))
        == transcript
    )
    a_report(match, 3, 0)
    linked = uploads.link_transcript(transcript=transcript, match=match, identity=with_account(user))
    assert (linked, linked.match, linked.white_score, linked.agrees) == (transcript, match, 3, True)
    assert (
        uploads.link_transcript(transcript=transcript, match=match, identity=with_account(user)) == transcript
    )


def test_only_its_keeper_or_an_official_links_a_record_and_only_once() -> None:
    keeper, official = a_user(), a_user()
    desk = a_desk(official)
    match = a_match_on_record(desk=desk)
    transcript = uploads.store_unassigned_file(name="a.mat", data=record(), identity=with_account(keeper))
    identity = at_table(match)
    assert (
        refusal(uploads.link_transcript, transcript=transcript, match=match, identity=identity).code
        == "record_absent"
    )
    assert (
        refusal(
            uploads.link_transcript, transcript=transcript, match=match, identity=with_account(keeper)
        ).code
        == "not_your_match"
    )
    official_identity = with_account(official, device="desk")
    uploads.link_transcript(transcript=transcript, match=match, identity=official_identity)
    other = lifecycle.create_match(desk=desk, white=a_player(), black=a_player(), length=3, by=SYSTEM)
    error = refusal(uploads.link_transcript, transcript=transcript, match=other, identity=official_identity)
    assert error.code == "record_linked"


def test_an_anonymous_user_keeps_no_transcript() -> None:
    match = a_match_on_record()
    error = refusal(uploads.store_unassigned_file, name="a.mat", data=record(), identity=at_table(match))
    assert error.code == "not_signed_in"


def test_linking_a_duplicate_returns_the_existing_transcript() -> None:
    user = a_user()
    match = a_match_on_record(desk=a_desk(user))
    attached = attach(match)
    transcript = uploads.store_unassigned_file(name="a.mat", data=record(), identity=with_account(user))
    assert (
        uploads.link_transcript(transcript=transcript, match=match, identity=with_account(user)) == attached
    )


def test_a_damaged_score_line_makes_the_result_invalid() -> None:
    match = a_match_on_record()
    transcript = attach(match, damaged("José-María : 1", "José-María : 2"))
    assert (transcript.status, transcript.fault["code"], transcript.fault["game"]) == (
        "invalid",
        "score_line_wrong",
        2,
    )


def test_the_reporter_replaces_their_own_report_by_the_score_of_a_file() -> None:
    match = a_match_on_record()
    a_report(match, 3, 1)
    transcript = attach(match)
    match.refresh_from_db()
    report = contradictions.report_transcript(
        match=match, transcript=transcript, identity=at_table(match), version=match.version
    )
    assert list(match.reports.values_list("white_score", "black_score", "state")) == [
        (3, 1, "withdrawn"),
        (3, 0, "open"),
    ]
    settled = reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    assert (settled.status, settled.black_score, Transcript.objects.get().agrees) == ("settled", 0, True)


def test_the_other_player_answers_a_report_by_the_score_of_a_file() -> None:
    match = a_match_on_record()
    white, black = with_badge(match, "white"), with_badge(match, "black")
    a_report(match, 3, 1, identity=white)
    transcript = attach(match)
    answer = contradictions.report_transcript(match=match, transcript=transcript, identity=black)
    match.refresh_from_db()
    assert (match.status, answer.state, answer.answers.number) == ("disputed", "disputed", 1)
    settled = reporting.accept(match=match, report=answer, identity=white)
    assert (settled.status, settled.black_score) == ("settled", 0)


def test_an_official_who_saw_the_report_replaces_it_by_the_score_of_a_file() -> None:
    official = a_user()
    match = a_match_on_record(desk=a_desk(official))
    a_report(match, 3, 1)
    transcript = attach(match)
    match.refresh_from_db()
    stale = refusal(
        contradictions.report_transcript,
        match=match,
        transcript=transcript,
        identity=with_account(official),
        version=match.version - 1,
    )
    assert stale.code == "changed_meanwhile"
    contradictions.report_transcript(
        match=match, transcript=transcript, identity=with_account(official), version=match.version
    )
    match.refresh_from_db()
    assert (match.status, match.black_score) == ("settled", 0)
