"""Results typed in lines, as in a chat: "Anna batte Luca 7-5", "Bianchi – Verdi 5-7", days between. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from tournaments.exchange.lists.chat_lines import BULLET, EMOJI, FLAG, MESSAGE, REGION_FLAG
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.match_scores import MatchDraft, settle_match
from tournaments.exchange.lists.reading import (
    DAY_FIRST,
    MONTH_FIRST,
    OPEN,
    RESULTS,
    Interview,
    LineRefusal,
    ListReading,
    MatchOfList,
    PassedOver,
)
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_dates import find_date_in_text, find_date_order, read_date
from tournaments.exchange.lists.written_names import is_name, read_player, split_bracket
from tournaments.exchange.lists.written_scores import WrittenScore, find_how, find_length

# The winner before, and the loser before; "b." and "d." are never initials, as these are large.
WON = (
    r"beats?|defeat(?:s|ed)|def\.?|bt\.?|(?-i:[bd]\.)|(?:won|wins) (?:against|vs\.?|over)|"
    r"batte|ha battuto|(?:vince|ha vinto) (?:con|contro|su|vs\.?)|"
    r"schl[aä]gt|schlaegt|schlug|besiegte?|(?:gewinnt|gewann|hat gewonnen) gegen|"
    r"bat|a battu|(?:gagne|a gagn[eé]) (?:contre|face [aà])|"
    r"(?:le )?(?:vence|venci[oó]|gana|gan[oó]|derrota|derrot[oó]) (?:a|contra)|"
    r"sl[aå]r|slog|(?:vandt|vinder) over|besejrede|"
    r"pokona(?:[lł]a?)|pokonuje|wygr(?:a[lł]a?|ywa) z"
)
LOST = (
    r"(?:lost|loses?) (?:to|against|vs\.?)|(?:perde|ha perso) (?:con|contro|da|vs\.?)|"
    r"(?:battut|sconfitt)[oa] da|"
    r"(?:verliert|verlor|hat verloren) gegen|(?:perd|a perdu) (?:contre|face [aà])|"
    r"(?:pierde|perdi[oó]) (?:con|contra|ante)|(?:taber|tabte) til|przegr(?:a[lł]a?|ywa) z"
)
POINTS = r"(?<![\d:./-])(\d{1,2})\s*(?:[-–—−:/]|\s(?:a|to|zu|[aà])\s)\s*(\d{1,2})(?![\d:/.-]*\d)"
VERB = re.compile(rf"^(.+?)\s+(?:(?P<won>{WON})|(?P<lost>{LOST}))\s+(.+)$", re.IGNORECASE)
SCORE = re.compile(POINTS)
SCORE_FIRST, SCORE_LAST = (
    re.compile(rf"^\(?{POINTS}\)?[\s:,–-]*(.+)$"),
    re.compile(rf"^(.+?)[\s:,(–-]*{POINTS}(.*)$"),
)
SCORE_BETWEEN = re.compile(rf"^([^\W\d_a-z]\D*?)\s+{POINTS}\s+([^\W\d_a-z]\D*)$")
# Each name has its points behind it: "Emma Whitaker 5 Anjali Patel 0", "Anna 5, Luca 3".
POINTS_BEHIND = re.compile(r"^([^\W\d_]\D*?)\s+(\d{1,2})\s*[\s,–—/-]\s*([^\W\d_]\D*?)\s+(\d{1,2})$")
NUMBERED = make_tokens(
    "round table match game board day week hall room at turno tavolo partita giornata sala ore runde tisch "
    "spiel spieltag uhr ronde manche salle mesa ronda partido bord kamp masa tur total totale"
)
# Between two names; a hyphen without blanks may be part of a name.
BETWEEN = re.compile(
    r"\s+(?:[-–—−]|vs?\.?|gegen|contro|contre|contra|mod|against)\s+|\s*[/–—]\s*", re.IGNORECASE
)
BEHIND_NAME = re.compile(r"\s+(?:con|per|by|mit|avec|por|med|with|a|zu)$", re.IGNORECASE)
LIST_NUMBER = re.compile(r"^\(?#?\d{1,3}[.)]\s+(?=\D)|^\(?#?\d{1,3}[.)]\s+(?=\d+\s*[-–:])")
CLOCK = re.compile(r"^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s*(?:[AaPp]\.?[Mm]\.?)?\s*[-–,]?\s+(?=\S)")
SENDER = re.compile(r"^[^:\d]{1,40}:\s+(?=\S)")
SEVERAL = re.compile(r"\s*[;,]\s+")
SHORT_DAY = re.compile(r"^(?:[^\W\d_]+\.?,?\s+)?(\d{1,2})[./](\d{1,2})\.?$")
YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
MARKS, ANY_YEAR, MOST_YEARS = " *_~•·,;!.", 2000, 30
LONGEST_LINE, LEAST_SHARE, LONGEST_DAY, MOST_NAME_TOKENS = 200, 0.4, 40, 4
REMARK, TITLE = "remark", "title"
COLUMN_SEPARATORS = ("\t", ";", "|")
ITALIAN = re.compile(r"\b(?:batte|battuto|vince|vinto|perde|perso|contro)\b", re.IGNORECASE)


class TypedResult(NamedTuple):
    """A result of a line: the players as written, the points in their order, who won, and what follows."""

    one: str
    other: str
    score: tuple[int, int] | None
    is_won_by_one: bool | None
    remark: str = ""


class ChatLine(NamedTuple):
    """A line of the text without marks, bullets and sender; `message_day` is that of the message it is in."""

    line: int
    text: str
    message_day: str = ""


@dataclass(slots=True)
class DaysOfLines:
    """How days are read: which comes first, the year of those without one, and the day that holds now."""

    order: str
    year: int | None
    day: date | None = None
    is_by_line: bool = False


@dataclass(slots=True)
class ResultsFound:
    """What the lines have given so far."""

    results: list[MatchOfList] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)
    refusals: list[LineRefusal] = field(default_factory=list)


def read_typed_results(file: FileCells, interview: Interview, today: date) -> ListReading | None:
    """Return the results of a text of lines; None if it is none.

    A line with a score or a verb that is not understood is refused, every other line is passed over.
    """
    if file.separator in COLUMN_SEPARATORS or interview.get_answer("heading_row"):
        return None
    lines = _list_lines(file)
    if not _is_of_results(lines):
        return None
    days, outcome = _make_days(file.text, lines, interview, today), ResultsFound()
    for line in lines:
        _read_line(line, days, outcome, interview)
    return ListReading(
        kind=RESULTS,
        results=tuple(outcome.results),
        questions=interview.questions,
        passed_over=tuple(outcome.passed),
        refusals=tuple(outcome.refusals),
        encoding=file.encoding,
    )


def parse_result(text: str) -> TypedResult | None:
    """Return the result that a line states; None if it states none."""
    if len(text) > LONGEST_LINE:
        return None
    result = _parse_verb(text) or _parse_score(text)
    if (
        result is None
        or SCORE.search(result.remark)
        or not all(map(_can_be_player, (result.one, result.other)))
    ):
        return None
    return result


def _can_be_player(text: str) -> bool:
    return is_name(split_bracket(read_player(text))[0]) and len(text.split()) <= MOST_NAME_TOKENS


def _list_lines(file: FileCells) -> list[ChatLine]:
    """Return the lines of a text, or the rows of the first sheet if each has one cell only."""
    if file.text:
        return [
            _clean(number, raw) for number, raw in enumerate(file.text.splitlines(), start=1) if raw.strip()
        ]
    sheet = next((one for one in file.sheets if one.rows and not one.is_hidden), None)
    if sheet is None or any(len(row.filled) > 1 for row in sheet.rows):
        return []
    return [_clean(row.line, row.text) for row in sheet.rows]


def _clean(number: int, raw: str) -> ChatLine:
    message = MESSAGE.match(raw.strip())
    text = message[3] if message else raw
    for pattern in (REGION_FLAG, FLAG, EMOJI):
        text = pattern.sub(" ", text)
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    text = LIST_NUMBER.sub("", BULLET.sub("", " ".join(text.split()).strip(MARKS))).strip(MARKS)
    return ChatLine(number, text.replace("*", "").replace("_", " "), message[1] if message else "")


def _is_of_results(lines: Sequence[ChatLine]) -> bool:
    """Return whether enough of the lines with a score or a verb are results."""
    candidates = [line for line in lines if _seems_result(line.text) and not _is_day(line.text)]
    readable_count = sum(bool(_parse_all(line.text)) for line in candidates)
    return bool(readable_count) and readable_count >= LEAST_SHARE * len(candidates)


def _seems_result(text: str) -> bool:
    return SCORE.search(text) is not None or VERB.match(text) is not None or bool(_parse_all(text))


def _is_day(text: str) -> bool:
    """Return whether a line is only a day, such as "Giovedì 12 marzo" or "12/3"."""
    if len(text) > LONGEST_DAY or BETWEEN.search(text.replace("/", ".")):
        return False
    if SHORT_DAY.match(text) or read_date(text, DAY_FIRST):
        return True
    day = find_date_in_text(text, ANY_YEAR)
    return day is not None and _parse_score(text) is None


def _parse_all(text: str) -> list[TypedResult]:
    """Return the results of a line, one or several, without the time and the sender before them."""
    for candidate in dict.fromkeys((text, CLOCK.sub("", text), SENDER.sub("", CLOCK.sub("", text)))):
        parts = [parse_result(part) for part in SEVERAL.split(candidate)]
        if len(parts) > 1 and all(parts):
            return [part for part in parts if part is not None]
        if result := parse_result(candidate):
            return [result]
    return []


def _parse_verb(text: str) -> TypedResult | None:
    match = VERB.match(text)
    if match is None:
        return None
    has_won, one, rest = match["won"] is not None, match[1], match[4]
    score_match = SCORE.search(rest)
    other, remark = (rest[: score_match.start()], rest[score_match.end() :]) if score_match else (rest, "")
    score = (int(score_match[1]), int(score_match[2])) if score_match else None
    if score and not has_won and score[0] > score[1]:
        # "Luca perde con Anna 7-5" has the points of the winner first.
        score = score[::-1]
    other = BEHIND_NAME.sub("", other.strip(f"{MARKS}(:-–"))
    return TypedResult(_strip(one), _strip(other), score, has_won, _strip(remark))


def _parse_score(text: str) -> TypedResult | None:
    if match := SCORE_FIRST.match(text):
        score, names, remark = (int(match[1]), int(match[2])), match[3], ""
    elif match := SCORE_BETWEEN.match(text):
        score, names, remark = (int(match[2]), int(match[3])), f"{match[1]} - {match[4]}", ""
    elif match := SCORE_LAST.match(text):
        score, names, remark = (int(match[2]), int(match[3])), match[1], match[4]
    elif match := POINTS_BEHIND.match(text):
        return _make_points_behind(match)
    else:
        return None
    players = [_strip(part) for part in BETWEEN.split(names)]
    if len(players) != 2:
        players = [_strip(part) for part in names.split("-")]
    if len(players) != 2 or not all(players):
        return None
    return TypedResult(players[0], players[1], score, None, _strip(remark))


def _make_points_behind(match: re.Match[str]) -> TypedResult | None:
    """Return the result of two names with points behind each; None if one cannot be a name."""
    names, score = (_strip(match[1]), _strip(match[3])), (int(match[2]), int(match[4]))
    are_names = all(_is_written_name(name) for name in names)
    return TypedResult(names[0], names[1], score, None) if are_names and max(score) > min(score) else None


def _is_written_name(text: str) -> bool:
    """Return whether a text before a number is no month, table or round."""
    is_date = find_date_in_text(f"{text} 1", ANY_YEAR) is not None
    return text[:1].isupper() and not is_date and not NUMBERED & set(text.casefold().split())


def _strip(text: str) -> str:
    name, mark = split_bracket(text.strip(f"{MARKS}:-–—−"))
    plain = name.strip(f"{MARKS}():-–—−").strip()
    return f"{plain} ({mark})" if plain and mark else plain


def _make_days(text: str, lines: Sequence[ChatLine], interview: Interview, today: date) -> DaysOfLines:
    """Return how days are read; asks for their order and year where nothing tells it."""
    short = [match for line in lines if (match := SHORT_DAY.match(line.text))]
    numeric = [line.message_day for line in lines if line.message_day] + [
        f"{each[1]}/{each[2]}/{ANY_YEAR}" for each in short
    ]
    whole = [line.text for line in lines if _is_day(line.text)]
    order = find_date_order([*numeric, *whole])
    if not order and numeric and not ITALIAN.search(text):
        order = interview.ask(
            "date_order", facts={"example": numeric[0]}, choices=(DAY_FIRST, MONTH_FIRST), guess=OPEN
        )
    order = order or DAY_FIRST
    return DaysOfLines(order, _find_year(text, lines, order, interview, today))


def _find_year(
    text: str, lines: Sequence[ChatLine], order: str, interview: Interview, today: date
) -> int | None:
    """Return the year of days without one: of the messages or the text, else as answered."""
    sent_days = [day for line in lines if line.message_day and (day := read_date(line.message_day, order))]
    if sent_days:
        return sent_days[0].year
    if year := YEAR.search(text):
        return int(year[1])
    first = next((day for line in lines if (day := _read_day(line.text, order, today.year))), None)
    if first is None:
        return None
    guess = today.year if first <= today else today.year - 1
    years = tuple(str(year) for year in range(today.year, today.year - MOST_YEARS, -1))
    return int(interview.ask("season_year", choices=years, guess=str(guess)))


def _read_day(text: str, order: str, year: int | None) -> date | None:
    """Return the day of a line that is only a day."""
    if not _is_day(text):
        return None
    if match := SHORT_DAY.match(text):
        return read_date(f"{match[1]}/{match[2]}/{year}", order) if year else None
    return read_date(text, order) or find_date_in_text(text, year)


def _read_line(line: ChatLine, days: DaysOfLines, outcome: ResultsFound, interview: Interview) -> None:
    if line.message_day and not days.is_by_line:
        days.day = read_date(line.message_day, days.order)
    day = _read_day(line.text, days.order, days.year)
    if day is not None:
        days.day, days.is_by_line = day, True
        outcome.passed.append(PassedOver(line.line, line.text, TITLE))
        return
    results = _parse_all(line.text)
    if not results:
        if _seems_result(line.text):
            outcome.refusals.append(LineRefusal("result_unclear", line.line, line.text))
        elif line.text:
            outcome.passed.append(PassedOver(line.line, line.text, REMARK))
        return
    for result in results:
        match, refusal = settle_match(_make_draft(line, result, days), interview)
        if refusal:
            outcome.refusals.append(LineRefusal(refusal, line.line, line.text))
        elif match is None:
            outcome.passed.append(PassedOver(line.line, line.text, "left_out"))
        else:
            outcome.results.append(match)


def _make_draft(line: ChatLine, result: TypedResult, days: DaysOfLines) -> MatchDraft:
    one, other = read_player(result.one), read_player(result.other)
    winner = "" if result.is_won_by_one is None else one if result.is_won_by_one else other
    return MatchDraft(
        line=line.line,
        one=one,
        other=other,
        as_written=WrittenScore(result.score),
        length=find_length(result.remark),
        named_winner=winner,
        remark=result.remark if find_how(result.remark) else "",
        day=days.day,
    )
