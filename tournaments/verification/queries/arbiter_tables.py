"""The report for an arbiter as tables of text, the same for its pages and its PDF."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clocks import CLOCKS
from matches.messages import get_label
from matches.states import Ending, Status
from tournaments.formats.random_order import METHOD
from tournaments.formats.registry import FORMATS
from tournaments.formats.stage_terms import CLOCK, LAWS
from tournaments.journal.stage_changes import FORBIDDEN
from tournaments.journal.standings import is_table, tie_breaks_of
from tournaments.messages import round_heading
from tournaments.messages.details import DETAIL_TITLES
from tournaments.messages.journal import describe_tag_kind
from tournaments.messages.names import describe_lengths
from tournaments.messages.tie_break_texts import describe_tie_break
from tournaments.messages.tournaments import describe_rules, name_days_of
from tournaments.models import Takes
from tournaments.name_lists.details import DETAILS, PUBLIC_DETAILS, DetailKind
from tournaments.play.brackets.brackets import ABSENT, BYE, BracketRound, Cell
from tournaments.play.brackets.pairing_sheets import BYES
from tournaments.play.draws.queries import DrawRecord
from tournaments.play.events.stages import PlannedStage
from tournaments.registry import PrintTable
from tournaments.verification.messages import finding_text
from tournaments.verification.queries.arbiter_report import ArbiterReport
from tournaments.verification.queries.event_checks import ImportedFile
from tournaments.verification.queries.report_lines import Group, ReportLine

LEFT, RIGHT = "left", "right"
SECONDS_PER_MINUTE = 60
Row = tuple[str, ...]
Columns = tuple[tuple[str, str], ...]
FACT_COLUMNS: Columns = (("", LEFT), ("", LEFT))


def tabulate_overview(report: ArbiterReport) -> list[PrintTable]:
    """Return the rules in force, the check of the event, and all manual decisions."""
    return [
        _make_facts(_("Rules in force"), _list_rules(report)),
        *_tabulate_forbidden_pairs(report),
        _tabulate_check(report),
        *tabulate_decisions(report),
    ]


def _tabulate_forbidden_pairs(report: ArbiterReport) -> list[PrintTable]:
    """Return which pairs were kept apart or allowed again, where the format of a stage has such pairs."""
    if all(FORBIDDEN not in FORMATS[stage.stage.format].options for stage in report.plan.stages):
        return []
    return [_tabulate_actions(report, Group.PAIRS, _("Pairs that must not meet"))]


def tabulate_decisions(report: ArbiterReport) -> list[PrintTable]:
    """Return all manual decisions and changes during play, a table for each kind."""
    return [
        _tabulate_changes(report, Group.EXCHANGE, _("Pairings and draws changed by hand")),
        _tabulate_changes(report, Group.CORRECTION, _("Corrected results")),
        _tabulate_actions(report, Group.DECISION, _("Rulings, penalties and matches not played out")),
        _tabulate_changes(report, Group.ENTRY, _("Late entries, withdrawals and substitutions")),
        _tabulate_actions(report, Group.PLAN, _("Stages, lengths and draws changed during play")),
        _tabulate_actions(report, Group.UNDO, _("Undone and redone")),
    ]


def tabulate_players(report: ArbiterReport) -> list[PrintTable]:
    """Return the players with their public details."""
    entries, members = report.entries, report.members
    details = [name for name in PUBLIC_DETAILS if any(getattr(entry, name) for entry in entries)]
    has_seeds = any(entry.seed for entry in entries)
    columns: Columns = (
        (_("No."), RIGHT),
        (_("Player"), LEFT),
        *(((_("Members"), LEFT),) if report.event.takes == Takes.TEAMS.value else ()),
        *(((_("Seed"), RIGHT),) if has_seeds else ()),
        *(
            (str(DETAIL_TITLES[name]), RIGHT if DETAILS[name].kind == DetailKind.NUMBER else LEFT)
            for name in details
        ),
        (_("Status"), LEFT),
        (_("Place"), RIGHT),
    )
    rows = tuple(
        (
            str(entry.number),
            entry.player.name,
            *((", ".join(members.get(entry.number, ())),) if report.event.takes == Takes.TEAMS.value else ()),
            *((str(entry.seed or ""),) if has_seeds else ()),
            *(str(getattr(entry, name) or "") for name in details),
            str(entry.get_status_display()),
            _format_places(entry.place_from, entry.place_to),
        )
        for entry in entries
    )
    return [PrintTable(_("Players"), columns, rows)]


def tabulate_draws(report: ArbiterReport) -> list[PrintTable]:
    """Return how each draw was made, and who is on which line: as drawn, and after manual changes."""
    lines_now, drawn_by = report.lines_now, {line.seq: line for line in report.lines if line.seq}
    names = {entry.number: entry.player.name for entry in report.entries}
    tables: list[PrintTable] = []
    for draw in report.draws:
        title = _name_draw(draw, report)
        facts = _list_draw_facts(draw, _describe_author(drawn_by[draw.seq], report))
        tables.append(_make_facts(title, facts))
        tables.append(_tabulate_draw_lines(draw, title, lines_now.get(draw.flight, {}), names))
    return tables


def tabulate_rounds(report: ArbiterReport) -> list[PrintTable]:
    """Return the pairings and byes of every flight with their results and reasons."""
    return _tabulate_rounds(report)


def _tabulate_rounds(report: ArbiterReport, number: int = 0) -> list[PrintTable]:
    """Return the pairings of every flight, or those of one entry."""
    tables = []
    for bracket in report.brackets:
        rows = [row for bracket_round in bracket.rounds for row in _list_round(bracket_round, number)]
        columns: Columns = (
            (_("Round"), LEFT),
            (_("Match"), LEFT),
            (_("White"), LEFT),
            (_("Black"), LEFT),
            (_("Result"), LEFT),
            (_("Why paired"), LEFT),
        )
        # The pairings of a bracket follow from its draw and have no reasons of their own.
        count = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
        title = _("Rounds: %(flight)s") % {"flight": bracket.name}
        tables.append(PrintTable(title, columns[:count], tuple(row[:count] for row in rows)))
    return tables


def tabulate_player(report: ArbiterReport, number: int, name: str) -> list[PrintTable]:
    """Return all that concerns one player, in order, and their pairings with reasons."""
    lines = report.get_lines_of_entry(number)
    columns = (*_action_columns()[:3], (_("Before"), LEFT), (_("After"), LEFT), *_action_columns()[3:])
    rows = tuple(
        (
            *_start_row(line, line.texts.get(number, line.sentence), number),
            line.before if number not in line.texts else "",
            line.after if number not in line.texts else "",
            *_end_row(line, report),
        )
        for line in lines
    )
    return [
        PrintTable(_("All about %(name)s, oldest first") % {"name": name}, columns, rows),
        *(table for table in _tabulate_rounds(report, number) if table.rows),
    ]


def tabulate_report(report: ArbiterReport) -> list[PrintTable]:
    """Return the whole report for printing."""
    tables = [
        *tabulate_overview(report),
        *tabulate_players(report),
        *tabulate_draws(report),
        *tabulate_rounds(report),
    ]
    return [table for table in tables if table.rows or table.note]


PARTS: Mapping[str, Callable[[ArbiterReport], list[PrintTable]]] = {
    "overview": tabulate_overview,
    "players": tabulate_players,
    "draws": tabulate_draws,
    "rounds": tabulate_rounds,
}


def _make_facts(title: str, facts: Iterable[tuple[str, str]]) -> PrintTable:
    """Return labels with texts as a table without headings; those without a text are left out."""
    return PrintTable(title, FACT_COLUMNS, tuple((label, text) for label, text in facts if text))


def _list_rules(report: ArbiterReport) -> Iterator[tuple[str, str]]:
    event, tournament = report.event, report.event.tournament
    directors, plan = report.directors, report.plan
    yield _("Club"), tournament.club.name
    yield _("Tournament"), tournament.name
    yield _("Event"), event.name
    yield _("Date"), name_days_of(tournament)
    yield ngettext("Director", "Directors", len(directors)), ", ".join(directors)
    for stage in plan.stages:
        yield _("Format"), _describe_stage(stage)
    for bracket in report.brackets:
        yield _("Match length"), f"{bracket.name}: {describe_lengths(bracket.lengths)}"
    for stage in plan.stages:
        if is_table(stage.stage):
            yield (
                _("Tie-breaks"),
                f"{stage.name}: {_name_tie_breaks(stage, event.takes == Takes.TEAMS.value)}",
            )
    yield _("Rules"), " ".join(describe_rules(tournament.desk))


def _describe_stage(stage: PlannedStage) -> str:
    name = stage.format if stage.format == stage.name else f"{stage.name}: {stage.format}"
    return ". ".join([f"{name} ({stage.feed})", *_list_stage_terms(stage)]).rstrip(".")


def _list_stage_terms(stage: PlannedStage) -> Iterator[str]:
    """Yield the rules and the clock of a stage where they are not those of the desk."""
    clock, laws = CLOCKS.get(stage.stage.options.get(CLOCK, "")), stage.stage.options.get(LAWS, {})
    if clock is not None:
        facts = {"minutes": f"{clock.reserve / SECONDS_PER_MINUTE:g}", "delay": clock.delay}
        yield _("Clocks: %(minutes)s min per point of the match, %(delay)s s delay.") % facts
    if "holland" in laws:
        yield _("The Holland rule applies.") if laws["holland"] else _("Without the Holland rule.")
    if laws.get("illegal_plays") == "condone":
        yield _("An illegal play is accepted once the opponent has rolled.")
    elif "illegal_plays" in laws:
        yield _("An illegal play must be corrected.")


def _name_tie_breaks(stage: PlannedStage, is_of_teams: bool) -> str:
    names = tie_breaks_of(stage.stage)
    return ", ".join(describe_tie_break(name, is_of_teams=is_of_teams)[0] for name in names)


def _tabulate_check(report: ArbiterReport) -> PrintTable:
    check, signed_file = report.check, report.signed_file
    facts = [
        (_("Result of the check"), _describe_verdict(report)),
        *(
            (
                _("Line %(number)s") % {"number": finding.seq} if finding.seq else _("As shown"),
                _describe_finding(report, finding.code, finding.facts),
            )
            for finding in check.findings
        ),
        (_("Repeated from the draw seed and the rules"), _describe_repeated(check.draws, check.rounds)),
        (_("Not repeatable, as decided by hand"), _describe_manual_boards(report)),
        (_("Event file"), signed_file.sentence),
        (_("Signed by the key"), signed_file.key),
        (_("Checksum of the event file"), check.checksum),
        *(_describe_imported_file(file, report) for file in report.imported_files),
    ]
    note = _(
        "The check repeats the activity log by code of its own, from the published description of draws."
    )
    return replace(_make_facts(_("Check of the event"), facts), note=note)


def _describe_imported_file(file: ImportedFile, report: ArbiterReport) -> tuple[str, str]:
    """Return which lines came from an imported file, and who signed it."""
    row = file.row
    label = _("Lines %(first)s to %(last)s, imported from a file") % {
        "first": row.first_line,
        "last": row.last_line,
    }
    if not row.public_key:
        signer = _("not signed")
    elif file.signer:
        signer = _("signed by %(name)s") % {"name": file.signer}
    else:
        signer = _("signed by the key %(key)s, which is unknown here") % {"key": row.key_id}
    facts = {
        "signer": signer,
        "day": date_format(localtime(row.at), "j M Y, H:i"),
        "name": row.signed if report.names_accounts else _("Desk"),
        "checksum": row.checksum,
    }
    return label, _("%(signer)s; imported on %(day)s by %(name)s; checksum %(checksum)s") % facts


def _describe_verdict(report: ArbiterReport) -> str:
    check = report.check
    if check.is_unreadable:
        return _("The event file cannot be read.")
    count = len(check.findings)
    if not count:
        return _("all checks passed")
    return ngettext("%(count)s check failed", "%(count)s checks failed", count) % {"count": count}


def _describe_finding(report: ArbiterReport, code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence of a finding, with the name of the entry that it names."""
    number = facts.get("entry")
    names = {entry.number: entry.player.name for entry in report.entries} if number else {}
    entry = f"{number} ({names[number]})" if isinstance(number, int) and number in names else number
    return finding_text(code, {**facts, "entry": entry} if entry else facts)


def _describe_repeated(draws: int, rounds: int) -> str:
    parts = []
    if draws:
        parts.append(ngettext("%(count)s draw", "%(count)s draws", draws) % {"count": draws})
    if rounds:
        parts.append(ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds})
    return ", ".join(parts)


def _describe_manual_boards(report: ArbiterReport) -> str:
    """Return which pairings and lines no rule decides, as the desk has made them."""
    names = {bracket.flight: bracket.name for bracket in report.brackets}
    parts = []
    for (flight, number), count in sorted(report.check.manual_boards.items()):
        facts = {"flight": names.get(flight, flight), "round": number, "count": count}
        text = ngettext(
            "%(flight)s, round %(round)s: %(count)s pairing",
            "%(flight)s, round %(round)s: %(count)s pairings",
            count,
        )
        parts.append(text % facts)
    manual_lines = [
        line for line in report.get_lines(Group.EXCHANGE) if line.is_of_draw and not line.is_undone
    ]
    parts += [f"{line.sentence} ({line.after})" for line in manual_lines]
    return "; ".join(parts)


def _action_columns() -> Columns:
    return (
        (_("Line"), RIGHT),
        (_("When"), LEFT),
        (_("Action"), LEFT),
        (_("By"), LEFT),
        (_("Reason"), LEFT),
    )


def _tabulate_changes(report: ArbiterReport, group: Group, title: str) -> PrintTable:
    """Return changes with what was there before and after."""
    columns = (*_action_columns()[:3], (_("Before"), LEFT), (_("After"), LEFT), *_action_columns()[3:])
    rows = tuple(
        (*_start_row(line, line.sentence), line.before, line.after, *_end_row(line, report))
        for line in report.get_lines(group)
    )
    note = "" if rows else _("None.")
    if group == Group.EXCHANGE and any(line.is_of_draw for line in report.get_lines(Group.ENTRY)):
        note = " ".join(
            filter(
                None,
                (
                    note,
                    _("The places of late entries are under “Late entries, withdrawals and substitutions”."),
                ),
            )
        )
    return PrintTable(title, columns, rows, note)


def _tabulate_actions(report: ArbiterReport, group: Group, title: str) -> PrintTable:
    rows = tuple(
        (*_start_row(line, line.sentence), *_end_row(line, report)) for line in report.get_lines(group)
    )
    return PrintTable(title, _action_columns(), rows, "" if rows else _("None."))


def _start_row(line: ReportLine, sentence: str, number: int = 0) -> Row:
    """Return the number, the time and the action of a line, with its consequences for one entry (0: all)."""
    text = sentence
    if line.is_undone:
        text = _("%(action)s (undone later)") % {"action": sentence}
    elif line.replaced_by:
        text = _("%(action)s (no longer valid, see line %(line)s)") % {
            "action": sentence,
            "line": line.replaced_by,
        }
    consequences = [text for text, entries in line.consequences if not number or number in entries]
    return (
        str(line.seq or ""),
        date_format(localtime(line.at), "j M Y, H:i:s"),
        ". ".join([text, *consequences]),
    )


def _end_row(line: ReportLine, report: ArbiterReport) -> Row:
    reason = _("No reason was entered.") if line.lacks_reason else line.reason
    return (_describe_author(line, report), reason)


def _describe_author(line: ReportLine, report: ArbiterReport) -> str:
    """Return who did something; the public reads of an account that it was the desk."""
    return _("Desk") if line.has_account and not report.names_accounts else line.by


def _name_draw(draw: DrawRecord, report: ArbiterReport) -> str:
    name = draw.name or next((bracket.name for bracket in report.brackets), "")
    title = _("Draw of %(flight)s") % {"flight": name}
    return title if draw.is_current else _("%(draw)s (since redrawn)") % {"draw": title}


def _list_draw_facts(draw: DrawRecord, author: str) -> Iterator[tuple[str, str]]:
    yield _("Drawn on"), date_format(localtime(draw.at), "j M Y, H:i:s")
    yield _("By"), author
    yield _("Method"), _("Random order from the draw seed, method %(method)s") % {"method": METHOD}
    yield _("Commitment"), draw.commitment
    yield _("Draw seed"), draw.seed
    seeds = ", ".join(entry.player.name for entry in draw.seeded)
    blocks = _("random in blocks: 3-4, 5-8 …")
    yield _("Seeded"), f"{seeds} ({blocks})" if draw.in_blocks and seeds else seeds
    yield _("Kept apart"), ", ".join(map(describe_tag_kind, draw.apart))
    yield _("Not all players could be kept apart:"), " ".join(draw.short)


def _tabulate_draw_lines(
    draw: DrawRecord, title: str, lines_now: Mapping[int, int], names: Mapping[int, str]
) -> PrintTable:
    """Return the lines of a draw: the number in the list before it, who was drawn, and who is there now."""
    is_changed = draw.is_current and any(
        lines_now.get(line.number, 0) != (line.entry.number if line.entry else 0) for line in draw.lines
    )
    columns: Columns = (
        (_("Line"), RIGHT),
        (_("No."), RIGHT),
        (_("Drawn"), LEFT),
        *(((_("Now, after changes"), LEFT),) if is_changed else ()),
        (_("Why here"), LEFT),
    )
    rows = tuple(
        (
            str(line.number),
            str(line.entry.number) if line.entry else "",
            line.entry.player.name if line.entry else _("bye"),
            *((names.get(lines_now.get(line.number, 0), _("bye")),) if is_changed else ()),
            " ".join(line.why),
        )
        for line in draw.lines
    )
    note = _("“No.” is the place in the list of entries, from which the draw was made.")
    return PrintTable(_("%(draw)s: lines") % {"draw": title}, columns, rows, note)


def _list_round(bracket_round: BracketRound, number: int) -> Iterator[Row]:
    """Yield the pairings and byes of a round; those of one entry if its number is not 0."""
    heading = round_heading(
        bracket_round.number, bracket_round.winners, bracket_round.losers, bracket_round.best
    )
    for cell in bracket_round.every:
        if number and all(seat.entry is None or seat.entry.number != number for seat in cell.seats):
            continue
        white, black = (seat.entry.player.name if seat.entry else "–" for seat in cell.seats)
        yield (heading, cell.pairing.label, white, black, _describe_result(cell), " ".join(cell.reasons))
    for bye in bracket_round.byes:
        if number in (0, bye.entry.number):
            yield (heading, "", bye.entry.player.name, "–", str(BYES[bye.kind]), " ".join(bye.reasons))


def _describe_result(cell: Cell) -> str:
    """Return the result of a pairing: its score, and how it ended where it was not played out."""
    if cell.state == BYE:
        return _("bye")
    white, black = cell.seats
    score = f"{white.score}–{black.score}" if cell.has_score else ""
    if cell.match is not None and cell.state not in (Status.SETTLED.value, ABSENT):
        return ", ".join(filter(None, (score, get_label(cell.match.shown_status))))
    if cell.ending in ("", Ending.PLAYED.value):
        return score
    winner = next((seat.entry.player.name for seat in cell.seats if seat.has_won and seat.entry), "")
    ending = get_label(cell.ending)
    if winner:
        ending = _("%(ending)s (winner: %(name)s)") % {"ending": ending, "name": winner}
    return f"{score} {ending}".strip() if cell.state == Status.SETTLED.value else ending


def _format_places(first: int | None, last: int | None) -> str:
    if first is None:
        return ""
    return str(first) if last in (None, first) else f"{first}–{last}"
