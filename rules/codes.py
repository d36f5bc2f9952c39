"""Every code this library refuses or remarks with, and the facts that come with it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_SCORE = ("length", "white", "black")
_PLACE = ("line", "column", "expected")
_STEP = ("start", "end", "dice")
_VALUES = ("declared", "computed")

REFUSALS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "unreadable": _PLACE,
        "record_format_unknown": _PLACE,
        "several_matches": _PLACE,
        "file_damaged_at": (*_PLACE, "program", "field"),
        "file_empty": _PLACE,
        "file_is_pdf": _PLACE,
        "file_is_picture": _PLACE,
        "file_is_zip": _PLACE,
        "file_not_text": _PLACE,
        "file_too_large": _PLACE,
        "file_unpacks_too_large": (*_PLACE, "program", "field"),
        "file_version_unknown": (*_PLACE, "program", "field", "version"),
        "line_unreadable": _PLACE,
        "starter_missing": (),
        "format_cannot_hold": ("format", "action"),
        "dice_invalid": ("dice",),
        "position_places": ("side", "count"),
        "position_count": ("side", "count"),
        "position_shared_point": ("point",),
        "position_two_winners": (),
        "position_both_shut_out": (),
        "turn_unclear": ("side",),
        "cube_impossible": ("cube",),
        "cube_unturned": ("side",),
        "cube_without_owner": ("cube",),
        "double_after_roll": ("dice",),
        "crawford_score": _SCORE,
        "crawford_not_played": _SCORE,
        "match_length_invalid": ("length", "longest"),
        "match_over": ("white", "black"),
        "score_negative": _SCORE,
        "score_two_winners": _SCORE,
        "score_beyond_length": _SCORE,
        "score_unfinished": _SCORE,
        "cube_value_impossible": ("cube", "kind"),
        "cube_unreachable": ("cube", "kind"),
        "gammon_not_counted": ("cube", "kind"),
        "crawford_cube": ("cube", "kind"),
    }
)

FINDINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "move_backwards": _STEP,
        "bar_first": _STEP,
        "no_checker": _STEP,
        "too_many_numbers": _STEP,
        "not_the_dice": _STEP,
        "blocked_point": (*_STEP, "point"),
        "early_bear_off": _STEP,
        "bear_off_from_behind": _STEP,
        "numbers_unused": ("dice", "unused"),
        "larger_die_unused": ("dice", "unused"),
        "play_missing": ("dice",),
        "play_unknown": ("dice",),
        "play_ambiguous": ("readings",),
        "forced_play_added": ("dice",),
        "condoned_play": ("dice", "played"),
        "condoned_lawful": ("dice", "played"),
        "condoned_impossible": ("dice", "played"),
        "board_impossible": ("fault",),
        "dice_invalid": ("dice",),
        "opening_double": ("dice",),
        "out_of_turn": ("dice",),
        "action_after_end": (),
        "double_at_opening": ("value",),
        "double_out_of_turn": ("value",),
        "double_unanswered": ("value",),
        "crawford_double": ("value",),
        "holland_double": ("rolls",),
        "dead_cube": ("value", "away"),
        "cube_not_owned": ("value",),
        "cube_value_wrong": ("declared", "expected"),
        "automatic_in_match": ("cube",),
        "automatic_doubles_assumed": ("cube",),
        "beaver_in_match": ("value",),
        "beaver_without_double": (),
        "take_without_double": (),
        "drop_without_double": (),
        "answer_by_doubler": (),
        "drop_inferred": (),
        "resignation_inferred": ("level", "points"),
        "resignation_too_high": ("level", "most"),
        "points_wrong": _VALUES,
        "points_clipped": _VALUES,
        "points_impossible": ("declared", "cube"),
        "winner_wrong": _VALUES,
        "adjudicated": ("declared", "cube"),
        "game_not_played": ("declared",),
        "set_by_hand": (),
        "result_missing": ("computed",),
        "result_inferred": ("winner", "points"),
        "game_unfinished": (),
        "match_unfinished": ("score", "length"),
        "match_not_won": ("score", "length"),
        "crawford_inferred": (),
        "crawford_unstated": (),
        "score_line_wrong": _VALUES,
        "final_score_wrong": _VALUES,
        "starts_midway": ("score",),
        "games_after_end": ("games",),
        "name_changed": ("players",),
        "laws_differ": ("option", "header", "laws"),
        "length_differs": ("length", "declared"),
        "points_expected": ("length",),
        "crawford_mark_wrong": (),
        "money_assumed": ("length",),
        "too_many_faults": ("most",),
        "record_truncated": ("column", "expected"),
        "other_matches": ("matches",),
    }
)

UNKNOWNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "unknown_time": (),
        "unknown_before": ("games",),
        "unknown_crawford": ("games",),
        "unknown_opening": ("games",),
        "unknown_play": ("games",),
        "unknown_condoned": ("games",),
        "unknown_doubling": ("games",),
        "unknown_answer": ("games",),
        "unknown_ending": ("games",),
        "unknown_level": ("games",),
        "unknown_automatic": ("games",),
        "unknown_jacoby": ("games",),
    }
)

CODES: Mapping[str, tuple[str, ...]] = MappingProxyType({**REFUSALS, **FINDINGS, **UNKNOWNS})


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

# What only the public interface of the library refuses.
LIBRARY_CODES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "place_unknown": ("side", "place"),
        "opening_missing": (),
        "resignation_impossible": ("points", "cube"),
    }
)

TABLE_CODES: Mapping[str, tuple[str, ...]] = MappingProxyType({**POINTS, **CHOUETTE, **RULINGS})
