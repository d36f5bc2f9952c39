"""The lines of the report for an arbiter: what was done in an event, by whom and why, and to whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext

from matches.messages import describe_penalty, get_label, law_title
from matches.messages.stored_reasons import describe_stored_reason
from matches.models import Player, Report, Ruling
from matches.states import Decision, Ending
from tournaments.journal.consequences import Effect
from tournaments.journal.facts import LATE
from tournaments.journal.state import BY_ABSENCE
from tournaments.journal.undone_rows import live_rows
from tournaments.messages import round_title
from tournaments.messages.journal import describe_result
from tournaments.models import Event, JournalEntry, Pairing
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.queries.consequences import get_journal_consequences
from tournaments.play.event_journal.queries.journal import PublicLine
from tournaments.play.event_journal.queries.journal_contexts import get_entry_name, get_result_text
from tournaments.play.event_journal.queries.journal_source import JournalSource
from tournaments.play.events import events
from tournaments.verification.queries.event_checks import list_late_boards, list_manual_boards
from tournaments.verification.queries.forbidden_pairs import ForbiddenPair, compare_plans
from tournaments.verification.queries.rows_before import PlayHistory, RowBefore, read_play_history


class Group(StrEnum):
    """The part of the report in which a line stands."""

    PAIRS = "pairs"
    EXCHANGE = "exchange"
    CORRECTION = "correction"
    DECISION = "decision"
    ENTRY = "entry"
    PLAN = "plan"
    UNDO = "undo"
    OTHER = ""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """Something that was done in an event.

    `seq` is its line of the activity log, 0 for a decision that is no line of it. `entries` are the numbers
    of the entries that it concerns, `texts` what it says about one of them where that is not its sentence.
    `is_of_draw`: it changes lines of a draw. `consequences` are the sentences about what a correction did to
    other matches, each with the entries that it concerns; `replaced_by` is the line that replaced the result
    of this one, 0 if it stands.
    """

    at: datetime
    seq: int
    group: Group
    sentence: str
    by: str
    has_account: bool
    reason: str
    before: str = ""
    after: str = ""
    is_undone: bool = False
    entries: frozenset[int] = frozenset()
    texts: Mapping[int, str] = field(default_factory=dict)
    is_of_draw: bool = False
    consequences: tuple[tuple[str, frozenset[int]], ...] = ()
    replaced_by: int = 0

    @property
    def lacks_reason(self) -> bool:
        """Whether a reason is missing that an arbiter would ask for."""
        return not self.reason and self.group in (Group.PAIRS, Group.EXCHANGE, Group.CORRECTION)


# The fields of a line that a decision taken with it does not have.
_WITHOUT_CHANGE: Mapping[str, Any] = {"before": "", "after": "", "texts": {}, "consequences": ()}
GROUPS = {
    **dict.fromkeys(("withdrawn", "reinstated", "substituted", "joined"), Group.ENTRY),
    **dict.fromkeys(("corrected", "reopened", "measured"), Group.CORRECTION),
    "undone": Group.UNDO,
}
# Of kinds that belong to the preparation of an event until its first draw is published.
GROUPS_DURING_PLAY = {
    **dict.fromkeys(("entered", "described", "manned"), Group.ENTRY),
    **dict.fromkeys(("planned", "lengthened", "dated", "ended", "formed"), Group.PLAN),
    **dict.fromkeys(("committed", "drawn", "published"), Group.PLAN),
}
# Of kinds some of whose lines decide what the rules do not: the group of these, and that of the others.
SPECIAL_GROUPS = {
    "relined": (Group.EXCHANGE, Group.ENTRY),
    "paired": (Group.EXCHANGE, Group.OTHER),
    "settled": (Group.DECISION, Group.OTHER),
}
ORDINARY_ENDINGS = frozenset({"played"})
DECISION_KINDS = (
    Decision.RULING.value,
    Decision.PENALTY.value,
    Decision.PARDON.value,
    Decision.VOIDING.value,
    Decision.POSTPONING.value,
)
MATCH_RELATIONS = (
    "match__white",
    "match__black",
    "match__pairing__white_entry",
    "match__pairing__black_entry",
)


def list_report_lines(event: Event) -> list[ReportLine]:
    """Return what was done in an event, the oldest first. The number of queries does not grow with it."""
    source = JournalSource(event)
    entries = list(journal.entries_of(event))
    public_lines = journal.get_public_lines(event, entries=entries, source=source)
    history = read_play_history(source.rows)
    former_codes = {before.player for before in history.before.values() if before.player}
    player_names = dict(Player.objects.filter(code__in=former_codes).values_list("code", "name"))
    reader = _ReportLineReader(event, source, history, player_names)
    read_lines = zip(entries, public_lines, strict=True)
    lines = [each for entry, line in read_lines for each in reader.read(entry, line)]
    lines += [
        *(ruling for line in lines for ruling in _list_rulings_of_correction(line, source)),
        *_list_walkovers(event, source, lines),
        *_list_decisions(event),
    ]
    return sorted(lines, key=lambda line: (line.at, line.seq))


class _ReportLineReader:
    """Reads lines of the activity log for the report."""

    def __init__(
        self,
        event: Event,
        source: JournalSource,
        history: PlayHistory,
        player_names: Mapping[str, str],
    ) -> None:
        self._history = history
        self._source = source
        self._player_names = player_names
        self._overview = events.get_overview(event)
        self._payloads = {row.seq: row for row in source.rows}
        self._consequences = get_journal_consequences(event, source.rows).by_seq

    def read(self, entry: JournalEntry, line: PublicLine) -> list[ReportLine]:
        """Return the lines of the report for one of the activity log, one for each pair kept apart."""
        if entry.kind != "planned":
            return [self._read_line(entry, line)]
        before = self._history.before.get(entry.seq, RowBefore())
        changes = compare_plans(before.plan or {}, entry.payload)
        lines = [] if changes.is_all else [self._read_line(entry, line)]
        names = self._source.former_entries.get_names(entry.seq, self._source.entry_names)
        for pairs, template in (
            (changes.forbidden, gettext("%(one)s and %(other)s must not meet")),
            (changes.allowed, gettext("%(one)s and %(other)s may meet again")),
        ):
            for pair in pairs:
                facts = {
                    "one": get_entry_name(names, pair.one),
                    "other": get_entry_name(names, pair.other),
                }
                lines.append(self._make_pair_line(line, pair, self._name_stage(template % facts, pair)))
        return lines

    def _name_stage(self, sentence: str, pair: ForbiddenPair) -> str:
        """Return a sentence with the stage before it, if the event has several."""
        if len(self._overview.flight_infos) < 2:
            return sentence
        return f"{self._overview.get_flight_name(pair.flight)}: {sentence}"

    def _make_pair_line(self, line: PublicLine, pair: ForbiddenPair, sentence: str) -> ReportLine:
        return ReportLine(
            at=line.at,
            seq=line.seq,
            group=Group.PAIRS,
            sentence=sentence,
            by=line.by,
            has_account=line.has_account,
            reason=line.reason,
            is_undone=line.is_undone,
            entries=frozenset((pair.one, pair.other)),
        )

    def _read_line(self, entry: JournalEntry, line: PublicLine) -> ReportLine:
        before = self._history.before.get(entry.seq, RowBefore())
        names = self._source.former_entries.get_names(entry.seq, self._source.entry_names)
        group = _find_group(entry, before)
        former, new = self._describe_change(entry, before, names)
        numbers, texts = self._list_entries(entry, names)
        concerned_entries = [item.entries for item in self._consequences.get(entry.seq, ())]
        return ReportLine(
            at=line.at,
            seq=line.seq,
            group=group,
            sentence=line.sentence,
            by=line.by,
            has_account=line.has_account,
            reason=line.reason,
            before=former,
            after=new,
            is_undone=line.is_undone,
            entries=numbers.union(*concerned_entries),
            texts=texts,
            is_of_draw=entry.kind == "relined",
            consequences=tuple(zip(line.consequences, concerned_entries, strict=True)),
            replaced_by=line.replaced_by or 0,
        )

    def _describe_change(
        self, entry: JournalEntry, before: RowBefore, names: Mapping[int, str]
    ) -> tuple[str, str]:
        """Return what a line has replaced, and what is there instead; "" where nothing was replaced."""
        payload = entry.payload
        if entry.kind == "relined" and self._is_published(payload["flight"]):
            after = {int(line): number for line, number in payload["lines"].items()}
            return _describe_lines(before.lines, names), _describe_lines(after, names)
        if entry.kind == "paired":
            return _describe_boards(payload, before, names)
        if entry.kind in {"corrected", "reopened"} and before.result is not None:
            former = get_result_text(before.result, names)
            is_reopened = entry.kind == "reopened"
            return former, gettext("no result") if is_reopened else get_result_text(payload, names)
        if entry.kind == "substituted":
            return self._player_names.get(before.player, ""), get_entry_name(names, payload["entry"])
        return "", ""

    def _is_published(self, flight: str) -> bool:
        flight_info = self._overview.flight_infos.get(flight)
        return flight_info is not None and flight_info.is_published

    def _list_entries(
        self, entry: JournalEntry, names: Mapping[int, str]
    ) -> tuple[frozenset[int], Mapping[int, str]]:
        """Return the entries that a line concerns, and what it says about one of them."""
        payload = self._get_original_payload(entry)
        if payload is entry.payload and entry.kind in ("drawn", "paired"):
            is_draw = entry.kind == "drawn"
            texts = self._describe_drawn(payload) if is_draw else _describe_pairings(payload, names)
            return frozenset(texts), texts
        before = self._history.before.get(entry.seq, RowBefore())
        numbers = frozenset(_list_numbers(payload, before)) - {0}
        if entry.kind == "entered":
            return numbers, {number: _describe_entering(number) for number in numbers}
        return numbers, {}

    def _describe_drawn(self, payload: Mapping[str, Any]) -> dict[int, str]:
        """Return what a published draw says about each entry: its line."""
        flight = payload.get("flight", "") or next(iter(self._overview.flight_infos), "")
        if flight not in self._overview.published:
            return {}
        name = self._overview.get_flight_name(flight)
        return {
            number: gettext("Drawn on line %(line)s of “%(stage)s”") % {"line": line, "stage": name}
            for line, number in enumerate(payload["lines"], start=1)
            if number
        }

    def _get_original_payload(self, entry: JournalEntry) -> Mapping[str, Any]:
        """Return the payload of a line, for an undo that of the line that it undoes or restores."""
        row = self._payloads.get(entry.seq)
        while row is not None and row.undoes is not None:
            row = self._payloads.get(row.undoes)
        return entry.payload if row is None or row.seq == entry.seq else row.payload


def _list_numbers(payload: Mapping[str, Any], before: RowBefore) -> Iterator[int]:
    """Yield the numbers of the entries that a row names or whose result or line it changes."""
    yield from (payload[side] for side in ("entry", "white", "black") if side in payload)
    for item in payload.get("entries", ()):
        yield item["entry"] if isinstance(item, dict) else item
    if isinstance(payload.get("lines"), dict):
        yield from payload["lines"].values()
    yield from before.lines.values()
    if before.result is not None:
        yield from (before.result[side] for side in ("white", "black"))


def _describe_entering(number: int) -> str:
    return gettext("Entered as number %(number)s") % {"number": number}


def _find_group(entry: JournalEntry, before: RowBefore) -> Group:
    """Return the part of the report in which a line of the activity log stands."""
    kind, payload = entry.kind, entry.payload
    if kind in GROUPS:
        return GROUPS[kind]
    if kind in GROUPS_DURING_PLAY:
        return GROUPS_DURING_PLAY[kind] if before.is_published else Group.OTHER
    if kind not in SPECIAL_GROUPS:
        return Group.OTHER
    special_group, usual_group = SPECIAL_GROUPS[kind]
    return special_group if _is_special(kind, payload, before) else usual_group


def _is_special(kind: str, payload: Mapping[str, Any], before: RowBefore) -> bool:
    """Return whether a row decides what the rules do not."""
    if kind == "relined":
        return bool(payload["cause"] != LATE)
    if kind == "paired":
        return bool(list_manual_boards(payload)) or _is_paired_again(payload, before)
    return payload["ending"] not in ORDINARY_ENDINGS


def _is_paired_again(payload: Mapping[str, Any], before: RowBefore) -> bool:
    """Return whether a row changes a round that was paired before, other than for players who came late."""
    if before.round is None:
        return False
    boards = _list_boards(payload)
    return any(black and (white, black) not in boards for white, black in _list_boards(before.round))


def _describe_lines(lines: Mapping[int, int], names: Mapping[int, str]) -> str:
    return "; ".join(
        gettext("line %(line)s: %(name)s")
        % {"line": line, "name": get_entry_name(names, entry) if entry else gettext("nobody")}
        for line, entry in sorted(lines.items())
    )


def _describe_boards(
    payload: Mapping[str, Any], before: RowBefore, names: Mapping[int, str]
) -> tuple[str, str]:
    """Return the boards that a row changes or that the desk made: as they were, and as they are now."""
    boards = _list_boards(payload)
    manual_boards = list_manual_boards(payload)
    if before.round is None:
        if not manual_boards:
            return "", ""
        return gettext("not paired"), _join_boards(manual_boards, names)
    former_boards = _list_boards(before.round)
    removed = [board for board in former_boards if board not in boards]
    added = [board for board in boards if board not in former_boards]
    late_boards = list_late_boards(payload)
    after = _join_boards(added, names)
    is_late_alone = bool(added) and all(board in late_boards for board in added)
    if is_late_alone:
        after = gettext("%(boards)s (late arrival)") % {"boards": after}
    return _join_boards(removed, names) or gettext("not paired"), after or gettext("not paired")


def _list_boards(payload: Mapping[str, Any]) -> list[tuple[int, int]]:
    boards = [(board["white"], board["black"]) for board in payload["boards"]]
    return [*boards, *((bye["entry"], 0) for bye in payload["byes"])]


def _join_boards(boards: Sequence[tuple[int, int]], names: Mapping[int, str]) -> str:
    bye = gettext("bye")
    return "; ".join(
        f"{get_entry_name(names, white)} – {get_entry_name(names, black) if black else bye}"
        for white, black in boards
    )


def _describe_pairings(payload: Mapping[str, Any], names: Mapping[int, str]) -> dict[int, str]:
    """Return what a paired round says about each entry: its opponent, or its bye."""
    texts = {}
    for white, black in _list_boards(payload):
        facts = {"round": payload["round"], "white": get_entry_name(names, white)}
        if not black:
            texts[white] = gettext("Round %(round)s: %(white)s has no opponent") % facts
            continue
        facts["black"] = get_entry_name(names, black)
        texts[white] = texts[black] = gettext("Round %(round)s: %(white)s – %(black)s") % facts
    return texts


def _list_rulings_of_correction(line: ReportLine, source: JournalSource) -> Iterator[ReportLine]:
    """Yield the matches that a correction decided without a new match, as the desk chose."""
    items = get_journal_consequences(source.event, source.rows).by_seq.get(line.seq, ())
    for item, (sentence, entries) in zip(items, line.consequences, strict=True):
        if item.effect in (Effect.RULED, Effect.VOIDED):
            yield replace(line, group=Group.DECISION, sentence=sentence, entries=entries, **_WITHOUT_CHANGE)


def _list_walkovers(event: Event, source: JournalSource, lines: Sequence[ReportLine]) -> Iterator[ReportLine]:
    """Yield the matches that were won without playing, as the opponent had left; one query."""
    lines_by_seq = {line.seq: line for line in lines}
    withdrawals = {row.payload["entry"]: row.seq for row in live_rows(source.rows) if row.kind == "withdrawn"}
    relations = ("white_entry__player", "black_entry__player", "winner_entry")
    rows = Pairing.objects.filter(event=event, decided=BY_ABSENCE, winner_entry__isnull=False)
    for pairing in rows.select_related(*relations).order_by("pk"):
        white, black, winner = pairing.white_entry, pairing.black_entry, pairing.winner_entry
        if white is None or black is None or winner is None:
            continue
        loser = black if winner == white else white
        line = lines_by_seq.get(withdrawals.get(loser.number, 0))
        if line is None:
            continue
        title = round_title(pairing.flight, pairing.round, pairing.winners, pairing.losers)
        side = "white" if winner == white else "black"
        names = {entry: get_entry_name(source.entry_names, entry.number) for entry in (white, black)}
        result = describe_result(names[white], names[black], (0, 0), side, Ending.WALKOVER.value)
        yield replace(
            line,
            group=Group.DECISION,
            sentence=f"{title}: {result}",
            entries=frozenset((white.number, black.number)),
            **_WITHOUT_CHANGE,
        )


def _list_decisions(event: Event) -> Iterator[ReportLine]:
    """Yield the rulings, penalties and postponements of the matches of an event, and disputed reports."""
    rulings = Ruling.objects.filter(match__pairing__event=event, kind__in=DECISION_KINDS, by__isnull=False)
    related = ("by", "penalty", *MATCH_RELATIONS)
    for ruling in rulings.select_related(*related).order_by("at", "id"):
        yield _make_decision(ruling)
    reports = Report.objects.filter(match__pairing__event=event, answers__isnull=False)
    related = ("answers", "by", *MATCH_RELATIONS)
    for report in reports.select_related(*related).order_by("at", "id"):
        yield _make_dispute(report)


def _make_decision(ruling: Ruling) -> ReportLine:
    match, penalty = ruling.match, getattr(ruling, "penalty", None)
    names = f"{match.white.name} – {match.black.name}"
    sentence = f"{names}: {get_label(ruling.kind)}"
    if penalty is not None:
        sentence = describe_penalty(penalty.player.name, penalty.opponent.name, penalty.points)
    elif ruling.kind == Decision.RULING.value:
        sentence = f"{sentence} {ruling.white_score}–{ruling.black_score}"
    law = gettext("Rule: %(rule)s") % {"rule": law_title(ruling.law)} if ruling.law else ""
    typed_reason = describe_stored_reason(ruling.reason)
    return ReportLine(
        at=ruling.at,
        seq=0,
        group=Group.DECISION,
        sentence=sentence,
        by=ruling.by.get_username() if ruling.by else "",
        has_account=ruling.by is not None,
        reason=". ".join(filter(None, (law, typed_reason))),
        is_undone=penalty is not None and penalty.struck_at is not None,
        entries=_list_match_entries(ruling),
    )


def _make_dispute(report: Report) -> ReportLine:
    match, first = report.match, report.answers
    facts = {
        "names": f"{match.white.name} – {match.black.name}",
        "other": f"{report.white_score}–{report.black_score}",
    }
    facts["first"] = f"{first.white_score}–{first.black_score}" if first is not None else ""
    has_account = report.by is not None
    return ReportLine(
        at=report.at,
        seq=0,
        group=Group.DECISION,
        sentence=gettext("%(names)s: reported %(first)s, disputed with %(other)s") % facts,
        by=report.by.get_username() if report.by is not None else _name_reporter(report),
        has_account=has_account,
        reason="",
        entries=_list_match_entries(report),
    )


def _name_reporter(report: Report) -> str:
    match = report.match
    if report.side:
        return str(match.white.name if report.side == "white" else match.black.name)
    return get_label(report.channel)


def _list_match_entries(row: Ruling | Report) -> frozenset[int]:
    pairing = row.match.pairing
    sides = (pairing.white_entry, pairing.black_entry)
    return frozenset(entry.number for entry in sides if entry is not None)
