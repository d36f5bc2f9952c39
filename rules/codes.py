"""Every code this library refuses or remarks with, and the facts that come with it.

Sentences are spoken upstairs; this table lets them prove that none is missing. Findings about an action
or a result carry the fact `line` besides, the line of the text, when the record was read from lines. An
unlawful play carries `stood` (whether the opponent rolled or doubled next, so that by the law of conduct it
stands) and `meant`, the lawful play the rest of the record shows to have been made, if any.
"""

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
        "file_empty": _PLACE,
        "file_is_bgblitz": _PLACE,
        "file_is_extreme_gammon": _PLACE,
        "file_is_pdf": _PLACE,
        "file_is_picture": _PLACE,
        "file_is_zip": _PLACE,
        "file_not_text": _PLACE,
        "file_too_large": _PLACE,
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
