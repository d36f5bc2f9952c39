"""Study cards from blunders: on the front the position and the question, on the back what an engine says."""

from collections.abc import Callable, Sequence

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.models import Player
from matches.records.anki_packages import write_deck_package
from matches.records.models import Analysis, Transcript
from matches.records.presenting.boards import format_ogid, format_position
from matches.records.presenting.questions import Question, make_question
from matches.records.queries.study_cards import (
    AnalysedBlunder,
    find_blunders_of_transcript,
    get_transcripts_of_blunders,
)
from matches.records.study_decks import StudyCard, StudyDeck, write_deck_text
from rules.analysis import ANSWERS
from rules.errors import Refusal
from rules.verdict import Verdict

# What a deck can be downloaded as: the file of each kind, by its ending, and its content type.
DECK_WRITERS: dict[str, tuple[Callable[[StudyDeck], bytes], str]] = {
    "txt": (lambda deck: write_deck_text(deck).encode(), "text/plain; charset=utf-8"),
    "apkg": (
        lambda deck: write_deck_package(deck, now=timezone.now()),
        "application/octet-stream",
    ),
}
# Makes the whole address of a path of this site.
AddressBuilder = Callable[[str], str]


def make_deck_of_player(
    player: Player, blunders: Sequence[AnalysedBlunder], build_address: AddressBuilder
) -> StudyDeck:
    """Return the deck of a person's blunders. Raises `blunders_absent`."""
    name = _("Backgammon blunders of %(name)s") % {"name": player.name}
    return StudyDeck(name.replace("::", ":"), _make_cards(blunders, build_address))


def make_deck_of_transcript(transcript: Transcript, build_address: AddressBuilder) -> StudyDeck:
    """Return the deck of the blunders of both sides of a transcript. Raises `blunders_absent`."""
    cards = _make_cards(find_blunders_of_transcript(transcript), build_address)
    return StudyDeck(_("Backgammon blunders"), cards)


def _make_cards(blunders: Sequence[AnalysedBlunder], build_address: AddressBuilder) -> list[StudyCard]:
    transcripts = get_transcripts_of_blunders(blunders)
    verdicts = {number: Verdict.from_json(row.verdict) for number, row in transcripts.items()}
    cards = []
    for analysed in blunders:
        number = analysed.blunder.transcript
        question = make_question(transcripts[number], verdicts[number], analysed.decisions, analysed.blunder)
        if question is not None:
            length = verdicts[number].length
            cards.append(_make_card(transcripts[number], question, length, analysed.analysis, build_address))
    if not cards:
        raise Refusal("blunders_absent")
    return cards


def _make_card(
    transcript: Transcript,
    question: Question,
    length: int,
    analysis: Analysis,
    build_address: AddressBuilder,
) -> StudyCard:
    kind, blunder = _get_kind(question), question.blunder
    code = transcript.match.code if transcript.match else ""
    context = {
        "question": question,
        "text": _format_question(question),
        "score": _format_score(question, length),
        "xgid": format_position(question.frame, question.game, length, question.frame.dice),
        "ogid": format_ogid(question.frame, question.game, length, question.frame.dice),
        "analysis": analysis,
        "address": build_address(question.link),
    }
    return StudyCard(
        identifier=f"crawford-{code}-{transcript.pk}-{blunder.game}-{blunder.action}-{kind}",
        # A card is shown by Anki, where the style sheets of this site are not.
        front=f"<style>{BOARD_STYLE}</style>{_render('records/study_card_front.html', context)}",
        back=_render("records/study_card_back.html", context),
        tags=("backgammon", f"backgammon::{kind}"),
    )


def _render(template: str, context: dict[str, object]) -> str:
    """Return a side of a card in one line."""
    return " ".join(render_to_string(template, context).split())


def _get_kind(question: Question) -> str:
    """The kind of a decision, as its tag names it."""
    if question.choice.kind == "checker":
        return "checker"
    return "take" if question.choice.played in ANSWERS else "double"


def _format_question(question: Question) -> str:
    kind = _get_kind(question)
    if kind == "checker":
        text = _("You are at the bottom and rolled %(dice)s. What do you play?")
        return text % {"dice": question.dice}
    if kind == "take":
        text = _("You are at the bottom; your opponent offers the cube at %(value)s. Take or drop?")
        return text % {"value": question.frame.text}
    return _("You are at the bottom, before your roll. Double or no double?")


def _format_score(question: Question, length: int) -> str:
    """The score from the view of the side to decide."""
    if not length:
        return _("Money play")
    side, score = question.choice.side, question.game.score_before
    parts = [
        _("%(length)s-point match: you %(yours)s, opponent %(theirs)s")
        % {"length": length, "yours": score[side.index], "theirs": score[side.other.index]}
    ]
    if question.game.is_crawford:
        parts.append(_("Crawford game"))
    return ", ".join(parts)


# The colours of `static/board.css`: a card has no other style sheet, and old browsers know no variables.
BOARD_STYLE = (
    ".board{display:block;width:100%;max-width:640px;height:auto;margin:0 auto}"
    ".board text{font-family:sans-serif;text-anchor:middle}"
    ".board-frame{fill:#23493a}.board-ground{fill:#f4ecda}.board-bar{fill:#1c3c30}.board-tray{fill:#18352a}"
    ".point-a{fill:#d9c49c}.point-b{fill:#9db79f}"
    ".board-number{fill:#e9e2cf;font-size:19px;opacity:.78}"
    ".board-pips,.board-score{fill:#e9e2cf;font-size:20px;font-weight:700}.board-score.board-long{font-size:17px}"
    ".checker,.die-face,.cube-face{stroke-width:1.6;fill:#fffaf0;stroke:#23493a}"
    ".checker-black .checker,.die-black .die-face{fill:#6d1f2b;stroke:#43101a}"
    ".checker-white .checker-mark{fill:none;stroke:#23493a;stroke-width:1.6;opacity:.55}"
    ".checker-black .checker-mark{fill:#f3dccf;opacity:.85}"
    ".checker-count{font-size:18px;font-weight:700;fill:#23493a}.checker-black .checker-count{fill:#f3dccf}"
    ".die-pip{fill:#23493a}.die-black .die-pip{fill:#f3dccf}"
    ".cube-value{fill:#23493a;font-size:20px;font-weight:700}.cube-centred{opacity:.75}"
    ".turn-white{fill:#fffaf0}.turn-black{fill:#f3dccf}"
)
