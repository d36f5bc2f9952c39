"""Drawings of brackets: the matches of a bracket as a tree, and its layout on an area."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.printing.pdf.pages import FIRM, RIGHT, PageDrawing, Stroke, TextBlock
from tournaments.printing.pdf.typography import (
    LEADING,
    SMALLEST,
    FittedText,
    fit_text,
    longest_part,
    printable_text,
    width,
)


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """One line of a match: `name` with `mark` (a seed), or `hint` while the seat is open.

    `short` may replace a name that is printed in full further left. `source` is the label of the match whose
    winner sits here, "" in the first round. `is_vacant`: a bye, there will never be a player.
    """

    name: str = ""
    short: str = ""
    mark: str = ""
    hint: str = ""
    points: str = ""
    has_won: bool = False
    is_vacant: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """Two seats that meet in `round`, counted from 0; `tag` is a note at the match, such as the table."""

    round: int
    seats: tuple[PrintedSeat, PrintedSeat]
    tag: str = ""


@dataclass(frozen=True, slots=True)
class PrintedBracket:
    """A bracket: the names of its rounds, its matches, the label of the last one, and the winner.

    `matches` are by label, `winner_label` is the heading above the winner. `sheet_label` is the text of a
    line whose player comes from another sheet, with %(number)s.
    """

    rounds: tuple[str, ...]
    matches: Mapping[str, PrintedMatch]
    last: str
    winner: str = ""
    winner_label: str = ""
    sheet_label: str = "%(number)s"

    def split(self, depth: int) -> tuple["PrintedBracket", ...]:
        """Split the bracket for several pages.

        The first parts end `depth` rounds before the end, the last one has the rounds after them. Empty if
        some path to the end is shorter.
        """
        before = [self.last]
        upper: list[str] = []
        for _ in range(depth):
            upper += before
            seats = [seat for label in before for seat in self.matches[label].seats]
            if any(seat.source not in self.matches for seat in seats):
                return ()
            before = [seat.source for seat in seats]
        following = {seat.source: seat.name for label in upper for seat in self.matches[label].seats}
        return (
            *(self._extract_subtree(label, following[label]) for label in before),
            self._extract_last_rounds(upper, before),
        )

    def _extract_subtree(self, label: str, winner: str) -> "PrintedBracket":
        """Return the bracket that ends with a match, with its winner at the end."""
        inside, pending_labels = {}, [label]
        while pending_labels:
            name = pending_labels.pop()
            inside[name] = self.matches[name]
            pending_labels += [
                seat.source for seat in self.matches[name].seats if seat.source in self.matches
            ]
        first, last = min(match.round for match in inside.values()), self.matches[label].round
        return PrintedBracket(
            self.rounds[first : last + 1],
            {name: replace(match, round=match.round - first) for name, match in inside.items()},
            label,
            winner,
            self.rounds[last + 1],
            self.sheet_label,
        )

    def _extract_last_rounds(self, labels: Sequence[str], sheets: Sequence[str]) -> "PrintedBracket":
        """Return these matches; a seat whose player comes from one of `sheets` (labels) names that sheet."""
        number = {label: self.sheet_label % {"number": at} for at, label in enumerate(sheets, start=1)}
        first = min(self.matches[label].round for label in labels)
        matches = {}
        for label in labels:
            match = self.matches[label]
            seats = tuple(
                replace(seat, source="", hint=number[seat.source]) if seat.source in number else seat
                for seat in match.seats
            )
            matches[label] = replace(match, round=match.round - first, seats=(seats[0], seats[1]))
        return replace(self, rounds=self.rounds[first:], matches=matches)

    def without_byes(self) -> "PrintedBracket":
        """Return the bracket with players after a bye on a line of the round they enter."""
        matches: dict[str, PrintedMatch] = {}
        pending_labels = [self.last]
        while pending_labels:
            label = pending_labels.pop()
            seats = tuple(self._skip_byes(seat) for seat in self.matches[label].seats)
            matches[label] = replace(self.matches[label], seats=(seats[0], seats[1]))
            pending_labels += [seat.source for seat in seats if seat.source in self.matches]
        return replace(self, matches=matches)

    def with_short_names(self) -> "PrintedBracket":
        """Return the bracket with short names wherever the full name is on a line further left."""
        matches = {
            label: replace(
                match, seats=(self._shorten_seat(match.seats[0]), self._shorten_seat(match.seats[1]))
            )
            for label, match in self.matches.items()
        }
        return replace(self, matches=matches)

    def _shorten_seat(self, seat: PrintedSeat) -> PrintedSeat:
        return replace(seat, name=seat.short or seat.name) if seat.source in self.matches else seat

    def _skip_byes(self, seat: PrintedSeat) -> PrintedSeat:
        before = self.matches.get(seat.source)
        if before is None or not any(one.is_vacant for one in before.seats):
            return seat
        occupied_seats = [one for one in before.seats if not one.is_vacant]
        if not occupied_seats:
            return replace(seat, source="", is_vacant=not seat.name)
        through = self._skip_byes(occupied_seats[0])
        return replace(
            seat,
            source=through.source,
            mark=seat.mark or through.mark,
            hint=seat.hint or through.hint,
            name=seat.name or through.name,
        )


ROW_GAP = 3.0
TALLEST_ROW = 44.0
NARROWEST_COLUMN = 66.0
LARGEST_SIZE = 11.0
MANY_LINES = 3
INDENT = 2.0
POINTS_WIDTH = 1.9


@dataclass(frozen=True, slots=True)
class BracketStyle:
    """The style of a bracket: font size, widths of the columns of its rounds and winner, extra row height."""

    size: float
    columns: tuple[float, ...]
    extra_row_height: float = 0.0

    def left(self, number: int) -> float:
        """Return the left edge of a round."""
        return sum(self.columns[:number])

    def name_width(self, number: int) -> float:
        """Return the width of a name in a round."""
        return self.columns[number] - self.points_width - 2 * INDENT

    @property
    def points_width(self) -> float:
        """The width reserved for the points at the end of a line."""
        return self.size * POINTS_WIDTH


@dataclass(slots=True)
class BracketDrawing:
    """A bracket while it is drawn; `low` is the current vertical position, `rows` counts lines of names.

    `is_broken`: a name in the first column is wrapped; `is_tall`: a later one needs many lines; `is_split`: a
    name is hyphenated; `is_crowded`: names overlap.
    """

    tree: PrintedBracket
    style: BracketStyle
    low: float = 0.0
    rows: int = 0
    is_broken: bool = False
    is_tall: bool = False
    is_split: bool = False
    is_crowded: bool = False
    texts: list[TextBlock] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    lows: dict[int, float] = field(default_factory=dict)
    tags: list[TextBlock] = field(default_factory=list)

    def draw(self) -> PageDrawing:
        """Return the whole bracket with the names of its rounds above and its winner at the end."""
        style, tree = self.style, self.tree
        for number, name in enumerate((*tree.rounds, tree.winner_label)):
            round_title = fit_text(name, style.columns[number] - 8, max(SMALLEST, style.size - 1), bold=True)
            self.texts.append(TextBlock(style.left(number) + INDENT, 0, round_title, bold=True))
        self.low = max(texts.text.height for texts in self.texts) + ROW_GAP
        self.lows = dict.fromkeys(range(len(tree.rounds) + 1), self.low)
        place = self._draw_match(tree.last)
        number = len(tree.rounds)
        self._draw_line(number, place, self._fit_name(tree.winner, number, bold=True), bold=True)
        texts = (*self.texts, *self._list_free_tags())
        return PageDrawing(style.left(number + 1), self.low + 2, texts, tuple(self.strokes))

    def _draw_match(self, label: str) -> float:
        """Draw a match with all matches before it; return the vertical position of its winner's line."""
        match = self.tree.matches[label]
        texts = [self._fit_seat(seat, match.round) for seat in match.seats]
        leaves = [seat.source not in self.tree.matches for seat in match.seats]
        row = max((text.height for text, leaf in zip(texts, leaves, strict=True) if leaf), default=0)
        places = []
        for seat, leaf, text in zip(match.seats, leaves, texts, strict=True):
            place = self._start_row(row, text) if leaf else self._draw_match(seat.source)
            if not leaf:
                self._draw_connection(self.tree.matches[seat.source].round + 1, match.round, place)
            self._draw_seat(match.round, place, seat, text)
            places.append(place)
        x = self.style.left(match.round + 1)
        self.strokes.append(Stroke(x, places[0], x, places[1], FIRM))
        middle = (places[0] + places[1]) / 2
        if match.tag:
            tag = fit_text(match.tag, self.style.columns[match.round + 1] - 2 * INDENT, SMALLEST)
            self.tags.append(TextBlock(x + INDENT, middle + 1, tag))
        return middle

    def _list_free_tags(self) -> Iterator[TextBlock]:
        """Yield the tags that overlap no text; the others are left out."""
        for tag in self.tags:
            if not any(_overlap(tag, other) for other in self.texts):
                yield tag

    def _draw_connection(self, number: int, to: int, place: float) -> None:
        """Draw the line of a winner who skips rounds to the next match."""
        if number < to:
            start, end = self.style.left(number), self.style.left(to)
            self.strokes.append(Stroke(start, place, end, place, FIRM))

    def _start_row(self, row: float, text: FittedText) -> float:
        self.low += row + ROW_GAP + self.style.extra_row_height
        self.rows += 1
        self.is_broken = self.is_broken or len(text.lines) > 1
        return self.low

    def _fit_seat(self, seat: PrintedSeat, number: int) -> FittedText:
        if seat.name:
            return self._fit_name(f"{seat.name} {seat.mark}".strip(), number, bold=seat.has_won)
        return fit_text(seat.hint, self.style.name_width(number), SMALLEST)

    def _fit_name(self, name: str, number: int, *, bold: bool) -> FittedText:
        space = self.style.name_width(number)
        self.is_split = self.is_split or longest_part(name, SMALLEST, bold=bold) > space
        fitted_name = fit_text(name, space, self.style.size, bold=bold)
        self.is_tall = self.is_tall or len(fitted_name.lines) > MANY_LINES
        return fitted_name

    def _draw_seat(self, number: int, place: float, seat: PrintedSeat, text: FittedText) -> None:
        self._draw_line(number, place, text, bold=seat.has_won)
        if seat.points:
            points = fit_text(seat.points, self.style.points_width, self.style.size, bold=seat.has_won)
            x = self.style.left(number + 1) - INDENT
            self.texts.append(TextBlock(x, place - points.height - 1, points, bold=seat.has_won, at=RIGHT))

    def _draw_line(self, number: int, place: float, text: FittedText, *, bold: bool) -> None:
        x, top = self.style.left(number), place - text.height - 1
        self.strokes.append(Stroke(x, place, x + self.style.columns[number], place, FIRM))
        if text.lines != ("",):
            self.is_crowded = self.is_crowded or top < self.lows[number]
            self.texts.append(TextBlock(x + INDENT, top, text, bold=bold))
        self.lows[number] = place


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """The layout of a bracket on an area; `cost` is its number of flaws, then the negative font size."""

    cost: tuple[int, float]
    drawing: PageDrawing


def best_layout(tree: PrintedBracket, wide: float, high: float) -> BracketLayout | None:
    """Return the best layout of a bracket in an area of this size, or None.

    Flaws are wrapped names in the first column and later names of many lines; splitting inside a name is
    worse.
    """
    best: BracketLayout | None = None
    if _leaf_count(tree) * (SMALLEST * LEADING + ROW_GAP) > high:
        return None
    for size in font_sizes(LARGEST_SIZE):
        style = _style_for_width(tree, size, wide)
        layout = _layout_at_height(tree, style, high) if style else None
        if layout is not None and (best is None or layout.cost < best.cost):
            best = layout
        if best is not None and best.cost[0] == 0:
            break
    return best


def _layout_at_height(tree: PrintedBracket, style: BracketStyle, high: float) -> BracketLayout | None:
    """Return the layout in this style, with rows spread over this height; None if it does not fit."""
    bracket_drawing = BracketDrawing(tree, style)
    drawing = bracket_drawing.draw()
    if drawing.high > high:
        return None
    extra_row_height = min((high - drawing.high) / max(1, bracket_drawing.rows), TALLEST_ROW - style.size)
    bracket_drawing = BracketDrawing(tree, replace(style, extra_row_height=extra_row_height))
    drawing = bracket_drawing.draw()
    if bracket_drawing.is_crowded:
        return None
    return BracketLayout(
        (bracket_drawing.is_broken + bracket_drawing.is_tall + 2 * bracket_drawing.is_split, -style.size),
        drawing,
    )


def draw_unbounded(tree: PrintedBracket, size: float, column: float) -> PageDrawing:
    """Draw the bracket with columns of this width, as tall as it needs."""
    extra_row_height = 2.0
    while True:
        bracket_drawing = BracketDrawing(
            tree, BracketStyle(size, (column,) * (len(tree.rounds) + 1), extra_row_height)
        )
        drawing = bracket_drawing.draw()
        if not bracket_drawing.is_crowded:
            return drawing
        extra_row_height += size


def natural_column_width(tree: PrintedBracket, size: float) -> float:
    """Return the width of a round whose first names fit on one line."""
    return max((_natural_width(name, size) for _, name in _leaf_names(tree)), default=0.0)


def font_sizes(largest: float) -> Iterator[float]:
    """Yield font sizes in steps of half a point from the largest down."""
    size = largest
    while size >= SMALLEST:
        yield size
        size -= 0.5


def _style_for_width(tree: PrintedBracket, size: float, wide: float) -> BracketStyle | None:
    """Return columns of equal width, and wider ones where names begin; None if they do not fit."""
    columns = len(tree.rounds) + 1
    spare_width = wide - columns * NARROWEST_COLUMN
    if spare_width < 0:
        return None
    needs = [0.0] * columns
    for number, name in _leaf_names(tree):
        needs[number] = max(needs[number], _natural_width(name, size) - NARROWEST_COLUMN)
    total_need = sum(needs)
    granted_widths = [need * min(1.0, spare_width / total_need) if total_need else 0.0 for need in needs]
    rest = (spare_width - sum(granted_widths)) / columns
    return BracketStyle(size, tuple(NARROWEST_COLUMN + one + rest for one in granted_widths))


def _natural_width(name: str, size: float) -> float:
    return width(printable_text(name), size, bold=True) + size * POINTS_WIDTH + 2 * INDENT + 1


def _overlap(one: TextBlock, other: TextBlock) -> bool:
    beside = one.x > other.left + other.wide or one.left + one.wide < other.left
    return not beside and one.y < other.bottom and other.y < one.bottom


def _leaf_count(tree: PrintedBracket) -> int:
    return sum(seat.source not in tree.matches for match in tree.matches.values() for seat in match.seats)


def _leaf_names(tree: PrintedBracket) -> Iterator[tuple[int, str]]:
    for match in tree.matches.values():
        for seat in match.seats:
            if seat.name and seat.source not in tree.matches:
                yield match.round, f"{seat.name} {seat.mark}"
