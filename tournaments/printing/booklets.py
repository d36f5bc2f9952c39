"""The rule booklet: every rule in order with its number, and the settings a desk has chosen."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext

from matches.clocks import CLOCKS
from matches.conduct.messages import SETTINGS
from matches.lateness import PenaltyScale
from matches.messages import law_text, law_title, question_answer, question_text
from matches.messages.chapters import CHAPTERS
from matches.models import Desk
from matches.queries.desks import get_conduct_laws
from rules.diagram import listing
from rules.laws import LAWS, as_markdown
from rules.options import ConductLaws, MatchLaws
from rules.plays import format_moves
from rules.position import Position
from rules.questions import QUESTIONS, Question
from tournaments.printing import messages
from tournaments.printing.pdf.booklet import HEADING, SMALL, SUBHEADING, Paragraph, booklet_pages
from tournaments.printing.pdf.pages import PAPERS, Head, write_pdf

# Bound of booklets cached in memory; one is about 100 KB.
CACHE_SIZE = 16
SETTING_MARK = "▸"
LAYOUT_VERSION = 1
LATE_START_LAW = "match.late-start"
TURN_END_LAW = "conduct.turn-end"


@dataclass(frozen=True, slots=True)
class BookletOptions:
    """The options of a booklet; equal options make the same file. `laws` is None for the rules alone."""

    name: str
    language: str
    paper: str
    laws: MatchLaws | None = None
    conduct: ConductLaws | None = None
    penalties: PenaltyScale | None = None
    clock: str = ""

    @property
    def etag(self) -> str:
        """The ETag of the booklet with these options."""
        values = (LAYOUT_VERSION, repr(self), _rules_digest())
        return f'"{blake2b(repr(values).encode(), digest_size=16).hexdigest()}"'


def make_options(name: str, desk: Desk | None, *, paper: str) -> BookletOptions:
    """Return the options of a booklet in the active language; without a desk, of the rules alone."""
    language = get_language() or "en"
    if desk is None:
        return BookletOptions(name, language, paper)
    laws, conduct = MatchLaws.from_json(dict(desk.laws)), get_conduct_laws(desk)
    return BookletOptions(name, language, paper, laws, conduct, desk.scale, desk.clock)


@lru_cache(CACHE_SIZE)
def render_booklet(options: BookletOptions) -> bytes:
    """Return the booklet as a PDF file, in the active language, which is that of the options."""
    rules = gettext("Rules of play")
    title = f"{options.name} · {rules}" if options.laws else options.name
    subtitle = gettext("With the settings in force here") if options.laws else rules
    missing_letter_note = gettext("▯: a letter missing from this font; the web pages show it")
    pages = booklet_pages(
        list(_paragraphs(options)),
        PAPERS[options.paper],
        Head(title, subtitle, "", missing_letter_note=missing_letter_note),
    )
    return write_pdf(pages, title, options.language)


def _paragraphs(options: BookletOptions) -> Iterator[Paragraph]:
    chosen = dict(describe_settings(options))
    if chosen:
        intro = gettext("%(mark)s marks the option in force here where the rules leave a choice.")
        yield Paragraph(intro % {"mark": SETTING_MARK}, size=SMALL)
    for number, (chapter, title) in enumerate(CHAPTERS.items(), start=1):
        yield _heading(number, title)
        if chapter == "chouette" and chosen:
            yield Paragraph(f"{SETTING_MARK} {messages.CHOUETTE_OPTIONS}", is_bold=True, indent=10)
        laws = [law for law in LAWS if law.startswith(f"{chapter}.")]
        for place, law in enumerate(laws, start=1):
            yield _subheading(number, place, law_title(law))
            yield Paragraph(law_text(law))
            for sentence in chosen.get(law, ()):
                yield Paragraph(f"{SETTING_MARK} {sentence}", is_bold=True, indent=10, space=1)
    number = len(CHAPTERS) + 1
    yield _heading(number, gettext("Questions and answers"))
    for place, question in enumerate(QUESTIONS.values(), start=1):
        yield _subheading(number, place, question_text(question.id))
        yield Paragraph(question_answer(question.id))
        if question.position is not None:
            yield Paragraph(_describe_position(question, question.position), size=SMALL, indent=10, space=1)


def _describe_position(question: Question, position: Position) -> str:
    """Return the checkers of a question's position, and the play of its roll, in one line."""
    line = gettext("Diagram: %(checkers)s") % {"checkers": listing(position)}
    if not question.dice:
        return line
    dice, plan = "-".join(map(str, question.dice)), format_moves(question.plan)
    return f"{line}. " + gettext("White plays %(dice)s: %(plan)s") % {"dice": dice, "plan": plan}


def _heading(number: int, title: str | Promise) -> Paragraph:
    return Paragraph(f"{number} {title}", size=HEADING, is_bold=True, space=10, keeps_next=True)


def _subheading(number: int, place: int, title: str) -> Paragraph:
    return Paragraph(f"{number}.{place} {title}", size=SUBHEADING, is_bold=True, space=6, keeps_next=True)


def describe_settings(options: BookletOptions) -> list[tuple[str, list[str]]]:
    """Return pairs of a rule and the sentences about its settings; empty without a desk."""
    if options.laws is None or options.conduct is None:
        return []
    sentences: dict[str, list[str]] = {}
    values = _setting_values(options.laws, options.conduct)
    for name, (_label, law, _hint) in SETTINGS.items():
        if name == "waives_premature" and values["premature_rolls"] == "stands":
            continue
        sentences.setdefault(law, []).append(_describe_setting(name, values[name]))
    sentences[LATE_START_LAW] = _describe_penalties(options.penalties)
    sentences[TURN_END_LAW] = [_describe_clock(options.clock)]
    return list(sentences.items())


def _setting_values(laws: MatchLaws, conduct: ConductLaws) -> dict[str, Any]:
    return {**asdict(laws), **asdict(conduct), "recorded_plays": laws.illegal_plays}


def _describe_setting(name: str, value: Any) -> str:
    if name == "setup_turns":
        return str(messages.SETUP_TURNS) % {"count": value} if value else str(messages.NO_SETUP_TURNS)
    return str(messages.SETTING_SENTENCES[name][value])


def _describe_clock(name: str) -> str:
    if not name:
        return str(messages.NO_CLOCK)
    clock = CLOCKS[name]
    sentence = gettext("Clocks: %(minutes)s min per point of the match, %(delay)s s delay.")
    return sentence % {"minutes": f"{clock.reserve / 60:g}", "delay": clock.delay}


def _describe_penalties(scale: PenaltyScale | None) -> list[str]:
    if scale is None:
        return [str(messages.NO_PENALTIES)]
    sentence = gettext(
        "Lateness: a penalty point %(grace)s min after the call, another every %(step)s min."
    ) % {"grace": scale.grace, "step": scale.step}
    loses = gettext("Penalty points beyond half the match length lose the match.")
    return [sentence, loses] if scale.loses else [sentence]


@lru_cache(1)
def _rules_digest() -> str:
    texts = (as_markdown(), [(one.question, one.answer) for one in QUESTIONS.values()])
    return blake2b(repr(texts).encode(), digest_size=16).hexdigest()
