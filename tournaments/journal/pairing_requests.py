"""Pairing requests: the cards of the members of a stage after the rounds so far."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from math import lcm

from tournaments.formats import format_of
from tournaments.formats.cards import PastBoard, PastRound, RoundContext, cards
from tournaments.formats.lives import LIVES
from tournaments.formats.pairing import WIN, Pairs, Request
from tournaments.formats.plan import Stage
from tournaments.formats.seeding import SEED_DIGITS
from tournaments.journal.facts import WHITE, Newcomer, Paired, PairingResult
from tournaments.journal.standings import has_own_scoring, scores_of, scoring_of
from tournaments.journal.state import DrawnStage, EventState
from tournaments.standings.round_scores import AT_THE_BOARD

KINDS = ("club", "country", "family")


def make_pairing_request(
    state: EventState,
    drawing: DrawnStage,
    *,
    number: int,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    forbidden: Collection[frozenset[int]] = (),
) -> Request:
    """Return the pairing request for round `number` of a stage; earlier rounds count as they are.

    `away` are absent, `asking` request a bye, `fixed` are manual boards, `forbidden` pairs never meet.
    """
    stage = drawing.stage
    worth = _scoring_scale(state, drawing)
    played = tuple(_past_round(state, drawing, paired, worth) for paired in drawing.rounds[: number - 1])
    withdrawn_entries = {entry for entry in drawing.members if _is_gone(state, entry, stage.key)}
    now = RoundContext(
        away=frozenset(away),
        asking=frozenset(asking),
        gone=frozenset(withdrawn_entries),
        tags={entry: tags(state.entries[entry].about) for entry in drawing.members},
        apart=tuple(stage.options.get("apart", ())),
        lives=int(stage.options.get("lives", LIVES)),
        by_margin=format_of(stage).counts_margin,
    )
    return Request(
        flight=stage.key,
        round=number,
        cards=cards(drawing.members, played, now),
        options=stage.options,
        seed=round_seed(drawing.seed, stage.key, number),
        forbidden=frozenset(forbidden),
        fixed=fixed,
        unit=worth.unit,
        win=worth.win,
    )


def round_seed(seed: str, flight: str, number: int) -> str:
    """Return the draw seed of a round, derived from that of the draw so that it can be verified publicly."""
    return hashlib.sha256(f"{seed}:{flight}:{number}".encode("ascii")).hexdigest()[:SEED_DIGITS]


def tags(about: Newcomer) -> frozenset[str]:
    """Return the tags of an entry for separation: "club:Roma", "country:IT", "family:Rossi".

    "partner:" and the public id of a pair marks two who play together elsewhere.
    """
    kind_values = [(kind, getattr(about, kind)) for kind in KINDS]
    kind_values += [("partner", pair) for pair in about.partners]
    return frozenset(f"{kind}:{value}" for kind, value in kind_values if value)


def _is_gone(state: EventState, entry: int, key: str) -> bool:
    return bool(state.entries[entry].gone(key, key))


@dataclass(frozen=True, slots=True)
class _ScoringScale:
    """The unit of scores, the value of a win in it, and what the rounds gave.

    `rounds` is None with the default values of a win and a bye: then the cards compute scores themselves.
    """

    unit: int = WIN
    win: int = WIN
    rounds: Mapping[int, Mapping[int, int]] | None = None


def _scoring_scale(state: EventState, drawing: DrawnStage) -> _ScoringScale:
    stage = drawing.stage
    if not (format_of(stage).pairs_by_own_scoring and has_own_scoring(stage)):
        return _ScoringScale()
    scoring = scoring_of(stage)
    # Twice the common denominator, so that half of a win is an integer too.
    unit = 2 * lcm(*(getattr(scoring, each.name).denominator for each in fields(scoring)))
    rounds = {
        number: {entry: int(score * unit) for entry, score in round_scores.items()}
        for number, round_scores in scores_of(state, drawing, state.board).items()
    }
    return _ScoringScale(unit, int(scoring.win * unit), rounds)


def _past_round(state: EventState, drawing: DrawnStage, paired: Paired, worth: _ScoringScale) -> PastRound:
    stage = drawing.stage
    virtual = format_of(stage).virtual_points(stage.options, paired.round, len(drawing.members))
    return PastRound(
        boards=tuple(_board_cards(state, stage, paired)),
        byes=tuple((bye.entry, bye.kind) for bye in paired.byes),
        virtual=virtual * worth.win // WIN,
        scores=worth.rounds.get(paired.round, {}) if worth.rounds is not None else None,
    )


def _board_cards(state: EventState, stage: Stage, paired: Paired) -> Iterator[PastBoard]:
    boards = [
        name for name in state.wiring.of_flight[stage.key] if state.graph.by_id[name].round == paired.round
    ]
    for board, name in zip(paired.boards, boards, strict=True):
        placed = state.board[name]
        yield PastBoard(
            board.white,
            board.black,
            placed.winner or 0,
            placed.is_contested,
            both_lost=len(placed.out) == 2,
            was_drawn=placed.is_drawn,
            margin=_margin(placed.result),
        )


def _margin(result: PairingResult | None) -> int:
    """Return the winning margin in points; only a played match has one."""
    if result is None or result.ending not in AT_THE_BOARD:
        return 0
    white_lead = result.white_score - result.black_score
    return white_lead if result.winner == WHITE else -white_lead
