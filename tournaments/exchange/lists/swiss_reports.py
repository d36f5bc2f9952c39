"""Reports of Swiss tournaments (TRF) as lists: the persons, and who won each match. Pure."""

from tournaments import countries
from tournaments.exchange import trf
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.reading import Interview, ListReading, MatchOfList, PersonRow
from tournaments.exchange.lists.written_names import read_name
from tournaments.exchange.trf import TrfPlayer, TrfReport

PLAYER_LINE = "001 "
TITLE_COLUMNS, COUNTRY_COLUMNS = slice(10, 13), slice(53, 56)
WINNING_SIGNS = trf.WON_SIGNS | {"+"}
FEWEST_PLAYERS = 2


def is_report(file: FileCells) -> bool:
    """Return whether a text has the lines of a report."""
    lines = file.text.splitlines()
    return (
        sum(line.startswith(PLAYER_LINE) and line[4:8].strip().isdecimal() for line in lines)
        >= FEWEST_PLAYERS
    )


def read_report(file: FileCells, kind: str, interview: Interview) -> ListReading:
    """Return the persons and results of a report. Raises what `trf.read` and `trf.check_report` do."""
    report = trf.read(file.text.encode())
    trf.check_report(report)
    lines = {
        int(text[4:8]): (line, text)
        for line, text in enumerate(file.text.splitlines(), start=1)
        if text.startswith(PLAYER_LINE)
    }
    results = (
        _read_game(report, entrant, number, lines[entrant.number][0])
        for number in range(1, trf.count_rounds(report) + 1)
        for entrant in report.entrants
    )
    return ListReading(
        kind=kind,
        persons=tuple(_read_entrant(entrant, *lines[entrant.number]) for entrant in report.entrants),
        results=tuple(match for match in results if match is not None),
        questions=interview.questions,
        encoding=file.encoding,
    )


def _read_entrant(entrant: TrfPlayer, line: int, text: str) -> PersonRow:
    as_written = read_name(entrant.name)
    return PersonRow(
        line=line,
        name=as_written.name,
        first=as_written.first,
        last=as_written.last,
        title=text[TITLE_COLUMNS].strip(),
        rating=entrant.rating or None,
        country=countries.code_of(text[COUNTRY_COLUMNS].strip()),
    )


def _read_game(report: TrfReport, entrant: TrfPlayer, number: int, line: int) -> MatchOfList | None:
    """Return the match of a player in a round, stated by the one with the lower number; None for a bye."""
    game = entrant.games[number - 1] if number <= len(entrant.games) else None
    if game is None or game.opponent < entrant.number:
        return None
    opponent = next(one for one in report.entrants if one.number == game.opponent)
    signs = game.sign, opponent.games[number - 1].sign
    winners = [one for one, sign in zip((entrant, opponent), signs, strict=True) if sign in WINNING_SIGNS]
    if len(winners) != 1:
        return None
    return MatchOfList(
        line=line,
        one=read_name(entrant.name).name,
        other=read_name(opponent.name).name,
        winner=read_name(winners[0].name).name,
        day=trf.get_day(report),
        how="walkover" if game.sign in trf.WALKOVER_SIGNS else "",
        event=report.name,
        round=number,
    )
