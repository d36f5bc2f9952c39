"""What a list is read to: persons, pairs, results, a season; questions, rows passed over, refusals. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from rules.errors import Refusal
from tournaments.exchange.lists.written_names import NameOrder

MEMBERS, RESULTS, SEASON, ENTRIES = "members", "results", "season", "entries"
KINDS = (MEMBERS, RESULTS, SEASON, ENTRIES)

# Choices of questions.
TAKE, LEAVE_OUT, ONE_PERSON, TWO_PEOPLE = "take", "leave_out", "one_person", "two_people"
AS_WRITTEN, TURNED = "as_written", "turned"
DAY_FIRST, MONTH_FIRST = "day", "month"
MOST_QUESTIONS = 200
# The answer that names the table for which its columns and heading row were chosen, as "row!sheet".
TABLE = "table"
# The answers that name the sheet of persons, and the sheets of results.
CHOSEN_SHEET, CHOSEN_SHEETS = "sheet", "sheets"
# The user has to choose; nothing is chosen beforehand.
OPEN = ""


@dataclass(frozen=True, slots=True)
class ListedFee:
    """The fee of a row: what was paid and when, as far as it says; `unclear` is a text that says neither.

    `method` is how it was paid, `part` the text that says that only a part is paid, and `unread` are the role
    and text of the cells of a day or a method that are none.

    `due` is what is due from the person for the year as far as the row states it apart, 0 if they are exempt:
    in the terms `due_text`, or in a column of amounts. It `is_rest` if it is what is still to be paid, and
    `is_half` is half of what is due from all. The fee `is_unpaid` if the row says nothing of a payment, and
    `half_paid` if half of what is due is paid.
    """

    amount: Decimal | None = None
    paid_on: date | None = None
    unclear: str = ""
    method: str = ""
    part: str = ""
    unread: tuple[tuple[str, str], ...] = ()
    due: Decimal | None = None
    due_text: str = ""
    is_rest: bool = False
    is_half: bool = False
    is_unpaid: bool = False
    half_paid: bool = False

    @property
    def is_paid(self) -> bool:
        """Return whether the fee is paid."""
        return not self.unclear and not self.is_unpaid

    @property
    def states_due(self) -> bool:
        """Return whether the row states what is due from the person for the year."""
        return self.due is not None or self.is_half


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A person of a list. A field that the file does not know is None or empty.

    `number` is that of a member, `position` the number of the row in the list. `unread_birth` is the text of
    a date of birth that is none, `unclear_birth_year` the year of one whose day and month are not clear,
    `unread` are the role and text of cells that are no country or rating,
    `unstored` those of a member that cannot be read. `vague_joined` is the first day of a year or a month,
    and which of the two is known. `other_details` are those of an entry that have no field here, with their
    names, such as the family.
    `is_incomplete`: the list has a column each for first names and surnames, and one of them is empty.
    `mark` is what stands in brackets behind the name of a member and tells them from others. `own_texts` are
    the roles and texts of the cells of fields that the club has defined, `divided_contacts` the telephone
    number and the address out of one cell.
    """

    line: int
    name: str
    mark: str = ""
    first: str = ""
    last: str = ""
    title: str = ""
    nickname: str = ""
    number: str = ""
    position: str = ""
    email: str = ""
    phone: str = ""
    other_phones: tuple[str, ...] = ()
    divided_contacts: tuple[str, ...] = ()
    birth: date | None = None
    birth_year: int | None = None
    unclear_birth_year: int | None = None
    unread_birth: str = ""
    joined: date | None = None
    vague_joined: tuple[date, str] | None = None
    left: date | None = None
    left_year: int | None = None
    active: bool | None = None
    status: str = ""
    club: str = ""
    city: str = ""
    country: str = ""
    rating: float | None = None
    performance: float | None = None
    listed_fee: ListedFee | None = None
    fee_paid: bool | None = None
    fee_paid_amount: float | None = None
    fee_paid_by: str = ""
    paid_until: date | None = None
    partner: str = ""
    other_details: tuple[tuple[str, str], ...] = ()
    note: str = ""
    own_texts: tuple[tuple[str, str], ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    unstored: tuple[tuple[str, str], ...] = ()
    is_incomplete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """Two persons who enter together, with their club or the name of their team."""

    line: int
    names: tuple[str, str]
    club: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOfList:
    """A match of a list; `winner` is one of the two names. Without a score both numbers are None."""

    line: int
    one: str
    other: str
    winner: str
    day: date | None = None
    score_one: int | None = None
    score_other: int | None = None
    length: int | None = None
    how: str = ""
    event: str = ""
    round: int | None = None
    sheet: str = ""
    sets: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOfList:
    """A place of a person; `last` is 0 if only the first of shared places is given, `field` if it is not."""

    line: int
    name: str
    first: int
    last: int = 0
    field: int = 0
    flight: str = ""
    day: date | None = None
    event: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOfList:
    """A person of a season table: points by evening (a day or the heading of the column) and the total."""

    line: int
    name: str
    points: Mapping[str, float]
    total: float | None = None


class PassedOver(NamedTuple):
    """A row that makes nothing: its number, its text and why (a code); `other_line` is the row it repeats."""

    line: int
    text: str
    reason: str
    other_line: int = 0
    sheet: str = ""


class LineRefusal(NamedTuple):
    """A row, or the file (line 0), that cannot be read: the code of the reason, its text, its number."""

    code: str
    line: int = 0
    text: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuestion:
    """What the user is queried: a code with its facts, the choices, and the one chosen beforehand.

    `key` names it in the answers. `answer` is what was answered, else the guess; it is `OPEN` if nothing can
    be guessed. Choices are codes or texts of the file; `lines` are the rows it is about,
    `sheets` those of a workbook that have them.
    """

    key: str
    code: str
    lines: tuple[int, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[str, ...]
    guess: str
    answer: str
    sheets: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[tuple[str, int], ...]:
        """Return the rows it is about, each with its sheet, "" if that is not stated."""
        return tuple(zip(self.sheets or ("",) * len(self.lines), self.lines, strict=True))

    @property
    def is_open(self) -> bool:
        """Return whether nothing is chosen yet."""
        return self.answer == OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ListReading:
    """Everything a list says. `columns` are the headings with their roles, for the page that shows them.

    `sheet` is the one that was read first, `sheets` are those that can be chosen instead. `other_columns` are
    the headings and roles of the other tables that were read, each with its sheet. `name_orders` are the
    two readings of the names that have a first name and a surname, by row.
    """

    kind: str
    persons: tuple[PersonRow, ...] = ()
    pairs: tuple[PairRow, ...] = ()
    results: tuple[MatchOfList, ...] = ()
    places: tuple[PlaceOfList, ...] = ()
    season: tuple[PointsOfList, ...] = ()
    questions: tuple[ListQuestion, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    refusals: tuple[LineRefusal, ...] = ()
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    heading_row: int = 0
    columns: tuple[tuple[str, str], ...] = ()
    other_columns: tuple[tuple[str, str, str], ...] = ()
    name_orders: Mapping[int, NameOrder] = field(default_factory=dict)
    encoding: str = ""
    separator: str = ""

    @property
    def is_ready(self) -> bool:
        """Return whether every question has an answer and there is something to store."""
        has_rows = bool(self.persons or self.pairs or self.results or self.places or self.season)
        return has_rows and not any(question.is_open for question in self.questions)


class Interview:
    """The questions of one reading, with the answers given so far; each key is queried once."""

    def __init__(self, answers: Mapping[str, str], year: int = 0) -> None:
        """Keep the answers; `year` is the present one, the last of which a list can be."""
        self.year = year
        # The present day, the year of most dates of the file ("" without any), and whether its dates in
        # figures have the day or the month first ("" if none tells).
        self.today: date | None = None
        self.file_year = ""
        self.file_date_order = ""
        # The headings of the table for which the columns were chosen.
        self.chosen_headings: tuple[str, ...] = ()
        # The names of the people whom the club has already.
        self.known_names: Collection[str] = ()
        # The names of the fields that the club has defined for its members, by the role of their columns.
        self.own_fields: Mapping[str, str] = {}
        self._answers = answers
        self._questions: dict[str, ListQuestion] = {}

    def ask(
        self,
        code: str,
        *,
        choices: tuple[str, ...],
        guess: str,
        lines: tuple[int, ...] = (),
        sheets: tuple[str, ...] = (),
        facts: Mapping[str, str] | None = None,
        place: str = "",
    ) -> str:
        """Ask a question and return its answer, else the guess; `place` tells questions of a code apart.

        Raises `list_unclear` if there are too many questions.
        """
        key = f"{code}:{place}" if place else code
        if key in self._questions:
            return self._questions[key].answer
        if len(self._questions) == MOST_QUESTIONS:
            raise Refusal("list_unclear", most=MOST_QUESTIONS)
        given_answer = self._answers.get(key, OPEN)
        answer = given_answer if given_answer in choices else guess
        self._questions[key] = ListQuestion(
            key=key,
            code=code,
            lines=lines,
            facts=facts or {},
            choices=choices,
            guess=guess,
            answer=answer,
            sheets=sheets,
        )
        return answer

    def get_answer(self, key: str) -> str:
        """Return an answer that was given without a question, such as the role of a column; "" if none."""
        return self._answers.get(key, "")

    def is_chosen_sheet(self, sheet: str) -> bool:
        """Return whether the chosen columns and heading row are those of a sheet, or of no stated one."""
        table = self.get_answer(TABLE)
        return not table or table.partition("!")[2] == sheet

    def get_start(self, sheet: str) -> int:
        """Return the row in which the table of a sheet was chosen to begin; 0 if none was."""
        selected = self.get_answer("heading_row")
        return int(selected) if selected.isdecimal() and self.is_chosen_sheet(sheet) else 0

    def get_columns(self, sheet: str, headings: Sequence[str] = ()) -> str:
        """Return the roles that were chosen for the columns of a table; "" if they are those of another one.

        A table with headings has those chosen for a table with the same ones, also on another sheet.
        """
        if headings and self.chosen_headings:
            is_chosen = tuple(headings) == self.chosen_headings
        else:
            is_chosen = self.is_chosen_sheet(sheet)
        return self.get_answer("columns") if is_chosen else ""

    @property
    def questions(self) -> tuple[ListQuestion, ...]:
        """Return the questions in the order in which they were queried."""
        return tuple(self._questions.values())
