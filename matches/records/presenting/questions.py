"""Quiz questions from blunders: the position before it, the choices, and the engine's answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from matches.messages import get_label
from matches.records.models import Transcript
from matches.records.presenting.boards import (
    BoardView,
    draw_board,
    get_game,
    get_positions_path,
    make_action_link,
)
from matches.records.presenting.decisions import (
    DecisionRow,
    add_links,
    format_decision,
    get_decisions_at,
    get_listed_candidates,
    make_decision_row,
)
from matches.records.queries import analyses
from matches.records.queries.analyses import Blunder
from rules.analysis import Choice
from rules.sides import SIDES
from rules.verdict import Frame, GameVerdict, Verdict


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the board from the view of the side to decide, the choices, and the analysed decision.

    `frame` is the position before the decision; `choices` maps each candidate to its label.
    """

    blunder: Blunder
    choice: Choice
    frame: Frame
    game: GameVerdict
    dice: str
    board: SafeString
    choices: Mapping[str, str]
    decision: DecisionRow
    link: str

    def is_best(self, answer: str) -> bool:
        """Whether an answer is the best choice."""
        return answer == self.choice.best


def get_question(transcript: Transcript, blunder: Blunder) -> Question | None:
    """The question of a blunder of a transcript; None when the analysis or the record has changed."""
    analysis = analyses.get_latest_finished(transcript)
    if analysis is None:
        return None
    verdict = Verdict.from_json(transcript.verdict)
    choices = get_decisions_at(analyses.get_game_analysis(analysis, blunder.game), blunder.action)
    return make_question(transcript, verdict, choices, blunder)


def make_question(
    transcript: Transcript, verdict: Verdict, choices: Sequence[Choice], blunder: Blunder
) -> Question | None:
    """The question of a blunder; `choices` are the analysed decisions at its frame.

    None when there is no such frame or decision.
    """
    game = get_game(verdict, blunder.game)
    if game is None or transcript.match is None:
        return None
    if blunder.decision >= len(choices) or not 0 < blunder.action < len(game.frames):
        return None
    choice = choices[blunder.decision]
    view = BoardView(bottom=choice.side, positions=get_positions_path(transcript.match, transcript))
    decisions = list(add_links([make_decision_row(each) for each in choices], game, blunder.action, view))
    frame = _question_frame(game, blunder.action, choice)
    white, black = (str(get_label(side.value)) for side in SIDES)
    return Question(
        blunder=blunder,
        choice=choice,
        frame=frame,
        game=game,
        dice="-".join(map(str, frame.dice)) if frame.dice else "",
        board=draw_board(frame, game, blunder.action, names=(white, black), length=verdict.length, view=view),
        choices=dict(
            sorted((each.text, format_decision(each.text)) for each in get_listed_candidates(choice))
        ),
        decision=decisions[blunder.decision],
        link=make_action_link(game.number, blunder.action, view),
    )


def _question_frame(game: GameVerdict, number: int, choice: Choice) -> Frame:
    """Return the frame before a decision, with the roll of a checker play or the cube that was offered."""
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
