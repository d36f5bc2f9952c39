"""Lists of entries typed line by line, in a mail or a chat: persons, pairs, and lines that are neither."""

import re
from dataclasses import dataclass, field, replace

from matches.names import is_bye
from rules.errors import Refusal
from tournaments.exchange.lists.chat_lines import (
    EMOJI,
    TypedLine,
    is_chat,
    is_phone,
    means_me_too,
    split_lines,
)
from tournaments.exchange.lists.entry_lines import EntryDraft, is_surname_first, take_apart
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.form_answers import BETWEEN
from tournaments.exchange.lists.headings import fold_heading
from tournaments.exchange.lists.person_rows import ask_rating, fold_text
from tournaments.exchange.lists.person_sheets import find_unnamed_table, is_of_persons
from tournaments.exchange.lists.person_tables import TEST_TERMS
from tournaments.exchange.lists.reading import (
    ENTRIES,
    LEAVE_OUT,
    TAKE,
    TWO_PEOPLE,
    Interview,
    ListReading,
    PairRow,
    PassedOver,
    PersonRow,
)
from tournaments.exchange.lists.same_people import settle_same_people
from tournaments.exchange.lists.tables import COUNT_TERMS, TOTAL_TERMS, counts_people, find_tables
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_names import is_name, read_name
from tournaments.name_lists.line_cells import BIRTH_YEAR

COLUMN_SEPARATORS = ("\t", ";", "|")
STRUCK = re.compile(r"~+\s*([^~]+?)\s*~+")
GUEST = re.compile(r"\s*\+\s*1\b.*$|\s*\+\s*(?:guest|gast|ospite|invité|1 guest)\b.*$", re.IGNORECASE)
CANCELLED = re.compile(
    r"\b(cancelled|canceled|can t make it|cannot come|can t come|out|withdrawn|abgesagt|sagt ab|krank|"
    r"disdetta|"
    r"non viene|assente|annule|absent|no viene|cancelado|afbud|iptal|gelemiyor)\b"
)
NO_PARTNER = make_tokens("? ?? tbd tba n.n. nn partner gesucht cerca nobody xxx ... … - – — ???")
LOOKING = re.compile(
    r"\b(tbd|tba|gesucht|sucht|cerca|cherche|busca|soeger|wanted|needed|looking|partner|noch offen)\b"
)
TEAM = re.compile(r"^\s*[\"“„«']?([^\"”“»':]{2,40})[\"”“»']?\s*:\s*(?=\S)")
TERMS_BETWEEN = re.compile(r"\s+(?:and|und|et|e|y|og|och|ve|i|con|mit|with|avec|med)\s+", re.IGNORECASE)
SIGNS_BETWEEN = re.compile(r"\s*[&+]\s*|\s*/\s*")
MOST_LINES = 2_000
MOST_NAME_TERMS, MOST_TOTAL_TERMS = 6, 4
TITLE, EMPTY_NUMBER, TOTALS, REMARK, LEFT_OUT, BYE = (
    "title",
    "empty_number",
    "totals",
    "remark",
    "left_out",
    "bye",
)
# So many figures behind names are a list of ratings, if most lines have one.
FEWEST_RATINGS = 3


@dataclass(slots=True)
class EntriesFound:
    """What the lines have given so far, and what all lines share."""

    interview: Interview
    is_chat: bool
    surname_first: bool
    persons: list[PersonRow] = field(default_factory=list)
    pairs: list[PairRow] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)
    # The lines with a figure in brackets that can be the year of birth.
    possible_years: set[int] = field(default_factory=set)

    def pass_over(self, line: TypedLine, reason: str) -> None:
        """Note that a line is no entry."""
        self.passed.append(PassedOver(line.line, line.text or str(line.number), reason))

    def ask(self, code: str, line: TypedLine, guess: str, **facts: str) -> str:
        """Ask whether a line is to be taken or left out."""
        return self.interview.ask(
            code,
            place=str(line.line),
            lines=(line.line,),
            facts=facts,
            choices=(TAKE, LEAVE_OUT),
            guess=guess,
        )


def has_lines(file: FileCells, interview: Interview) -> bool:
    """Return whether a text is a list of lines, and not a table with headings or columns."""
    if not file.text or file.separator in COLUMN_SEPARATORS or interview.get_answer("heading_row"):
        return False
    if has_marked_lines(file):
        return True
    sheet = file.sheets[0]
    return not find_tables(sheet, is_of_persons, interview) and find_unnamed_table(sheet, ENTRIES) is None


def has_marked_lines(file: FileCells) -> bool:
    """Return whether at least half of the lines of a text are numbered or have a bullet."""
    if not file.text or file.separator in COLUMN_SEPARATORS:
        return False
    lines = split_lines(file.text)
    marked = sum(bool(line.number and line.text) or line.has_bullet for line in lines)
    return marked * 2 >= len(lines) > 1


def read_entry_lines(file: FileCells, kind: str, interview: Interview) -> ListReading:
    """Return the persons and pairs of a list of lines."""
    lines = split_lines(file.text)
    if len(lines) > MOST_LINES:
        raise Refusal("sheet_rows_many", most=MOST_LINES)
    comma_lines = [line for line in lines if "," in line.text]
    surname_first = sum(is_surname_first(line.text) for line in lines) * 2 >= max(len(comma_lines), 2)
    outcome = EntriesFound(interview, is_chat(lines), surname_first and bool(comma_lines))
    numbered = [place for place, line in enumerate(lines) if line.number]
    is_numbered = len(numbered) * 2 >= len(lines) or (outcome.is_chat and bool(numbered))
    for place, line in enumerate(lines):
        reason = _find_reason(
            line, outcome, is_before=is_numbered and place < numbered[0], is_numbered=is_numbered
        )
        if reason:
            outcome.pass_over(line, reason)
        elif means_me_too(line):
            _read_me_too(line, outcome)
        else:
            _read_line(line, outcome)
    persons, repeated = settle_same_people(_settle_years(outcome), interview)
    return ListReading(
        kind=kind,
        persons=tuple(persons),
        pairs=tuple(outcome.pairs),
        questions=interview.questions,
        passed_over=tuple(sorted((*outcome.passed, *repeated), key=lambda one: one.line)),
        encoding=file.encoding,
    )


def _find_reason(line: TypedLine, outcome: EntriesFound, *, is_before: bool, is_numbered: bool) -> str:
    """Return why a line is no entry; "" if it may be one."""
    plain = EMOJI.sub("", line.text).strip()
    reason = ""
    if means_me_too(line):
        return reason
    if not any(map(str.isalpha, plain)):
        reason = EMPTY_NUMBER if line.number else REMARK
    elif counts_people(f"{line.number or ''} {plain}") or _is_total(fold_heading(plain).split(), line.number):
        reason = TOTALS
    elif not line.number and is_before:
        reason = TITLE
    elif not line.number and outcome.is_chat:
        reason = REMARK
    elif not line.number and not line.has_bullet:
        reason = _find_reason_in_text(plain, is_numbered=is_numbered)
    return reason


def _is_total(tokens: list[str], number: int) -> bool:
    """Return whether a line counts the others: "Total 7", "12 players"; its number may be the count."""
    if tokens[0] in TOTAL_TERMS or tokens[-1] in TOTAL_TERMS:
        return len(tokens) <= MOST_TOTAL_TERMS
    if len(tokens) == 1:
        return bool(number) and tokens[0] in COUNT_TERMS
    return len(tokens) == 2 and (
        (tokens[0] in COUNT_TERMS and tokens[1].isdecimal())
        or (tokens[0].isdecimal() and tokens[1] in COUNT_TERMS)
    )


def _find_reason_in_text(plain: str, *, is_numbered: bool) -> str:
    """Return whether a line without number and bullet is a title or a remark; "" if it may be an entry."""
    is_question = plain.endswith("?") and not any(map(str.isdigit, plain))
    if plain.endswith((":", "!")) or is_question:
        return "" if BETWEEN.search(plain) else TITLE
    has_details = re.search(r"[,;&/+()\d]|\s[-–—]\s", plain) is not None
    tokens = [token for token in plain.split() if any(map(str.isalpha, token))]
    is_long = len(tokens) > MOST_NAME_TERMS and (is_numbered or not has_details)
    return REMARK if is_long or re.search(r"https?://|www\.|@", plain) else ""


def _read_me_too(line: TypedLine, outcome: EntriesFound) -> None:
    """Ask about a message "me too" of a sender whose name is known."""
    if not line.sender or is_phone(line.sender):
        outcome.pass_over(line, REMARK)
        return
    name = read_name(line.sender).name
    if outcome.ask("me_too", line, TAKE, name=name, text=line.text) == TAKE:
        outcome.persons.append(PersonRow(line=line.line, name=name))
    else:
        outcome.pass_over(line, LEFT_OUT)


def _read_line(line: TypedLine, outcome: EntriesFound) -> None:
    """Add the person or the pair of a line, after the questions about it."""
    text = line.text
    if struck := STRUCK.search(text):
        name = take_apart(struck[1]).text
        if outcome.ask("struck_out", line, LEAVE_OUT, name=name, text=text) != TAKE:
            outcome.pass_over(line, LEFT_OUT)
            return
        text = struck[1]
    elif CANCELLED.search(fold_text(text)) and len(text.split()) > 2:
        if outcome.ask("cancelled", line, LEAVE_OUT, name=take_apart(text).text, text=text) != TAKE:
            outcome.pass_over(line, LEFT_OUT)
            return
        text = re.sub(r"\s*[-–,(].*$", "", text)
    if is_bye(text) or is_bye(EMOJI.sub("", text).strip()):
        outcome.pass_over(line, BYE)
    elif not _read_pair(line, text, outcome) and not _read_first_names(line, text, outcome):
        _read_single(line, text, outcome)


def _read_pair(line: TypedLine, text: str, outcome: EntriesFound) -> bool:
    """Add the pair of a line, and return whether it is one; a partner who is missing is queried about."""
    team, rest = "", text
    if match := TEAM.match(text):
        team, rest = match[1].strip(), text[match.end() :]
    halves = split_pair(rest)
    if halves is None:
        return False
    if any(is_partner_missing(half) for half in halves):
        name = next((half for half in halves if not is_partner_missing(half)), "")
        draft = take_apart(name, surname_first=True)
        answer = outcome.ask("partner_missing", line, LEAVE_OUT, name=read_name(draft.text).name)
        if answer == TAKE and name:
            _read_single(line, name, outcome)
        else:
            outcome.pass_over(line, "partner_missing")
        return True
    drafts = [take_apart(half, surname_first=True) for half in halves]
    names = [read_name(draft.text).name for draft in drafts]
    if not all(is_name(name) for name in names):
        return False
    if " " not in names[0] and len(names[1].split()) == 2:
        names[0] = f"{names[0]} {names[1].split()[-1]}"
    club = drafts[1].club or drafts[0].club
    outcome.pairs.append(PairRow(line=line.line, names=(names[0], names[1]), club=club, team=team))
    return True


def _read_first_names(line: TypedLine, text: str, outcome: EntriesFound) -> bool:
    """Ask about "Maria e Paolo", and return whether the line is a pair; "Ortega y Gasset" is one person."""
    parts = TERMS_BETWEEN.split(text.strip())
    if len(parts) != 2 or not all(part.isalpha() for part in parts):
        return False
    answer = outcome.interview.ask(
        "two_names",
        place=str(line.line),
        lines=(line.line,),
        facts={"name": parts[0], "other_name": parts[1]},
        choices=(TWO_PEOPLE, TAKE),
        guess=TWO_PEOPLE,
    )
    if answer == TWO_PEOPLE:
        outcome.pairs.append(PairRow(line=line.line, names=(parts[0], parts[1])))
    return answer == TWO_PEOPLE


def split_pair(text: str) -> tuple[str, str] | None:
    """Return the two sides of a pair; a token such as "and" needs whole names on both sides."""
    for pattern, is_word in ((SIGNS_BETWEEN, False), (TERMS_BETWEEN, True)):
        outside = re.sub(r"[(\[][^()\[\]]*[)\]]", lambda match: "\0" * len(match[0]), text)
        matches = list(pattern.finditer(outside))
        if len(matches) != 1:
            continue
        one, other = text[: matches[0].start()].strip(), text[matches[0].end() :].strip()
        if not one or not other or (other[:1].isdigit() and not is_partner_missing(other)):
            continue
        sides = [take_apart(side, surname_first=True).text for side in (one, other)]
        is_whole = all(" " in side for side in sides)
        if (
            is_partner_missing(other)
            or is_partner_missing(one)
            or (all(is_name(side) for side in sides) and (is_whole or not is_word))
        ):
            return one, other
    return None


def is_partner_missing(text: str) -> bool:
    """Return whether one side of a pair is not known yet."""
    plain = text.casefold().strip(" ()[]")
    return plain in NO_PARTNER or not plain.strip("?._- ") or bool(LOOKING.search(fold_text(text)))


def _read_single(line: TypedLine, text: str, outcome: EntriesFound) -> None:
    """Add the person of a line."""
    if GUEST.search(text):
        name = GUEST.sub("", text).strip()
        if outcome.ask("guest", line, TAKE, name=name) != TAKE:
            outcome.pass_over(line, LEFT_OUT)
            return
        text = name
    draft = take_apart(text, surname_first=outcome.surname_first)
    as_written = read_name(draft.text)
    if not any(map(str.isalpha, as_written.name)):
        outcome.pass_over(line, REMARK)
        return
    if not _is_taken(line, as_written.name, draft, outcome):
        outcome.pass_over(line, LEFT_OUT)
        return
    person = PersonRow(
        line=line.line,
        name=_settle_brackets(line, as_written.name, draft, outcome),
        first=as_written.first,
        last=as_written.last,
        title=as_written.title,
        nickname=as_written.nickname,
        country=draft.country,
        club=draft.club,
        rating=ask_rating(outcome.interview, line.line, draft.rating_text)
        if "?" in draft.rating_text
        else None,
        # In a chat, a tick says that somebody has written the line.
        fee_paid=None if outcome.is_chat and draft.paid_amount is None else draft.paid,
        fee_paid_amount=draft.paid_amount,
        fee_paid_by=draft.paid_by,
        note=draft.note,
    )
    if draft.rating_text and "?" not in draft.rating_text:
        person = replace(person, rating=_read_rating(draft.rating_text))
        if draft.is_rating_bracketed and BIRTH_YEAR.match(draft.rating_text):
            outcome.possible_years.add(line.line)
    outcome.persons.append(person)


def _settle_years(outcome: EntriesFound) -> list[PersonRow]:
    """Return the persons; where the lines have no ratings, a year in brackets stays behind its name."""
    years = outcome.possible_years
    has_ratings = any(person.rating for person in outcome.persons if person.line not in years)
    if has_ratings or (len(years) >= FEWEST_RATINGS and len(years) * 2 > len(outcome.persons)):
        return outcome.persons
    return [
        replace(person, name=f"{person.name} ({person.rating:.0f})", rating=None)
        if person.line in years
        else person
        for person in outcome.persons
    ]


def _read_rating(text: str) -> float:
    number = float(text.replace(",", "."))
    return int(number) if number == int(number) else number


def _settle_brackets(line: TypedLine, name: str, draft: EntryDraft, outcome: EntriesFound) -> str:
    """Return the name; a token in brackets behind a single name is the surname, unless answered otherwise."""
    if not draft.bracket_name:
        return name
    whole = f"{name} {draft.bracket_name}"
    if outcome.ask("bracket_name", line, TAKE, name=whole, text=draft.bracket_name) == TAKE:
        return whole
    draft.club = draft.club or draft.bracket_name
    return name


def _is_taken(line: TypedLine, name: str, draft: EntryDraft, outcome: EntriesFound) -> bool:
    """Ask about a line that is not clear, and return whether it is to be taken."""
    answers = []
    if draft.number_behind:
        answers.append(outcome.ask("number_behind", line, TAKE, name=name, number=draft.number_behind))
    if draft.is_short:
        answers.append(outcome.ask("part_payment", line, TAKE, name=name, text=line.text))
    if fold_text(name) in TEST_TERMS:
        answers.append(outcome.ask("test_row", line, LEAVE_OUT, name=name, text=line.text))
    if not is_name(name):
        answers.append(outcome.ask("name_unclear", line, TAKE, name=name, text=line.text))
    elif " " not in name and outcome.surname_first and not draft.bracket_name:
        answers.append(outcome.ask("surname_alone", line, TAKE, name=name))
    return LEAVE_OUT not in answers
