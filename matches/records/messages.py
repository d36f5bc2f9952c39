"""Texts of records: refusals, failed analyses, findings of a replay, what readers of files expected."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

RECORDS: dict[str, str | Promise] = {
    "audit_agreement": _("The record “%(record)s” is said to bear out a score that it does not end in."),
    "audit_record_altered": _("The text of the record “%(record)s” is not the one that was attached."),
    "audit_verdict": _("The record “%(record)s” replays to another verdict than the one stored."),
    "analyses_full": _(
        "%(most)s records wait to be analysed already. Nothing was changed: ask again when some are done."
    ),
    "analysis_broke_off": _(
        "GNU Backgammon broke off in game %(game)s; perhaps %(memory)s MB of memory were not enough."
    ),
    "analysis_needs_lawful": _(
        "Only a record with plays and without a fault can be analysed. Nothing was changed."
    ),
    "analysis_not_installed": _("GNU Backgammon is not installed on this server. Nothing was changed."),
    "analysis_too_long": _("Game %(game)s took longer than the %(seconds)s seconds that a game may take."),
    "analysis_unreadable": _("What GNU Backgammon said of game %(game)s cannot be read."),
    "archive_empty": _("There is no file in this zip."),
    "archive_too_large": _("A zip has at most %(most)s MB. Nothing was taken: send it in parts."),
    "archive_too_many": _(
        "The zip holds %(files)s files, more than the %(most)s that are read at once. "
        "Nothing was taken: send them in parts."
    ),
    "archive_unpacks_too_large": _(
        "Unpacked, this zip is larger than %(most)s MB. Nothing was taken: send it in parts."
    ),
    "archive_unreadable": _("This is no zip that can be opened. Nothing was taken."),
    "draft_changed": _(
        "This record was written on elsewhere and has %(count)s lines now. Yours was not added: look again."
    ),
    "draft_empty": _("Nothing has been written down yet."),
    "draft_full": _("A record holds %(most)s lines. Hand this one in."),
    "figure_impossible": _(
        "These figures cannot be: they need an engine, 1 to %(most)s decisions, and errors not below zero."
    ),
    "file_damaged": _("This file cannot be taken out of the zip: it is damaged or locked by a password."),
    "file_too_large": _("This file is larger than a match record may be (1 MB, an analysed .sgf 4 MB)."),
    "record_absent": _("There is no such record."),
    "record_contradicts": _(
        "The record “%(record)s” does not bear out %(white_score)s–%(black_score)s. "
        "The report is kept; the desk can rule on the match."
    ),
    "record_awarded": _(
        "Points in the record “%(record)s” were awarded and its moves do not prove them. "
        "Enter the score yourself."
    ),
    "record_has_fault": _("The record “%(record)s” has a fault, so no report can be taken from it."),
    "record_linked": _("The record belongs to another match already."),
    "record_unfinished": _("The record “%(record)s” does not reach the end of the match."),
}

FINDINGS: dict[str, str | Promise] = {
    "move_backwards": _("The move from %(start)s to %(end)s goes backwards."),
    "bar_first": _("A checker on the bar must enter first; %(start)s to %(end)s moves another one."),
    "no_checker": _("There is no checker to move from %(start)s."),
    "too_many_numbers": _("More moves are written than the roll %(dice)s allows."),
    "not_the_dice": _("From %(start)s to %(end)s cannot be played with %(dice)s."),
    "blocked_point": _("From %(start)s to %(end)s with %(dice)s is blocked on point %(point)s."),
    "early_bear_off": _("A checker is borne off from %(start)s before all are home."),
    "bear_off_from_behind": _("With %(dice)s a checker further back must move before %(start)s bears off."),
    "numbers_unused": _("The %(unused)s of the roll %(dice)s could have been played too, and must be."),
    "larger_die_unused": _("Only one number of %(dice)s can be played, and it must be the larger."),
    "play_missing": _("No play is written for %(dice)s, although there is a lawful one."),
    "play_unknown": _("The play of %(dice)s is not known."),
    "play_ambiguous": _("The written play can be read in %(readings)s ways; the plainest was taken."),
    "forced_play_added": _("The only lawful play of %(dice)s was left out and has been added."),
    "condoned_play": _("An unlawful play of %(dice)s was let stand."),
    "condoned_lawful": _("The play of %(dice)s that was let stand is lawful."),
    "condoned_impossible": _("No play of the mover leaves the board that is written after %(dice)s."),
    "board_impossible": _("The board written here cannot stand."),
    "opening_double": _("A game opens with two different dice, not with %(dice)s."),
    "out_of_turn": _("%(dice)s was rolled out of turn."),
    "action_after_end": _("The game was over already."),
    "double_at_opening": _("The first roll decides who begins; nobody doubles to %(value)s before it."),
    "double_out_of_turn": _("The double to %(value)s was not offered before the doubler's own roll."),
    "double_unanswered": _("The double to %(value)s was neither taken nor dropped."),
    "crawford_double": _("The double to %(value)s was offered in the Crawford game, where there is no cube."),
    "holland_double": _(
        "After the Crawford game nobody doubles before the third turn (here after %(rolls)s)."
    ),
    "dead_cube": _("The double to %(value)s is dead: the doubler needs only %(away)s."),
    "cube_not_owned": _("The double to %(value)s was offered by the side that does not own the cube."),
    "cube_value_wrong": _("The cube goes to %(expected)s here, not to %(declared)s."),
    "automatic_in_match": _("A match knows no automatic doubles; the cube starts on %(cube)s."),
    "automatic_doubles_assumed": _("Automatic doubles are assumed: the cube starts on %(cube)s."),
    "beaver_in_match": _("A match knows no beaver (here to %(value)s)."),
    "beaver_without_double": _("There was no double to beaver."),
    "take_without_double": _("There was no double to take."),
    "drop_without_double": _("There was no double to drop."),
    "answer_by_doubler": _("The doubler cannot answer his own double."),
    "drop_inferred": _("The game ends after a double: the double was refused."),
    "resignation_inferred": _("The game was resigned: %(points)s for the winner."),
    "resignation_too_high": _(
        "The resignation counts %(level)s times the cube; in this position at most %(most)s could be lost."
    ),
    "points_wrong": _("The game is worth %(computed)s points, not %(declared)s."),
    "points_clipped": _("%(declared)s points are written: of %(computed)s no more were needed."),
    "points_impossible": _("No game with the cube on %(cube)s is worth %(declared)s points."),
    "winner_wrong": _("The game was won by %(computed)s, not by %(declared)s."),
    "adjudicated": _(
        "With the cube at %(cube)s no game is worth %(declared)s points here: "
        "they were awarded, and the moves do not prove them."
    ),
    "set_by_hand": _("Checkers or the cube were set by hand here: the moves do not prove what follows."),
    "game_not_played": _("No roll of this game is recorded: its points were awarded, not played."),
    "result_missing": _("No result is written; by the board the game is worth %(computed)s."),
    "result_inferred": _("No result is written; the next score line gives %(winner)s %(points)s."),
    "game_unfinished": _("The game breaks off."),
    "match_unfinished": _("The record stops at %(score)s in a match to %(length)s."),
    "match_not_won": _(
        "The record ends the match at %(score)s, but it is to %(length)s: it was awarded, not won in play."
    ),
    "crawford_inferred": _("This is the Crawford game."),
    "score_line_wrong": _("The score before this game is %(computed)s, not %(declared)s."),
    "final_score_wrong": _("The match ends %(computed)s, not %(declared)s."),
    "starts_midway": _("The record starts at %(score)s."),
    "games_after_end": _("Games after the end of the match: %(games)s. They do not count."),
    "name_changed": _("The names change to %(players)s."),
    "laws_differ": _("The header of the record and the rules agreed differ on %(option)s."),
    "length_differs": _("The match was to %(length)s; the record plays to %(declared)s."),
    "points_expected": _("This is a match to %(length)s, not a game for points."),
    "crawford_mark_wrong": _("The record does not mark the Crawford game where it falls."),
    "money_assumed": _("This is a game for points, not a match to %(length)s."),
    "too_many_faults": _("More than %(most)s faults were found; the rest was not judged."),
    "record_truncated": _("The record breaks off: expected %(expected)s."),
}

UNKNOWNS: dict[str, str | Promise] = {
    "unknown_time": _("When it was played."),
    "unknown_before": _("What was played before the record begins."),
    "unknown_crawford": _("Whether the Crawford game had been played before."),
    "unknown_opening": _("Who rolled first (games: %(games)s)."),
    "unknown_play": _("How a roll was played (games: %(games)s)."),
    "unknown_condoned": _("Whether an unlawful play was let stand at the table (games: %(games)s)."),
    "unknown_doubling": _("Whether each double was offered before the dice were thrown (games: %(games)s)."),
    "unknown_answer": _("How a double was answered (games: %(games)s)."),
    "unknown_ending": _("Whether the game was resigned, lost on time or awarded (games: %(games)s)."),
    "unknown_level": _("What exactly was resigned (games: %(games)s)."),
    "unknown_automatic": _("Whether equal opening rolls had doubled the cube (games: %(games)s)."),
    "unknown_jacoby": _("Whether the Jacoby rule was in force (games: %(games)s)."),
}

# The context `expected` of unreadable files; `matches.phrases.sentence` translates it.
EXPECTED = (
    gettext_noop('a line such as "7 point match"'),
    gettext_noop('a line such as "Game 1"'),
    gettext_noop("the two names and their score"),
    gettext_noop("a roll, a cube action or a result"),
    gettext_noop('a play such as "13/8 6/5*"'),
    gettext_noop("an action"),
    gettext_noop("a position"),
    gettext_noop("a number"),
    gettext_noop("a game tree for every game"),
    gettext_noop("a single line of play"),
    gettext_noop("a game tree such as (;GM[6] ;W[31hefe])"),
    gettext_noop("the end of the game tree"),
    gettext_noop("a cube value"),
    gettext_noop("backgammon from its ordinary starting position"),
    gettext_noop("a position of 15 checkers a side, no point shared"),
    gettext_noop("no more than 15 checkers a side"),
    gettext_noop("a point such as [f] or points such as [a:y]"),
    gettext_noop('a line such as "anna is X - bea is O"'),
    gettext_noop('a row such as "X: (6 2) 24-18 13-11"'),
    gettext_noop('moves such as "24-18 13-11"'),
    gettext_noop("one match"),
    gettext_noop("a play such as 31hefe, or double, take, drop, resign:1, accept"),
    gettext_noop("a play such as 31hefe"),
    gettext_noop("text"),
    gettext_noop("shorter lines"),
    gettext_noop("two dice"),
    gettext_noop("a GNU position ID of 14 characters"),
    gettext_noop("a GNU match ID of 12 characters"),
    gettext_noop("an XGID such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"),
    gettext_noop('a line such as "Anna vs. Bea"'),
    gettext_noop('a line such as "Game 1.0-0/7"'),
    gettext_noop("an XGID, a GNU position ID or a line of Snowie"),
    gettext_noop("forty fields, each with a semicolon behind it"),
    gettext_noop("the end of the line"),
    gettext_noop("a number of points"),
    gettext_noop("a number of checkers from -15 to 15"),
    gettext_noop("1, 0 or -1"),
    gettext_noop("0 or 1"),
    gettext_noop("a name"),
)
