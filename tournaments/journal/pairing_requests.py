"""Pairing requests: everything a format needs to pair a round, with a card of the past of each entry."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from math import lcm

from tournaments.formats import format_of
from tournaments.formats.lives import DEFAULT_LIVES
from tournaments.formats.pairing import WIN, PairingRequest, Pairs
from tournaments.formats.pairing_cards import PastBoard, PastRound, RoundContext, make_pairing_cards
from tournaments.formats.plan import Stage
from tournaments.formats.random_order import SEED_DIGITS
from tournaments.formats.separation import DETAIL_TAGS, PARTNER
from tournaments.journal.facts import WHITE, Paired, PairingResult
from tournaments.journal.standings import TableState, has_own_scoring, scores_of, scoring_of
from tournaments.journal.state import DrawnStage, Entrant, Placement
from tournaments.standings.round_scores import AT_THE_BOARD


def make_pairing_request(
    state: TableState,
    drawing: DrawnStage,
    *,
    number: int,
    board: Mapping[str, Placement] | None = None,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    forbidden: Collection[frozenset[int]] = (),
) -> PairingRequest:
    """Return the pairing request for round `number` of a stage; earlier rounds count as they are.

    `board` has the placements of the pairings, where they are not those of the state. `away` are absent,
    `asking` request a bye, `fixed` are manual boards, `forbidden` pairs never meet.
    """
    stage = drawing.stage
    placements = state.board if board is None else board
    scale = _scoring_scale(state, drawing, placements)
    played = tuple(
        _past_round(state, drawing, paired, scale, placements) for paired in drawing.rounds[: number - 1]
    )
    context = _make_context(state, drawing, away, asking)
    return PairingRequest(
        flight=stage.key,
        round=number,
        cards=make_pairing_cards(drawing.members, played, context),
        options=stage.options,
        seed=round_seed(drawing.seed, stage.key, number),
        forbidden=frozenset(forbidden),
        fixed=fixed,
        unit=scale.unit,
        win=scale.win,
    )


def _make_context(
    state: TableState, drawing: DrawnStage, away: Collection[int], asking: Collection[int]
) -> RoundContext:
    stage = drawing.stage
    withdrawn_entries = {entry for entry in drawing.members if _has_withdrawn(state, entry, stage.key)}
    return RoundContext(
        away=frozenset(away),
        asking=frozenset(asking),
        withdrawn=frozenset(withdrawn_entries),
        tags={entry: tags(state.entries[entry]) for entry in drawing.members},
        apart=tuple(stage.options.get("apart", ())),
        lives=int(stage.options.get("lives", DEFAULT_LIVES)),
        by_margin=format_of(stage).counts_margin,
    )


def round_seed(seed: str, flight: str, number: int) -> str:
    """Return the draw seed of a round: derived from the seed of the draw, so that anybody can verify it."""
    return hashlib.sha256(f"{seed}:{flight}:{number}".encode("ascii")).hexdigest()[:SEED_DIGITS]


def tags(entrant: Entrant) -> frozenset[str]:
    """Return the tags of an entry for separation: "club:Roma", "country:IT", "family:Rossi".

    "partner:" and the public id of a pair marks two who play together elsewhere.
    """
    kind_values = [(kind, getattr(entrant.details, kind)) for kind in DETAIL_TAGS]
    kind_values += [(PARTNER, pair) for pair in entrant.partners]
    return frozenset(f"{kind}:{value}" for kind, value in kind_values if value)


def _has_withdrawn(state: TableState, entry: int, key: str) -> bool:
    return bool(state.entries[entry].withdrawal_number(key, key))


@dataclass(frozen=True, slots=True)
class _ScoringScale:
    """Scores as integers: `unit` is one point, `win` the value of a win.

    `rounds` has the score of each entry in each round; None with the default scoring, which `cards` applies.
    """

    unit: int = WIN
    win: int = WIN
    rounds: Mapping[int, Mapping[int, int]] | None = None


def _scoring_scale(state: TableState, drawing: DrawnStage, board: Mapping[str, Placement]) -> _ScoringScale:
    stage = drawing.stage
    if not (format_of(stage).pairs_by_own_scoring and has_own_scoring(stage)):
        return _ScoringScale()
    scoring = scoring_of(stage)
    # Twice the common denominator, so that half a win is an integer too.
    unit = 2 * lcm(*(getattr(scoring, each.name).denominator for each in fields(scoring)))
    rounds = {
        number: {entry: int(score * unit) for entry, score in round_scores.items()}
        for number, round_scores in scores_of(state, drawing, board).items()
    }
    return _ScoringScale(unit, int(scoring.win * unit), rounds)


def _past_round(
    state: TableState,
    drawing: DrawnStage,
    paired: Paired,
    scale: _ScoringScale,
    board: Mapping[str, Placement],
) -> PastRound:
    stage = drawing.stage
    virtual = format_of(stage).virtual_points(stage.options, paired.round, len(drawing.members))
    return PastRound(
        boards=tuple(_board_cards(state, stage, paired, board)),
        byes=tuple((bye.entry, bye.kind) for bye in paired.byes),
        virtual=virtual * scale.win // WIN,
        scores=scale.rounds.get(paired.round, {}) if scale.rounds is not None else None,
    )


def _board_cards(
    state: TableState, stage: Stage, paired: Paired, placements: Mapping[str, Placement]
) -> Iterator[PastBoard]:
    boards = [
        name
        for name in state.index.by_flight.get(stage.key, ())
        if state.graph.by_id[name].round == paired.round
    ]
    for board, name in zip(paired.boards, boards, strict=True):
        placed = placements[name]
        yield PastBoard(
            board.white,
            board.black,
            placed.winner or 0,
            placed.is_contested,
            both_lost=len(placed.losers) == 2,
            was_drawn=placed.is_drawn,
            margin=_margin(placed.result),
        )


def _margin(result: PairingResult | None) -> int:
    """Return the winning margin in points; only a played match has one."""
    if result is None or result.ending not in AT_THE_BOARD:
        return 0
    white_lead = result.white_score - result.black_score
    return white_lead if result.winner == WHITE else -white_lead
