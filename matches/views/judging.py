"""What an engine says of decisions, in words and figures: what was played, what was best, what it lost."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from rules.analysis import CANDIDATES, Candidate, Choice, GameAnalysis, Grade, Kind

# Told by shape and word besides colour; as chess players write it.
MARKS: dict[Grade, str] = {"sound": "", "error": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to decide: its equity, what it loses against the best, whether it is the one played."""

    text: str
    equity: str
    lost: str
    is_played: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision as a page shows it."""

    number: int
    title: str
    grade: Grade
    mark: str
    word: str
    lost: str
    played: str
    best: str
    ways: tuple[Way, ...]


def judgements(analysis: GameAnalysis) -> dict[int, list[Judgement]]:
    """The decisions of a game by the frames they led to; those without a choice are left out."""
    found: dict[int, list[Judgement]] = {}
    for choice in analysis.choices:
        if choice.is_counted:
            found.setdefault(choice.number, []).append(_judged(choice))
    return found


def worst(judged: Iterable[Judgement]) -> Judgement | None:
    """The gravest of the decisions at one frame."""
    return max(judged, key=lambda each: list(MARKS).index(each.grade), default=None)


def blunders(games: Iterable[GameAnalysis]) -> list[tuple[int, int]]:
    """Where blunders are, as game and frame, in the order of play."""
    return sorted(
        {
            (game.number, choice.number)
            for game in games
            for choice in game.choices
            if choice.is_counted and choice.grade == "blunder"
        }
    )


def as_data(judged: Iterable[Judgement]) -> list[list[object]]:
    """The same for a script: title, grade, mark and word, loss, then each way."""
    return [
        [
            each.title,
            each.grade,
            f"{each.mark} {each.word}".strip(),
            each.lost,
            [[way.text, way.equity, way.lost, int(way.is_played)] for way in each.ways],
        ]
        for each in judged
    ]


def figure(points: float) -> str:
    """Points of equity with their sign and three places, as the reader writes numbers."""
    return ("+" if points > 0 else "−" if points < 0 else "") + number_format(abs(points), 3)


def _judged(choice: Choice) -> Judgement:
    best = (
        max(choice.candidates, key=lambda way: way.equity) if choice.kind == "cube" else choice.candidates[0]
    )
    ways = tuple(_way(way, best, choice) for way in _shown(choice))
    return Judgement(
        number=choice.number,
        title=str(TITLES[choice.kind]()),
        grade=choice.grade,
        mark=MARKS[choice.grade],
        word=str(WORDS[choice.grade]()),
        lost=figure(-choice.lost),
        played=_spoken(choice.played),
        best=_spoken(choice.best),
        ways=ways,
    )


def _shown(choice: Choice) -> list[Candidate]:
    """The best few, and the one that was played."""
    first = list(choice.candidates[:CANDIDATES])
    return first + [way for way in choice.candidates[CANDIDATES:] if way.text == choice.played]


def _way(way: Candidate, best: Candidate, choice: Choice) -> Way:
    lost = max(best.equity - way.equity, 0.0)
    return Way(
        _spoken(way.text), figure(way.equity), figure(-lost) if lost else "", way.text == choice.played
    )


def _spoken(text: str) -> str:
    return str(CUBE[text]()) if text in CUBE else text


TITLES: dict[Kind, Callable[[], str]] = {
    "checker": lambda: _("Checker play"),
    "cube": lambda: _("Cube decision"),
}
WORDS: dict[Grade, Callable[[], str]] = {
    "sound": lambda: _("well decided"),
    "error": lambda: _("error"),
    "blunder": lambda: _("blunder"),
}
CUBE: dict[str, Callable[[], str]] = {
    "double": lambda: _("Double"),
    "no_double": lambda: _("No double"),
    "take": lambda: _("Take"),
    "drop": lambda: _("Drop"),
}
