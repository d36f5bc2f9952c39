"""Draw sheets: brackets, crosstables and rounds with results so far, names only, or blank."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext

from matches.names import get_surnames
from matches.states import Status
from tournaments.formats.graph import Origin
from tournaments.messages import round_heading, seat_name
from tournaments.messages.names import describe_lengths, describe_places
from tournaments.models import EntryStatus
from tournaments.play.brackets.brackets import Bracket, BracketRound, BracketSeat, Cell
from tournaments.play.brackets.crosstables import (
    AWAY,
    EVEN,
    LOST,
    MEETING_BYE,
    WON,
    CrossMeeting,
    build_crosstable,
)
from tournaments.play.brackets.event_standings import TableLine
from tournaments.play.events.bracket_rows import AnyEntry, BracketEntry
from tournaments.printing.pdf import bracket_pages, crosstables, lists, score_sheets
from tournaments.printing.pdf.brackets import PrintedBracket, PrintedMatch, PrintedSeat
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.pdf.pages import Head, Page, Paper

# The marks of the sides of a match, as the pages show them.
SIDE_MARKS = ("▲", "▽")
OUTCOME_MARKS = {WON: "+", LOST: "−", EVEN: "="}
RESULTS, NAMES, BLANK = "results", "names", "blank"
# What is filled in on a draw sheet: names and results, the names of the draw, or nothing.
FILLS = (RESULTS, NAMES, BLANK)
POSTER = "poster"
MATCH_ORIGINS = frozenset({Origin.WINNER.value, Origin.LOSER.value, Origin.FIRST_LOSS.value})
SETTLED = Status.SETTLED.value


def draw_sheet_pages(bracket: Bracket, paper: Paper, head: Head, fill: str, kind: str) -> list[Page]:
    """Return the draw of a flight: its bracket, or for a flight with a table its crosstable or rounds.

    `fill` is one of `FILLS`; `kind` is `POSTER` for a bracket in large type.
    """
    if bracket.is_table:
        crosstable = build_printed_crosstable(bracket, fill)
        return (
            crosstables.crosstable_pages((crosstable,), paper, head)
            if crosstable
            else lists.list_pages(list_round_blocks(bracket, fill), paper, head)
        )
    make_pages = bracket_pages.poster_pages if kind == POSTER else bracket_pages.bracket_pages
    return [page for tree in list_printed_brackets(bracket, fill) for page in make_pages(tree, paper, head)]


def list_printed_brackets(bracket: Bracket, fill: str) -> Iterator[PrintedBracket]:
    """Yield the brackets of a flight: that for its first place, then those for further places."""
    cells = {cell.pairing.label: cell for part in bracket.rounds for cell in part.every}
    sources_by_label = {label: _find_sources(cell, cells) for label, cell in cells.items()}
    used_sources = {source for sources in sources_by_label.values() for source in sources}
    rounds_by_number = {part.number: part for part in bracket.rounds}
    final_labels = [label for label in cells if label not in used_sources and not cells[label].is_empty]
    for last in sorted(final_labels, key=lambda label: cells[label].pairing.winners):
        yield _build_printed_bracket(bracket, rounds_by_number, cells, sources_by_label, last, fill)


def _build_printed_bracket(
    bracket: Bracket,
    rounds_by_number: Mapping[int, BracketRound],
    cells: Mapping[str, Cell],
    sources_by_label: Mapping[str, Sequence[str]],
    last: str,
    fill: str,
) -> PrintedBracket:
    labels, pending_labels = [], [last]
    while pending_labels:
        label = pending_labels.pop()
        labels.append(label)
        pending_labels += [source for source in sources_by_label[label] if source]
    numbers = sorted({cells[label].pairing.round for label in labels})
    column_by_round = {number: place for place, number in enumerate(numbers)}
    winner = cells[last].pairing.winner_entry if fill == RESULTS else None
    entries_by_key = {entry.pk: entry for label in labels for entry in _list_entries(cells[label])}
    return PrintedBracket(
        rounds=tuple(_format_round(bracket, rounds_by_number[number], labels, cells) for number in numbers),
        matches={
            label: _build_printed_match(cells[label], sources_by_label[label], column_by_round, fill)
            for label in labels
        },
        last=last,
        winner=entries_by_key[winner.pk].player.name if winner and winner.pk in entries_by_key else "",
        winner_label=describe_places(cells[last].pairing.winners)
        if last != _get_last_label(bracket)
        else gettext("Winner"),
        sheet_label=gettext("Sheet %(number)s"),
    )


def _get_last_label(bracket: Bracket) -> str:
    cells = bracket.rounds[-1].cells
    return cells[0].pairing.label if cells else ""


def _format_round(
    bracket: Bracket, part: BracketRound, labels: Sequence[str], cells: Mapping[str, Cell]
) -> str:
    pairing = next(cells[label].pairing for label in labels if cells[label].pairing.round == part.number)
    return add_length(round_heading(part.number, pairing.winners, pairing.losers, part.best), bracket, part)


def add_length(title: str, bracket: Bracket, part: BracketRound) -> str:
    """Return the title of a round with its match length where the rounds of the bracket differ."""
    return f"{title} · {describe_lengths((part.length,))}" if bracket.has_varying_lengths else title


def _find_sources(cell: Cell, cells: Mapping[str, Cell]) -> tuple[str, str]:
    white, black = (_find_source(cell, side, cells) for side in ("white", "black"))
    return white, black


def _find_source(cell: Cell, side: str, cells: Mapping[str, Cell]) -> str:
    """Return the label of the pairing in this flight whose winner takes a seat, "" if there is none."""
    feed = cell.pairing.feeds.get(side, {})
    source_cell = cells.get(feed.get("pairing", "")) if feed.get("origin") == Origin.WINNER.value else None
    return source_cell.pairing.label if source_cell is not None and not source_cell.is_empty else ""


def _build_printed_match(
    cell: Cell, sources: Sequence[str], column_by_round: Mapping[int, int], fill: str
) -> PrintedMatch:
    white, black = (
        _build_printed_seat(cell, seat, source, fill)
        for seat, source in zip(cell.seats, sources, strict=True)
    )
    is_open = not cell.is_empty and not any(seat.is_vacant for seat in cell.seats)
    table = cell.match.table if cell.match and cell.is_on and fill == RESULTS else None
    tag = cell.pairing.label if is_open and (cell.state != SETTLED or fill != RESULTS) else ""
    table_text = gettext("table %(number)s") % {"number": table} if table else ""
    return PrintedMatch(
        column_by_round[cell.pairing.round],
        (white, black),
        " · ".join(part for part in (tag, table_text) if part),
    )


def _build_printed_seat(cell: Cell, seat: BracketSeat, source: str, fill: str) -> PrintedSeat:
    feed = cell.pairing.feeds.get(seat.side, {})
    if seat.is_vacant:
        return PrintedSeat(hint=gettext("bye"), is_vacant=True, source=source)
    is_here = seat.entry is not None and fill != BLANK
    is_drawn = feed.get("origin") == Origin.ENTRY.value
    if seat.entry is not None and is_here and (fill == RESULTS or is_drawn):
        name, seed = seat.entry.player.name, seat.entry.seed
        return PrintedSeat(
            name=name,
            short=get_surnames(name),
            mark=f"[{seed}]" if seed and not source else "",
            points=_format_points(cell, seat) if fill == RESULTS else "",
            has_won=seat.has_won and fill == RESULTS,
            source=source,
        )
    shows_origin = feed.get("origin") in MATCH_ORIGINS and not source and fill != BLANK
    return PrintedSeat(
        hint=seat_name(feed["origin"], feed.get("pairing", "")) if shows_origin else "", source=source
    )


def _format_points(cell: Cell, seat: BracketSeat) -> str:
    """Return the points of a side; "+" or "–" of a match that was not played, as in tables."""
    if cell.ending not in {"", "played"}:
        return "+" if seat.has_won else "–"
    return str(seat.score) if cell.has_score and seat.score is not None else ""


def build_printed_crosstable(bracket: Bracket, fill: str = RESULTS) -> crosstables.PrintedCrosstable | None:
    """Return the crosstable of a flight in which all entries meet; None for any other."""
    if bracket.table is None:
        return None
    cells = [cell for part in bracket.rounds for cell in part.every]
    entries = sorted({entry.number: entry for cell in cells for entry in _list_entries(cell)}.items())
    met_pairs = {frozenset(entry.pk for entry in _list_entries(cell)) for cell in cells if cell.is_ready}
    if len(met_pairs) < len(entries) * (len(entries) - 1) // 2:
        return None
    scores = {
        (own_seat.entry.pk, other.entry.pk): _format_score(cell, own_seat, other)
        for cell in cells
        for own_seat, other in (cell.seats, cell.seats[::-1])
        if own_seat.entry is not None and other.entry is not None
    }
    lines = {line.entry.pk: line for line in bracket.table.lines}
    shows_results = fill == RESULTS
    rows = tuple(
        tuple(scores.get((entry.pk, other.pk), "") if shows_results else "" for _, other in entries)
        for _, entry in entries
    )
    figures = tuple(
        (*(figure.text for figure in lines[entry.pk].figures), _format_rank(lines[entry.pk]))
        if shows_results and entry.pk in lines
        else ("",) * (len(bracket.table.columns) + 1)
        for _, entry in entries
    )
    columns = (*(Column(name) for name, _ in bracket.table.columns), Column(gettext("Place")))
    names = tuple(format_entry_name(entry) if fill != BLANK else "" for _, entry in entries)
    return crosstables.PrintedCrosstable(bracket.name, names, rows, columns, figures)


def format_entry_name(entry: AnyEntry) -> str:
    """Return the name of an entry in a table, marked if it has withdrawn."""
    if entry.status != EntryStatus.WITHDRAWN.value:
        return entry.player.name
    return gettext("%(name)s (withdrawn)") % {"name": entry.player.name}


def _format_rank(line: TableLine) -> str:
    return f"{line.place}{'=' if line.is_shared else ''}"


def _format_score(cell: Cell, own_seat: BracketSeat, other: BracketSeat) -> str:
    if cell.ending not in ("", "played"):
        return "+" if own_seat.has_won else "–"
    if cell.state != SETTLED:
        return ""
    return f"{own_seat.score}–{other.score}"


def _format_scores(cell: Cell) -> str:
    """Return the score of a match; of one that was not played "+ –" or "– +", by who has won."""
    if cell.ending not in ("", "played"):
        return " ".join("+" if seat.has_won else "–" for seat in cell.seats)
    return _format_score(cell, *cell.seats)


def _list_entries(cell: Cell) -> list[BracketEntry]:
    return [seat.entry for seat in cell.seats if seat.entry is not None]


def list_round_blocks(bracket: Bracket, fill: str = RESULTS) -> list[Block]:
    """Return the wall chart, the pairings of every round, the latest first, and with results the table."""
    rounds = (round_block(bracket, part, fill) for part in bracket.rounds_back)
    table = table_block(bracket) if fill == RESULTS else ()
    return [*wall_chart(bracket, fill), *rounds, *table]


def wall_chart(bracket: Bracket, fill: str = RESULTS) -> Iterator[Block]:
    """Yield the wall chart: a row for each entry, a column for each round.

    The rows are in the order of the table; without results in that of the entries, to be filled in by hand.
    """
    crosstable = build_crosstable(bracket)
    if crosstable is None or not crosstable.rounds:
        return
    heads = (Column(gettext("No."), is_right=True), Column(gettext("Player")))
    by_round = gettext("By round")
    columns = (*heads, *(Column(str(number)) for number in crosstable.rounds))
    if fill != RESULTS:
        entries = sorted((line.entry for line in crosstable.lines), key=lambda entry: entry.number)
        blank_cells = ("",) * len(crosstable.rounds)
        blank_rows = tuple(
            (str(number), format_entry_name(entry) if fill == NAMES else "", *blank_cells)
            for number, entry in enumerate(entries, start=1)
        )
        yield Block(f"{bracket.name}: {by_round}", columns, blank_rows)
        return
    rows = tuple(
        (
            str(line.number),
            format_entry_name(line.entry),
            *(" ".join(map(_meeting_text, cell or ())) for cell in line.cells),
        )
        for line in crosstable.lines
    )
    note = gettext("+ won, − lost, = tied; the number is the opponent's line.")
    if bracket.has_varying_lengths:
        shown_lengths = ", ".join(str(part.length) for part in bracket.rounds)
        note = " ".join((note, gettext("Match lengths by round: %(lengths)s.") % {"lengths": shown_lengths}))
    yield Block(f"{bracket.name}: {by_round}", columns, rows, note)


def _meeting_text(meeting: CrossMeeting) -> str:
    absence_texts = {MEETING_BYE: gettext("bye"), AWAY: gettext("absent")}
    if meeting.state in absence_texts:
        return absence_texts[meeting.state]
    return " ".join(filter(None, (f"{OUTCOME_MARKS.get(meeting.state, '')}{meeting.rival}", meeting.score)))


def round_block(bracket: Bracket, part: BracketRound, fill: str = RESULTS) -> Block:
    """Return the pairings of a round with tables and results, with names only, or blank."""
    columns = (
        Column(gettext("Table"), is_right=True),
        Column(SIDE_MARKS[0]),
        Column("", is_right=True),
        Column(SIDE_MARKS[1]),
    )
    rows = tuple(_build_pairing_row(cell, fill) for cell in part.every if not cell.is_empty)
    names = "" if fill == BLANK else ", ".join(bye.entry.player.name for bye in part.byes)
    note = " ".join((gettext("Sitting out:"), names)) if names else ""
    title = add_length(round_heading(part.number, part.winners, part.losers, part.best), bracket, part)
    return Block(title, columns, rows, note)


def _build_pairing_row(cell: Cell, fill: str) -> tuple[str, ...]:
    if fill == BLANK:
        return ("", "", "–", "")
    white, black = (seat.entry.player.name if seat.entry else "" for seat in cell.seats)
    table = cell.match.table if cell.match else None
    if fill == NAMES:
        return ("", white, "–", black)
    return (str(table or ""), white, _format_scores(cell) or "…", black)


def table_block(bracket: Bracket) -> Iterator[Block]:
    """Yield the standings of a flight, if it has a table."""
    if bracket.table is None or not bracket.table.lines:
        return
    columns = (
        Column(gettext("Place"), is_right=True),
        Column(gettext("Player")),
        *_list_figure_columns(bracket),
    )
    rows = tuple(
        (
            _format_rank(line),
            format_entry_name(line.entry),
            *(figure.text for figure in line.figures),
        )
        for line in bracket.table.lines
    )
    yield Block(bracket.name, columns, rows, bracket.table.note)


def _list_figure_columns(bracket: Bracket) -> Iterable[Column]:
    return (Column(name, is_right=True) for name, _ in (bracket.table.columns if bracket.table else ()))


BRACKET_SIZES = (8, 16, 32, 64)
GROUP_SIZES = (4, 5, 6, 8, 10)


def blank_bracket(size: int, paper: Paper, head: Head) -> list[Page]:
    """Return an empty knockout of so many lines, a power of two."""
    return bracket_pages.bracket_pages(_build_blank_bracket(size), paper, head)


def blank_group(size: int, paper: Paper, head: Head) -> list[Page]:
    """Return an empty crosstable of so many players."""
    columns = tuple(Column(name) for name in (gettext("Won"), gettext("Points"), gettext("Place")))
    crosstable = crosstables.PrintedCrosstable(
        title=gettext("Group"),
        names=("",) * size,
        cells=(("",) * size,) * size,
        columns=columns,
        figures=(("",) * len(columns),) * size,
    )
    return crosstables.crosstable_pages((crosstable,), paper, head)


def blank_score_sheet(title: str, paper: Paper) -> list[Page]:
    """Return two empty score sheets on one page."""
    heads = (gettext("Game"), gettext("Cube"), gettext("How it was won"), *SIDE_MARKS)
    sheet = score_sheets.BlankScoreSheet(
        title=title,
        details=(gettext("Round"), gettext("Table"), gettext("Match to")),
        sides=SIDE_MARKS,
        columns=tuple(Column(head) for head in heads),
        sign=gettext("Signature"),
    )
    return score_sheets.score_sheet_pages(sheet, paper)


def _build_blank_bracket(size: int) -> PrintedBracket:
    count = size.bit_length() - 1
    matches = {
        _format_blank_label(number, place): PrintedMatch(
            number,
            (_build_blank_seat(number, 2 * place), _build_blank_seat(number, 2 * place + 1)),
            _format_blank_label(number, place),
        )
        for number in range(count)
        for place in range(size >> (number + 1))
    }
    rounds = tuple(_format_blank_round(size, number) for number in range(count))
    return PrintedBracket(rounds, matches, _format_blank_label(count - 1, 0), winner_label=gettext("Winner"))


def _build_blank_seat(number: int, place: int) -> PrintedSeat:
    return PrintedSeat(source=_format_blank_label(number - 1, place)) if number else PrintedSeat()


def _format_blank_label(number: int, place: int) -> str:
    return f"{number + 1}-{place + 1}"


def _format_blank_round(size: int, number: int) -> str:
    winners = size >> (number + 1)
    return round_heading(number + 1, (1, winners), (winners + 1, 2 * winners))
