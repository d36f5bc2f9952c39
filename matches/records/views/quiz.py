"""A blunder as a question: the position before it, the choices, and the answer of the engine."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from matches.messages import get_label
from matches.records.models import Transcript
from matches.records.queries import analyses
from matches.records.queries.analyses import Blunder
from matches.records.views import replay
from matches.records.views.boards import BoardView, action_link, draw_board, positions_path
from matches.records.views.decisions import (
    DecisionRow,
    decision_row,
    decision_text,
    decisions_at,
    listed_candidates,
    with_links,
)
from rules.analysis import Choice
from rules.sides import SIDES, Side
from rules.verdict import Frame, GameVerdict, Verdict


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the board from the side to decide, the choices with their labels, and the decision."""

    blunder: Blunder
    side: Side
    kind: str
    dice: str
    board: SafeString
    choices: Mapping[str, str]
    best: str
    decision: DecisionRow
    link: str

    def is_best(self, answer: str) -> bool:
        """Whether an answer is the best choice."""
        return answer == self.best


def get_question(transcript: Transcript, blunder: Blunder) -> Question | None:
    """The question of a blunder of a transcript; None when the analysis or the record has changed."""
    analysis = analyses.latest_finished(transcript)
    verdict = Verdict.from_json(transcript.verdict)
    game = replay.game_of(verdict, blunder.game)
    if analysis is None or game is None or transcript.match is None:
        return None
    decisions = decisions_at(analyses.game_analysis(analysis, blunder.game), blunder.action)
    if blunder.decision >= len(decisions) or not 0 < blunder.action < len(game.frames):
        return None
    choice = decisions[blunder.decision]
    view = BoardView(bottom=choice.side, positions=positions_path(transcript.match, transcript))
    decision = decision_row(choice)
    frame = _question_frame(game, blunder.action, choice)
    white, black = (str(get_label(side.value)) for side in SIDES)
    return Question(
        blunder=blunder,
        side=choice.side,
        kind=choice.kind,
        dice="-".join(map(str, frame.dice)) if frame.dice else "",
        board=draw_board(frame, game, blunder.action, names=(white, black), length=verdict.length, view=view),
        choices=dict(sorted((each.text, decision_text(each.text)) for each in listed_candidates(choice))),
        best=choice.best,
        decision=next(iter(with_links((decision,), game, blunder.action, view))),
        link=action_link(game.number, blunder.action, view),
    )


def _question_frame(game: GameVerdict, number: int, choice: Choice) -> Frame:
    """The board before a decision, with the roll of a play or the cube that was offered."""
    before, actual = game.frames[number - 1], game.frames[number]
    if choice.kind == "cube" and choice.played in ("take", "drop"):
        return before
    return before._replace(
        position=before.position.with_turn(choice.side),
        side=choice.side,
        kind="question",
        text="",
        dice=actual.dice if choice.kind == "checker" else None,
    )
