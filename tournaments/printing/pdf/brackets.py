"""Draw sheets: the tree of a bracket, and its lines on one page where it fits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.printing.pdf.pages import FIRM, RIGHT, PageDrawing, Stroke, TextBlock
from tournaments.printing.pdf.typography import (
    LEADING,
    SMALLEST,
    Fitted,
    fit_text,
    longest_part,
    printable_text,
    width,
)


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """One line of a match: `name` with `mark` (a seed), or `hint` while the seat is open.

    `short` may replace a name given in full further left.

    `source` is the match whose winner sits here. `is_vacant`: there will never be a player; `points` as text.
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
    """Two seats that meet in round `round`, counted from 0; `tag` is the table number."""

    round: int
    seats: tuple[PrintedSeat, PrintedSeat]
    tag: str = ""


@dataclass(frozen=True, slots=True)
class PrintedBracket:
    """A bracket: the names of its rounds, its matches by label, the last of them, and the winner.

    `sheet` labels a line whose player comes from another sheet and contains its %(number)s.
    """

    rounds: tuple[str, ...]
    bouts: Mapping[str, PrintedMatch]
    last: str
    winner: str = ""
    crown: str = ""
    sheet: str = "%(number)s"

    def parts(self, depth: int) -> tuple["PrintedBracket", ...]:
        """Return parts: those with last matches `depth` rounds before the end, then the rounds after them.

        Empty where some path to the end is shorter.
        """
        before = [self.last]
        upper: list[str] = []
        for _ in range(depth):
            upper += before
            seats = [seat for label in before for seat in self.bouts[label].seats]
            if any(seat.source not in self.bouts for seat in seats):
                return ()
            before = [seat.source for seat in seats]
        following = {seat.source: seat.name for label in upper for seat in self.bouts[label].seats}
        return (*(self._under(label, following[label]) for label in before), self._over(upper, before))

    def _under(self, label: str, winner: str) -> "PrintedBracket":
        """Return a match with all matches before it, and its winner at the end."""
        inside, pending_labels = {}, [label]
        while pending_labels:
            each = pending_labels.pop()
            inside[each] = self.bouts[each]
            pending_labels += [seat.source for seat in self.bouts[each].seats if seat.source in self.bouts]
        first, last = min(bout.round for bout in inside.values()), self.bouts[label].round
        return PrintedBracket(
            self.rounds[first : last + 1],
            {name: replace(bout, round=bout.round - first) for name, bout in inside.items()},
            label,
            winner,
            self.rounds[last + 1],
            self.sheet,
        )

    def _over(self, labels: Sequence[str], sheets: Sequence[str]) -> "PrintedBracket":
        """Return these matches alone; players from other matches come from their sheets."""
        number = {label: self.sheet % {"number": at} for at, label in enumerate(sheets, start=1)}
        first = min(self.bouts[label].round for label in labels)
        remaining_bouts = {}
        for label in labels:
            bout = self.bouts[label]
            seats = tuple(
                replace(seat, source="", hint=number[seat.source]) if seat.source in number else seat
                for seat in bout.seats
            )
            remaining_bouts[label] = replace(bout, round=bout.round - first, seats=(seats[0], seats[1]))
        return replace(self, rounds=self.rounds[first:], bouts=remaining_bouts)

    def without_byes(self) -> "PrintedBracket":
        """Return the bracket with players after a bye on a line of the round they enter."""
        remaining_bouts: dict[str, PrintedMatch] = {}
        pending_labels = [self.last]
        while pending_labels:
            label = pending_labels.pop()
            seats = tuple(self._through(seat) for seat in self.bouts[label].seats)
            remaining_bouts[label] = replace(self.bouts[label], seats=(seats[0], seats[1]))
            pending_labels += [seat.source for seat in seats if seat.source in self.bouts]
        return replace(self, bouts=remaining_bouts)

    def shortened(self) -> "PrintedBracket":
        """Return the bracket with short names wherever the full name is on a line further left."""
        short_bouts = {
            label: replace(bout, seats=(self._shorter(bout.seats[0]), self._shorter(bout.seats[1])))
            for label, bout in self.bouts.items()
        }
        return replace(self, bouts=short_bouts)

    def _shorter(self, seat: PrintedSeat) -> PrintedSeat:
        return replace(seat, name=seat.short or seat.name) if seat.source in self.bouts else seat

    def _through(self, seat: PrintedSeat) -> PrintedSeat:
        before = self.bouts.get(seat.source)
        if before is None or not any(one.is_vacant for one in before.seats):
            return seat
        occupied_seats = [one for one in before.seats if not one.is_vacant]
        if not occupied_seats:
            return replace(seat, source="", is_vacant=not seat.name)
        through = self._through(occupied_seats[0])
        return replace(
            seat,
            source=through.source,
            mark=seat.mark or through.mark,
            hint=seat.hint or through.hint,
            name=seat.name or through.name,
        )


PAD = 3.0
TALLEST_ROW = 44.0
NARROWEST = 66.0
LARGEST = 11.0
FEW_LINES = 3
INDENT = 2.0
POINTS_WIDE = 1.9


@dataclass(frozen=True, slots=True)
class BracketStyle:
    """The style of a bracket: font size, column widths of its rounds and winner, and extra row height."""

    size: float
    columns: tuple[float, ...]
    more: float = 0.0

    def left(self, number: int) -> float:
        """Return the left edge of a round."""
        return sum(self.columns[:number])

    def name_width(self, number: int) -> float:
        """Return the width of a name in a round."""
        return self.columns[number] - self.points_width - 2 * INDENT

    @property
    def points_width(self) -> float:
        """The width reserved for the points at the end of a line."""
        return self.size * POINTS_WIDE


@dataclass(slots=True)
class BracketDrawing:
    """A bracket while it is drawn; `low` is the current vertical position, `rows` counts lines of names.

    `is_broken`: a name in the first column is wrapped; `is_tall`: a later one needs many lines; `is_split`: a
    name is hyphenated; `is_crowded`: names overlap.
    """

    tree: PrintedBracket
    setting: BracketStyle
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
        setting, tree = self.setting, self.tree
        for number, name in enumerate((*tree.rounds, tree.crown)):
            round_title = fit_text(
                name, setting.columns[number] - 8, max(SMALLEST, setting.size - 1), bold=True
            )
            self.texts.append(TextBlock(setting.left(number) + INDENT, 0, round_title, bold=True))
        self.low = max(texts.text.height for texts in self.texts) + PAD
        self.lows = dict.fromkeys(range(len(tree.rounds) + 1), self.low)
        place = self._bout(tree.last)
        number = len(tree.rounds)
        self._line(number, place, self._fit(tree.winner, number, bold=True), bold=True)
        texts = (*self.texts, *self._free_tags())
        return PageDrawing(setting.left(number + 1), self.low + 2, texts, tuple(self.strokes))

    def _bout(self, label: str) -> float:
        """Draw a match with all matches before it; return the vertical position of its winner's line."""
        bout = self.tree.bouts[label]
        texts = [self._text(seat, bout.round) for seat in bout.seats]
        leaves = [seat.source not in self.tree.bouts for seat in bout.seats]
        row = max((text.height for text, leaf in zip(texts, leaves, strict=True) if leaf), default=0)
        places = []
        for seat, leaf, text in zip(bout.seats, leaves, texts, strict=True):
            place = self._leaf(row, text) if leaf else self._bout(seat.source)
            if not leaf:
                self._reach(self.tree.bouts[seat.source].round + 1, bout.round, place)
            self._seat(bout.round, place, seat, text)
            places.append(place)
        x = self.setting.left(bout.round + 1)
        self.strokes.append(Stroke(x, places[0], x, places[1], FIRM))
        middle = (places[0] + places[1]) / 2
        if bout.tag:
            tag = fit_text(bout.tag, self.setting.columns[bout.round + 1] - 2 * INDENT, SMALLEST)
            self.tags.append(TextBlock(x + INDENT, middle + 1, tag))
        return middle

    def _free_tags(self) -> Iterator[TextBlock]:
        """Yield the tags that overlap no text; the others are left out."""
        for tag in self.tags:
            if not any(_overlap(tag, other) for other in self.texts):
                yield tag

    def _reach(self, number: int, to: int, place: float) -> None:
        """Draw the line of a winner who skips rounds to the next match."""
        if number < to:
            start, end = self.setting.left(number), self.setting.left(to)
            self.strokes.append(Stroke(start, place, end, place, FIRM))

    def _leaf(self, row: float, text: Fitted) -> float:
        self.low += row + PAD + self.setting.more
        self.rows += 1
        self.is_broken = self.is_broken or len(text.lines) > 1
        return self.low

    def _text(self, seat: PrintedSeat, number: int) -> Fitted:
        if seat.name:
            return self._fit(f"{seat.name} {seat.mark}".strip(), number, bold=seat.has_won)
        return fit_text(seat.hint, self.setting.name_width(number), SMALLEST)

    def _fit(self, name: str, number: int, *, bold: bool) -> Fitted:
        space = self.setting.name_width(number)
        self.is_split = self.is_split or longest_part(name, SMALLEST, bold=bold) > space
        fitted_name = fit_text(name, space, self.setting.size, bold=bold)
        self.is_tall = self.is_tall or len(fitted_name.lines) > FEW_LINES
        return fitted_name

    def _seat(self, number: int, place: float, seat: PrintedSeat, text: Fitted) -> None:
        self._line(number, place, text, bold=seat.has_won)
        if seat.points:
            points = fit_text(seat.points, self.setting.points_width, self.setting.size, bold=seat.has_won)
            x = self.setting.left(number + 1) - INDENT
            self.texts.append(TextBlock(x, place - points.height - 1, points, bold=seat.has_won, at=RIGHT))

    def _line(self, number: int, place: float, text: Fitted, *, bold: bool) -> None:
        x, top = self.setting.left(number), place - text.height - 1
        self.strokes.append(Stroke(x, place, x + self.setting.columns[number], place, FIRM))
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
    if _leaf_count(tree) * (SMALLEST * LEADING + PAD) > high:
        return None
    for size in font_sizes(LARGEST):
        setting = _style_for_width(tree, size, wide)
        layout = _layout_at_height(tree, setting, high) if setting else None
        if layout is not None and (best is None or layout.cost < best.cost):
            best = layout
        if best is not None and best.cost[0] == 0:
            break
    return best


def _layout_at_height(tree: PrintedBracket, setting: BracketStyle, high: float) -> BracketLayout | None:
    """Return a bracket in this style, stretched to this height."""
    bracket_drawing = BracketDrawing(tree, setting)
    drawing = bracket_drawing.draw()
    if drawing.high > high:
        return None
    more = min((high - drawing.high) / max(1, bracket_drawing.rows), TALLEST_ROW - setting.size)
    bracket_drawing = BracketDrawing(tree, replace(setting, more=more))
    drawing = bracket_drawing.draw()
    if bracket_drawing.is_crowded:
        return None
    return BracketLayout(
        (bracket_drawing.is_broken + bracket_drawing.is_tall + 2 * bracket_drawing.is_split, -setting.size),
        drawing,
    )


def draw_unbounded(tree: PrintedBracket, size: float, column: float) -> PageDrawing:
    """Draw the bracket with columns of this width, as tall as it needs."""
    more = 2.0
    while True:
        bracket_drawing = BracketDrawing(tree, BracketStyle(size, (column,) * (len(tree.rounds) + 1), more))
        drawing = bracket_drawing.draw()
        if not bracket_drawing.is_crowded:
            return drawing
        more += size


def natural_column_width(tree: PrintedBracket, size: float) -> float:
    """Return the width of a round whose first names fit on one line."""
    return max((_natural_width(name, size) for _, name in _leaf_names(tree)), default=0.0)


def font_sizes(largest: float) -> Iterator[float]:
    """Return font sizes from the largest down."""
    size = largest
    while size >= SMALLEST:
        yield size
        size -= 0.5


def _style_for_width(tree: PrintedBracket, size: float, wide: float) -> BracketStyle | None:
    """Return an even width for every round, and more for those where names begin."""
    columns = len(tree.rounds) + 1
    spare_width = wide - columns * NARROWEST
    if spare_width < 0:
        return None
    needs = [0.0] * columns
    for number, name in _leaf_names(tree):
        needs[number] = max(needs[number], _natural_width(name, size) - NARROWEST)
    total_need = sum(needs)
    granted_widths = [need * min(1.0, spare_width / total_need) if total_need else 0.0 for need in needs]
    rest = (spare_width - sum(granted_widths)) / columns
    return BracketStyle(size, tuple(NARROWEST + one + rest for one in granted_widths))


def _natural_width(name: str, size: float) -> float:
    return width(printable_text(name), size, bold=True) + size * POINTS_WIDE + 2 * INDENT + 1


def _overlap(one: TextBlock, other: TextBlock) -> bool:
    beside = one.x > other.left + other.wide or one.left + one.wide < other.left
    return not beside and one.y < other.bottom and other.y < one.bottom


def _leaf_count(tree: PrintedBracket) -> int:
    return sum(seat.source not in tree.bouts for bout in tree.bouts.values() for seat in bout.seats)


def _leaf_names(tree: PrintedBracket) -> Iterator[tuple[int, str]]:
    for bout in tree.bouts.values():
        for seat in bout.seats:
            if seat.name and seat.source not in tree.bouts:
                yield bout.round, f"{seat.name} {seat.mark}"
