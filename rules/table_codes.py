"""The codes of play for points, of the chouette and of rulings at the table, and the facts of each.

They stand beside `rules.codes`, some of whose codes these rooms use too. Sentences are spoken upstairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

POINTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "laws_impossible": ("option", "value"),
        "wager_closed": (),
        "automatic_after_double": (),
        "automatic_limit": ("limit",),
        "cube_below_automatic": ("cube", "least"),
        "cube_limit_reached": ("value", "limit"),
        "animal_not_agreed": ("animal", "limit"),
        "settlement_not_agreed": (),
        "settlement_impossible": ("points", "most"),
        "level_impossible": ("level",),
        "game_under_way": (),
    }
)

CHOUETTE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "player_unnamed": (),
        "already_present": ("player",),
        "already_leaving": ("player",),
        "not_present": ("player",),
        "table_full": ("player", "most"),
        "too_few_players": ("players", "fewest"),
        "stake_impossible": ("stake",),
        "throw_over": (),
        "throw_not_tied": ("player",),
        "die_invalid": ("die",),
        "not_between_games": (),
        "no_game": (),
        "partner_too_few": ("players", "least"),
        "partner_not_played": (),
        "partner_asked": (),
        "partner_not_asked": (),
        "partner_chosen": ("player",),
        "partner_out_of_order": ("player", "next"),
        "partner_lot_early": ("next",),
        "partner_undecided": (),
        "partner_missing": ("players", "least"),
        "not_in_team": ("player",),
        "not_in_game": ("player",),
        "no_such_bet": ("one", "other"),
        "captain_only": ("player", "captain"),
        "one_cube_for_all": (),
        "captain_first": ("captain",),
        "box_must_break_even": ("dropped",),
        "nothing_to_answer": ("player",),
        "lone_taker_must_beaver": ("player",),
        "extra_not_open": ("player",),
        "event_unreadable": ("line", "column", "expected"),
    }
)

RULINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "dice_rerolled": ("faults",),
        "dice_stand": (),
        "turn_open": (),
        "turn_ended": (),
        "play_lawful": (),
        "play_condoned": (),
        "play_unlawful": (),
        "roll_void": ("dice",),
        "roll_stands": ("dice",),
        "roll_waived": ("dice",),
        "double_lawful": (),
        "double_void": ("fault",),
        "double_waits": ("fault",),
        "double_condoned": ("fault",),
        "crawford_double_void": (),
        "double_recorded": (),
        "cube_put_right": ("cube", "shown"),
        "cube_recorded": ("cube", "shown"),
        "setup_right": (),
        "setup_corrected": ("rolls", "most"),
        "setup_stands": ("rolls", "most"),
        "score_right": ("white", "black", "idle"),
        "score_corrected": ("white", "black", "idle"),
        "score_for_director": ("white", "black", "idle"),
        "length_right": ("announced", "played", "white", "black", "idle"),
        "length_corrected": ("announced", "played", "white", "black", "idle"),
        "length_decided": ("announced", "played", "white", "black", "idle"),
        "length_for_director": ("announced", "played", "white", "black", "idle"),
    }
)

CONTINUATIONS: tuple[str, ...] = (
    "play",
    "roll_again",
    "play_again",
    "turn_lost",
    "play_stands",
    "end_turn",
    "play_on",
    "answer_double",
    "game_over",
    "game_anew",
    "score_anew",
    "result_stands",
    "score_put_right",
    "match_goes_on",
    "match_decided",
)

TABLE_CODES: Mapping[str, tuple[str, ...]] = MappingProxyType({**POINTS, **CHOUETTE, **RULINGS})
