"""The English sentence of every code this library refuses or remarks with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "unreadable": "Line %(line)s, column %(column)s cannot be read: expected %(expected)s.",
        "record_format_unknown": (
            "This match file format is not supported: expected %(expected)s on line %(line)s."
        ),
        "several_matches": "A second match starts at line %(line)s: put each match in its own file.",
        "file_damaged_at": (
            "This %(program)s file is damaged at byte %(column)s (%(field)s): expected %(expected)s."
        ),
        "file_empty": "The file is empty.",
        "file_is_pdf": "This is a PDF, not a match file: export the match as .txt, .mat, .sgf or .sgg.",
        "file_is_picture": (
            "This is an image, not a match file: export the match as .txt, .mat, .sgf or .sgg."
        ),
        "file_is_zip": "This is a zip archive: read the match files in it one by one.",
        "file_not_text": "This file is not a text file: export the match as .txt, .mat, .sgf or .sgg.",
        "file_too_large": (
            "This file is too large for a match file. The limit is 1 MB, or 4 MB for an analysed "
            ".sgf, .xg, .bgf or .ogxm."
        ),
        "file_unpacks_too_large": "This %(program)s file is far too large once unpacked (%(field)s).",
        "file_version_unknown": (
            "This %(program)s file has version %(version)s (%(field)s), which is not supported: "
            "expected %(expected)s."
        ),
        "line_unreadable": "This line is not valid: expected %(expected)s.",
        "starter_missing": "The side that plays first is missing: begin the line with white or black.",
        "format_cannot_hold": (
            "The %(format)s format can only hold plays; this record has a position set up by hand."
        ),
        "dice_invalid": "The roll %(dice)s is impossible.",
        "place_unknown": (
            "%(side)s has a checker on place %(place)s: 0 is off, 1 to 24 are the points, 25 is the bar."
        ),
        "resignation_impossible": (
            "A resignation concedes 1, 2 or 3 times the cube, which is at %(cube)s: not %(points)s points."
        ),
        "opening_missing": "The opening roll has not been made yet.",
        "position_places": "%(side)s has checkers in %(count)s places; there are only 26.",
        "position_count": "%(side)s has %(count)s checkers; it must have 15.",
        "position_shared_point": "Both sides have checkers on point %(point)s.",
        "position_two_winners": "Both sides have borne off all their checkers.",
        "position_both_shut_out": "Both sides are on the bar against a closed board.",
        "turn_unclear": (
            "According to the position it is %(side)s's turn; according to the score, the other side's."
        ),
        "cube_impossible": "The cube cannot be at %(cube)s.",
        "cube_unturned": "A cube that has not been turned is centred, not owned by %(side)s.",
        "cube_without_owner": "A cube turned to %(cube)s must be owned by one of the players.",
        "double_after_roll": "You cannot double after rolling %(dice)s.",
        "crawford_score": "At %(white)s–%(black)s in a %(length)s-point match there is no Crawford game.",
        "crawford_not_played": (
            "At %(white)s–%(black)s in a %(length)s-point match the Crawford game is still to be "
            "played: otherwise the trailing player would have at least 1 point."
        ),
        "match_length_invalid": "Match length is 1 to %(longest)s points, not %(length)s.",
        "match_over": "The match is over at %(white)s–%(black)s; no more games can be scored.",
        "score_negative": "The score %(white)s–%(black)s contains a negative number.",
        "score_two_winners": "At %(white)s–%(black)s both sides would have won a %(length)s-point match.",
        "score_beyond_length": (
            "%(white)s–%(black)s is not possible: a %(length)s-point match ends at %(length)s, "
            "and the excess does not count."
        ),
        "score_unfinished": "At %(white)s–%(black)s a %(length)s-point match has no winner yet.",
        "cube_value_impossible": "No game can end like that: %(kind)s with the cube at %(cube)s.",
        "cube_unreachable": "At this score the cube cannot have reached %(cube)s (%(kind)s).",
        "gammon_not_counted": (
            "Under the Jacoby rule a gammon counts as a single game until the cube is turned."
        ),
        "crawford_cube": "This is the Crawford game: doubling is not allowed.",
        "move_backwards": "The move from %(start)s to %(end)s goes backwards.",
        "bar_first": "A checker on the bar must enter first; %(start)s/%(end)s moves another one.",
        "no_checker": "There is no checker to move from %(start)s.",
        "too_many_numbers": "More moves are recorded than the roll %(dice)s allows.",
        "not_the_dice": "%(start)s/%(end)s cannot be played with %(dice)s.",
        "blocked_point": "%(start)s/%(end)s with %(dice)s is blocked on point %(point)s.",
        "early_bear_off": "A checker is borne off from %(start)s before all are in the home board.",
        "bear_off_from_behind": (
            "With %(dice)s, a checker further back must move before the one on %(start)s can bear off."
        ),
        "numbers_unused": "%(unused)s of roll %(dice)s could have been played too and had to be.",
        "larger_die_unused": "Only one number of %(dice)s can be played, and it must be the larger.",
        "play_missing": "No play is given for %(dice)s, but a legal play exists.",
        "play_unknown": "The play for %(dice)s is unknown.",
        "play_ambiguous": "The play can be read in %(readings)s ways.",
        "forced_play_added": "The only legal play of %(dice)s was missing and has been added.",
        "condoned_play": "An illegal play of %(dice)s was accepted.",
        "condoned_lawful": "The play of %(dice)s accepted as illegal is legal.",
        "condoned_impossible": "No play of %(dice)s leads to the recorded position.",
        "board_impossible": "This position is impossible.",
        "opening_double": "A game opens with two different dice, not %(dice)s.",
        "out_of_turn": "%(dice)s was rolled out of turn.",
        "action_after_end": "The game was already over.",
        "double_at_opening": (
            "The opening roll decides who starts; no double to %(value)s is allowed before it."
        ),
        "double_out_of_turn": "The double to %(value)s was not offered before the doubler's own roll.",
        "double_unanswered": "The double to %(value)s was neither taken nor dropped.",
        "crawford_double": (
            "The double to %(value)s was offered in the Crawford game, in which doubling is not allowed."
        ),
        "holland_double": (
            "After the Crawford game, doubling is allowed only from the third turn (rolls before this "
            "double: %(rolls)s)."
        ),
        "dead_cube": "The double to %(value)s is useless (dead cube): the doubler is only %(away)s away.",
        "cube_not_owned": "The double to %(value)s was offered by a player who does not own the cube.",
        "cube_value_wrong": "The cube goes to %(expected)s, not to %(declared)s.",
        "automatic_in_match": (
            "Automatic doubles are not allowed in match play; the cube starts at %(cube)s."
        ),
        "automatic_doubles_assumed": "Automatic doubles are assumed: the cube starts at %(cube)s.",
        "beaver_in_match": "Beavers are not allowed in match play (here to %(value)s).",
        "beaver_without_double": "There was no double to beaver.",
        "take_without_double": "There was no double to take.",
        "drop_without_double": "There was no double to drop.",
        "answer_by_doubler": "Players cannot answer their own double.",
        "drop_inferred": "The game ends after a double, which counts as dropped.",
        "resignation_inferred": "Game resigned; points for the winner: %(points)s.",
        "resignation_too_high": (
            "The resignation is for %(level)s times the cube; in this position at most %(most)s "
            "times could be lost."
        ),
        "points_wrong": "The game is worth %(computed)s, not %(declared)s.",
        "points_clipped": (
            "%(declared)s points are recorded; the game was worth %(computed)s, but no more were needed."
        ),
        "points_impossible": "With the cube at %(cube)s, no game can be worth %(declared)s.",
        "winner_wrong": "The game was won by %(computed)s, not by %(declared)s.",
        "adjudicated": (
            "With the cube at %(cube)s, no game can be worth %(declared)s: the points were awarded, and "
            "the moves do not prove them."
        ),
        "game_not_played": "No roll of this game is recorded: its points were awarded, not played.",
        "set_by_hand": "Checkers or the cube were set by hand here: the moves do not prove what follows.",
        "result_missing": "No result is recorded; by the final position the game is worth %(computed)s.",
        "result_inferred": "No result is recorded; the next score line gives %(winner)s %(points)s.",
        "game_unfinished": "The game is incomplete.",
        "match_unfinished": "The record stops at %(score)s in a match to %(length)s.",
        "match_not_won": (
            "The record ends at %(score)s in a match to %(length)s: it was awarded, not won in play."
        ),
        "crawford_inferred": "This is the Crawford game.",
        "crawford_unstated": (
            "The file does not say whether the Crawford rule applied. There is a double in what would have "
            "been the Crawford game, so the match is taken as played without the rule."
        ),
        "score_line_wrong": "The score before this game is %(computed)s, not %(declared)s.",
        "final_score_wrong": "The match ends at %(computed)s, not %(declared)s.",
        "starts_midway": "The record starts at %(score)s.",
        "games_after_end": "Games after the end of the match: %(games)s. They do not count.",
        "name_changed": "The names change to %(players)s.",
        "laws_differ": "The record header and the agreed rules differ on %(option)s.",
        "length_differs": "This is a %(length)s-point match; the record is of a %(declared)s-point match.",
        "points_expected": "This is a %(length)s-point match, not money play.",
        "crawford_mark_wrong": "The record does not mark the Crawford game where it belongs.",
        "money_assumed": "This is money play, not a %(length)s-point match.",
        "too_many_faults": "More than %(most)s problems were found; the rest was not checked.",
        "record_truncated": "The record is incomplete: expected %(expected)s.",
        "other_matches": "Only the first match of the file was read. It also has: %(matches)s.",
        "unknown_time": "The date of the match.",
        "unknown_before": "What was played before the record begins.",
        "unknown_crawford": "Whether the Crawford game had already been played.",
        "unknown_opening": "Which player rolled first (games: %(games)s).",
        "unknown_play": "How a roll was played (games: %(games)s).",
        "unknown_condoned": "Whether an illegal play was accepted at the table (games: %(games)s).",
        "unknown_doubling": "Whether each double was offered before the roll (games: %(games)s).",
        "unknown_answer": "Answer to a double (games: %(games)s).",
        "unknown_ending": "Whether the game was resigned, lost on time or awarded (games: %(games)s).",
        "unknown_level": "The value of the resignation (games: %(games)s).",
        "unknown_automatic": "Whether automatic doubles were used (games: %(games)s).",
        "unknown_jacoby": "Whether the Jacoby rule was in force (games: %(games)s).",
        "laws_impossible": (
            "This session cannot be played with these rules: %(option)s cannot be %(value)s."
        ),
        "wager_closed": "This cube has already been decided.",
        "automatic_after_double": (
            "An automatic double happens at the opening roll, before any other double."
        ),
        "automatic_limit": "At most %(limit)s automatic doubles per game were agreed.",
        "cube_below_automatic": (
            "After the automatic doubles the cube is at least at %(least)s, not at %(cube)s."
        ),
        "cube_limit_reached": "The cube cannot go to %(value)s; its limit is %(limit)s.",
        "animal_not_agreed": "This %(animal)s exceeds the agreed limit: %(limit)s in a row.",
        "settlement_not_agreed": "Games are played out here, not settled.",
        "settlement_impossible": (
            "A settlement for %(points)s is not possible; at most %(most)s can be lost here."
        ),
        "level_impossible": "A game is single, a gammon or a backgammon; level %(level)s does not exist.",
        "game_under_way": "A game is in progress; finish it before recording another.",
        "player_unnamed": "A player needs a name.",
        "already_present": "%(player)s is already in the queue.",
        "already_leaving": "%(player)s is already set to leave after this game.",
        "not_present": "%(player)s is not in the queue.",
        "table_full": "This table seats at most %(most)s; with %(player)s it is split in two.",
        "too_few_players": "At least %(fewest)s players are needed; there are %(players)s.",
        "stake_impossible": "The stake must be a positive whole number, not %(stake)s.",
        "throw_over": "The order is final; no more dice are rolled for it.",
        "throw_not_tied": "%(player)s is not tied and does not roll again.",
        "die_invalid": "A die cannot show %(die)s.",
        "not_between_games": "This is only possible between games.",
        "no_game": "No game is being played.",
        "partner_too_few": (
            "The box can have a partner with %(least)s or more players; there are %(players)s."
        ),
        "partner_not_played": "In this chouette the box plays without a partner.",
        "partner_asked": "The box is already looking for a partner.",
        "partner_not_asked": "The box has not asked for a partner.",
        "partner_chosen": "%(player)s is already the partner.",
        "partner_out_of_order": "Partners are asked in order: it is %(next)s's turn, not %(player)s's.",
        "partner_lot_early": (
            "The partner is drawn at random when all have declined; %(next)s has not been asked."
        ),
        "partner_undecided": "The partner of the box has not been decided yet.",
        "partner_missing": (
            "With %(players)s players the box must have a partner (required from %(least)s players)."
        ),
        "not_in_team": "%(player)s is not in the team.",
        "not_in_game": "%(player)s has nothing at stake in this game.",
        "no_such_bet": "There is no cube in play between %(one)s and %(other)s.",
        "captain_only": "With a single cube only the captain, %(captain)s, can do this, not %(player)s.",
        "one_cube_for_all": "With a single cube, all team members still playing are doubled together.",
        "captain_first": (
            "The box cannot double the others, or take their cubes, without the captain, %(captain)s."
        ),
        "box_must_break_even": (
            "The box cannot drop this cube as well: winning against the others would not cover the loss."
        ),
        "nothing_to_answer": "%(player)s has no such offer to answer.",
        "lone_taker_must_beaver": "%(player)s is the only one to take and must beaver or drop.",
        "extra_not_open": "%(player)s cannot offer an extra cube now.",
        "event_unreadable": "This is not a session event: expected %(expected)s.",
        "dice_rerolled": "The roll does not count; both dice are rolled again.",
        "dice_stand": "The roll counts.",
        "turn_open": "The dice have not been picked up: another legal play may be made.",
        "turn_ended": "The dice have been picked up: the play is final.",
        "play_lawful": "The play was legal.",
        "play_condoned": "The opponent has begun their turn; the play is final.",
        "play_unlawful": "The play was illegal.",
        "roll_void": "The premature roll does not count.",
        "roll_stands": "The premature roll %(dice)s is valid.",
        "roll_waived": "The premature roll %(dice)s changes nothing and is valid.",
        "double_lawful": "The double was legal.",
        "double_void": "The double is void; the cube goes back.",
        "double_waits": "The double is on hold until the turn ends.",
        "double_condoned": "Play has continued, so the double is valid.",
        "crawford_double_void": (
            "Doubling is not allowed in the Crawford game; the cube goes back to the centre."
        ),
        "double_recorded": "Noticed too late; the double in the Crawford game remains valid.",
        "cube_put_right": "The cube was not reset from the last game: it is at %(cube)s, not %(shown)s.",
        "cube_recorded": "The result is recorded: the wrong cube value is kept.",
        "setup_right": "The checkers were set up correctly.",
        "setup_corrected": "The set-up was wrong and is corrected.",
        "setup_stands": "The set-up was wrong, but after %(rolls)s rolls it is kept.",
        "score_right": "The score is correct.",
        "score_corrected": "The games add up to %(white)s–%(black)s.",
        "score_for_director": (
            "The games add up to %(white)s–%(black)s; only the director can correct the result."
        ),
        "length_right": "The match was played to the announced length.",
        "length_corrected": (
            "The announced match length was %(announced)s, not %(played)s: play continues at "
            "%(white)s–%(black)s."
        ),
        "length_decided": (
            "The match was announced as a %(announced)s-point match and is decided: %(white)s–%(black)s."
        ),
        "length_for_director": (
            "The announced match length was %(announced)s, not %(played)s; only the director may "
            "correct the result."
        ),
    }
)
_PLACES = {"start": {25: "the bar"}, "end": {0: "off", 25: "the bar"}, "point": {25: "the bar"}}
_NOTHING = "–"


class _Context(dict[str, str]):
    """Facts as text; a missing one reads as a dash."""

    def __missing__(self, name: str) -> str:
        return _NOTHING


def format_sentence(code: str, context: Mapping[str, object]) -> str:
    """Return the English sentence of a code with its facts; the code itself when it has no sentence."""
    if code not in SENTENCES:
        return code
    return SENTENCES[code] % _Context({name: _format_fact(name, value) for name, value in context.items()})


def _format_fact(name: str, value: object) -> str:
    if isinstance(value, int) and value in _PLACES.get(name, {}):
        return _PLACES[name][value]
    if name == "side":
        return str(value).capitalize()
    if isinstance(value, list | tuple):
        return (", " if name == "games" else "–").join(map(str, value))
    return _NOTHING if value in (None, "") else str(value)
