"""The replay of a transcript: actions with their boards, findings of the rules, decisions of an engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from matches.messages import format_place, get_sentence
from matches.records.forms import VideoForm, VideoMarkForm
from matches.records.models import Transcript
from matches.records.presenting.boards import (
    OFFERS,
    BoardView,
    describe_action,
    draw_board,
    format_action,
    format_ogid,
    format_position,
    get_game,
    get_side_name,
    make_action_link,
)
from matches.records.presenting.decisions import (
    DecisionRow,
    add_links,
    decisions_to_data,
    find_blunders,
    find_variation,
    format_decision,
    get_worst_decision,
    group_decisions_by_frame,
)
from matches.records.presenting.videos import list_marks, make_video_links
from matches.records.queries.videos import get_video
from matches.views.errors import LocalisedLaw, describe_law
from matches.widgets import make_board_geometry
from rules.analysis import GameAnalysis
from rules.laws import LAWS
from rules.verdict import Finding, Frame, GameVerdict, Verdict

GROUND_ID = "g"
MAX_LEGAL = 12
CONDONED_PREFIX = "condoned_"
SEVERITY_ORDER = {"error": 0, "note": 1, "inferred": 2}


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding as a sentence; `number` is its index in the verdict, `game` and `action` its place.

    `more` is the number of legal plays left out; `is_stop` see `_is_stop`.
    """

    number: int
    severity: str
    where: str
    sentence: str
    law: LocalisedLaw | None
    played: str
    meant: str
    legal: tuple[str, ...]
    more: int
    game: int
    action: int
    link: str
    is_stop: bool


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action in the list of a game; `is_shown` marks the one on the board."""

    number: int
    side: str
    text: str
    link: str
    is_shown: bool
    severity: str
    is_condoned: bool
    decision: DecisionRow | None


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """The links around an action; "" if there is none."""

    first: str
    previous: str
    next: str
    last: str
    previous_game: str
    next_game: str
    fault: str
    blunder: str
    position: str
    flipped: str
    mirrored: str


@dataclass(frozen=True, slots=True)
class GameTab:
    """A game of the match, by its number and the score before it; `faults` counts its faults."""

    number: int
    score: tuple[int, int]
    is_crawford: bool
    faults: int
    link: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The replay at one action of a game; `number` 0 is the start of the game."""

    game: GameVerdict
    number: int
    text: str
    board: SafeString
    guesses: list[int]
    identifier: str
    ogid: str
    variation: str
    page_url: str
    actions: tuple[ActionRow, ...]
    finding: FindingRow | None
    decisions: tuple[DecisionRow, ...]
    blunders: list[tuple[int, int]]
    links: ReplayLinks
    games: tuple[GameTab, ...]
    view: BoardView

    @property
    def last(self) -> int:
        """The number of the last action of the game."""
        return len(self.game.frames) - 1

    @property
    def geometry(self) -> dict[str, object]:
        """Where the parts of the board are, for the script that moves checkers."""
        return make_board_geometry(self.view.layout)

    @property
    def is_after_guess(self) -> bool:
        """Whether the board follows from an illegal play earlier in the game."""
        return any(guess < self.number for guess in self.guesses)


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A position on the page of all positions of a game."""

    number: int
    text: str
    board: SafeString
    finding: FindingRow | None
    is_condoned: bool
    decisions: tuple[DecisionRow, ...]
    link: str


def get_replay(
    verdict: Verdict,
    query: QueryDict,
    analyses: Sequence[GameAnalysis] = (),
    *,
    positions: str = "",
    place: tuple[int, int] | None = None,
) -> Replay | None:
    """Return the replay at `place` (game, action), else at that of the query, else at the first fault.

    None without games. `positions` is the path prefix of position pages; `show` of the query is a candidate.
    """
    if not verdict.games:
        return None
    view, blunders = BoardView.from_query(query, positions), find_blunders(analyses)
    game_number, action = place or _read_place(verdict, query)
    game = get_game(verdict, game_number) or verdict.games[0]
    number = min(max(action, 0), len(game.frames) - 1)
    own_analysis = next((each for each in analyses if each.number == game.number), GameAnalysis(0))
    decisions = group_decisions_by_frame(own_analysis)
    variation = find_variation(game, number, own_analysis, query.get("show", ""))
    frame = variation.frame if variation else game.frames[number]
    return Replay(
        game=game,
        number=number,
        text=describe_action(frame, verdict.players),
        board=draw_board(frame, game, number, names=verdict.players, length=verdict.length, view=view),
        guesses=_list_guesses(verdict, game),
        identifier=format_position(frame, game, verdict.length),
        ogid=format_ogid(frame, game, verdict.length),
        variation=format_decision(variation.text) if variation else "",
        page_url=make_action_link(game.number, number, view),
        actions=_make_action_rows(verdict, game, number, view, decisions),
        finding=_make_finding_row_at(verdict, game, number, view),
        decisions=tuple(add_links(decisions.get(number, ()), game, number, view)),
        blunders=blunders,
        links=_make_links(verdict, game, number, view, blunders),
        games=tuple(_make_game_tab(verdict, each, view) for each in verdict.games),
        view=view,
    )


def list_positions(
    verdict: Verdict, game: GameVerdict, view: BoardView, analysis: GameAnalysis
) -> list[GamePosition]:
    """Every position of a game, drawn, with the decisions that led to it."""
    names, length, decisions = verdict.players, verdict.length, group_decisions_by_frame(analysis)
    return [
        GamePosition(
            number=number,
            text=describe_action(frame, names),
            board=draw_board(
                frame, game, number, names=names, length=length, view=view, ids=f"m{number}", ground=GROUND_ID
            ),
            finding=_make_finding_row_at(verdict, game, number, view),
            is_condoned=frame.kind == "condone",
            decisions=tuple(decisions.get(number, ())),
            link=_make_position_link(frame, game, length),
        )
        for number, frame in enumerate(game.frames)
    ]


def game_to_data(verdict: Verdict, game: GameVerdict, analysis: GameAnalysis) -> dict[str, Any]:
    """Return a game as data for the script that steps through it."""
    return {
        "game": game.number,
        "score": list(game.score_before),
        "length": verdict.length,
        "crawford": game.is_crawford,
        "guesses": _list_guesses(verdict, game),
        "frames": [
            _frame_to_data(frame, verdict.players, _get_finding_at(verdict, game, number))
            for number, frame in enumerate(game.frames)
        ],
        "ids": [format_position(frame, game, verdict.length) for frame in game.frames],
        "decisions": {
            number: decisions_to_data(rows) for number, rows in group_decisions_by_frame(analysis).items()
        },
    }


def make_finding_rows(verdict: Verdict, view: BoardView) -> tuple[FindingRow, ...]:
    """Return every finding as a sentence, faults first."""
    ranked = sorted(enumerate(verdict.findings), key=lambda each: SEVERITY_ORDER[each[1].severity])
    return tuple(_make_finding_row(number, finding, verdict.players, view) for number, finding in ranked)


def _make_finding_row(number: int, finding: Finding, names: tuple[str, str], view: BoardView) -> FindingRow:
    where = format_place(finding.game, finding.action, "")
    law = LAWS.get(finding.law)
    return FindingRow(
        number=number,
        severity=finding.severity,
        where=f"{where}, {get_side_name(finding.side, names)}" if finding.side else where,
        sentence=_describe_finding(finding, names),
        law=describe_law(law) if law else None,
        played=finding.played,
        meant=finding.meant,
        legal=finding.legal[:MAX_LEGAL],
        more=max(len(finding.legal) - MAX_LEGAL, 0),
        game=finding.game,
        action=finding.action + 1,
        link=make_action_link(finding.game, finding.action + 1, view) if finding.game else "",
        is_stop=_is_stop(finding),
    )


def _describe_finding(finding: Finding, names: tuple[str, str]) -> str:
    """The sentence of a finding; that of a resignation says who resigned and who won."""
    if finding.code != "resignation_inferred" or finding.side is None:
        return get_sentence(finding.code, finding.facts)
    return gettext("%(loser)s resigned. Points for %(winner)s: %(points)s.") % {
        "loser": get_side_name(finding.side, names),
        "winner": get_side_name(finding.side.other, names),
        "points": finding.facts["points"],
    }


def _is_stop(finding: Finding) -> bool:
    """Whether the link "next fault" stops at this finding: a fault, or an accepted illegal play."""
    return bool(finding.game) and (finding.severity == "error" or finding.code.startswith(CONDONED_PREFIX))


def _list_guesses(verdict: Verdict, game: GameVerdict) -> list[int]:
    """Return the frames of a game whose position follows from another play than the illegal one written."""
    return [each.action + 1 for each in verdict.findings if each.game == game.number and each.meant]


def _frame_to_data(frame: Frame, names: tuple[str, str], finding: int | None) -> list[Any]:
    """Return a frame as a list for the script.

    Position, kind, side, dice, cube, owner, sentence, short form, finding, and the value of an offered cube.
    """
    return [
        frame.position.code(),
        frame.kind,
        frame.side.value if frame.side else "",
        list(frame.dice) if frame.dice else [],
        frame.cube,
        frame.cube_owner.value if frame.cube_owner else "",
        describe_action(frame, names),
        format_action(frame, names),
        -1 if finding is None else finding,
        *([int(frame.text)] if frame.kind in OFFERS else ()),
    ]


def _read_place(verdict: Verdict, query: QueryDict) -> tuple[int, int]:
    game, action = query.get("game", ""), query.get("action", "")
    if game.isdecimal() and len(game) < 4:
        return int(game), int(action) if action.isdecimal() and len(action) < 6 else 0
    faults = [each for each in verdict.findings if each.severity == "error" and each.game]
    first = min(faults, key=lambda each: (each.game, each.action), default=None)
    return (first.game, first.action + 1) if first else (verdict.games[0].number, 0)


def _make_links(
    verdict: Verdict, game: GameVerdict, number: int, view: BoardView, blunders: list[tuple[int, int]]
) -> ReplayLinks:
    last = len(game.frames) - 1
    earlier = [each for each in verdict.games if each.number < game.number]
    later = [each for each in verdict.games if each.number > game.number]
    end_before = make_action_link(earlier[-1].number, len(earlier[-1].frames) - 1, view) if earlier else ""
    next_start = make_action_link(later[0].number, 0, view) if later else ""
    stops = sorted({(each.game, each.action + 1) for each in verdict.findings if _is_stop(each)})
    current = (game.number, number)
    return ReplayLinks(
        first=make_action_link(game.number, 0, view) if number else "",
        previous=make_action_link(game.number, number - 1, view) if number else end_before,
        next=make_action_link(game.number, number + 1, view) if number < last else next_start,
        last=make_action_link(game.number, last, view) if number < last else "",
        previous_game=make_action_link(earlier[-1].number, 0, view) if earlier else "",
        next_game=next_start,
        fault=_link_to_next(stops, current, view),
        blunder=_link_to_next(blunders, current, view),
        position=_make_position_link(game.frames[number], game, verdict.length),
        flipped=make_action_link(*current, view.flipped),
        mirrored=make_action_link(*current, view.mirrored),
    )


def _link_to_next(places: list[tuple[int, int]], current: tuple[int, int], view: BoardView) -> str:
    """Return the link to the next of these places; after the last one, to the first."""
    later = [place for place in places if place > current]
    return make_action_link(*(later or places)[0], view) if places else ""


def _make_position_link(frame: Frame, game: GameVerdict, length: int) -> str:
    return f"{reverse('position')}?{urlencode({'id': format_position(frame, game, length)})}"


def _make_game_tab(verdict: Verdict, game: GameVerdict, view: BoardView) -> GameTab:
    faults = sum(each.severity == "error" and each.game == game.number for each in verdict.findings)
    link = make_action_link(game.number, 0, view)
    return GameTab(game.number, game.score_before, game.is_crawford, faults, link)


def _make_action_rows(
    verdict: Verdict,
    game: GameVerdict,
    shown_number: int,
    view: BoardView,
    decisions: Mapping[int, Sequence[DecisionRow]],
) -> tuple[ActionRow, ...]:
    return tuple(
        ActionRow(
            number=number,
            side=frame.side.value if frame.side else "",
            text=format_action(frame, verdict.players),
            link=make_action_link(game.number, number, view),
            is_shown=number == shown_number,
            severity="" if frame.finding is None else verdict.findings[frame.finding].severity,
            is_condoned=frame.kind == "condone",
            decision=get_worst_decision(decisions.get(number, ())),
        )
        for number, frame in enumerate(game.frames)
        if number
    )


def _make_finding_row_at(
    verdict: Verdict, game: GameVerdict, number: int, view: BoardView
) -> FindingRow | None:
    index = _get_finding_at(verdict, game, number)
    if index is None:
        return None
    return _make_finding_row(index, verdict.findings[index], verdict.players, view)


def _get_finding_at(verdict: Verdict, game: GameVerdict, number: int) -> int | None:
    """Return the index of the finding at an action; at the start, of the first fault of the whole game."""
    if number or game.frames[number].finding is not None:
        return game.frames[number].finding
    game_faults = (
        index
        for index, finding in enumerate(verdict.findings)
        if finding.game == game.number and finding.action < 0 and _is_stop(finding)
    )
    return next(game_faults, None)


def get_video_context(transcript: Transcript, verdict: Verdict, shown: Replay | None) -> dict[str, Any]:
    """Return the video of a transcript for its page: the link at the action shown, marks and forms."""
    video = get_video(transcript)
    place = (shown.game.number, shown.number) if shown else (1, 0)
    return {
        "video": video,
        "video_link": make_video_links(video, verdict).get(place),
        "video_marks": list_marks(video),
        "video_form": VideoForm(initial={"address": video.address} if video else {}),
        "mark_form": VideoMarkForm(initial={"game": place[0], "action": place[1] or 1}),
    }
