"""Messages of match files: refusals, findings of a replay, unknown facts, what file readers expected."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

RECORDS: dict[str, str | Promise] = {
    "audit_agreement": _("Match file “%(record)s” is marked as confirming a score it does not end in."),
    "audit_record_altered": _("The text of match file “%(record)s” is not the one that was attached."),
    "audit_verdict": _("Checking match file “%(record)s” gives a different verdict from the stored one."),
    "analyses_full": _(
        "%(most)s match files are already waiting for analysis. Nothing was changed: try "
        "again when some are done."
    ),
    "analyses_full_for_person": _(
        "%(most)s of your match files are already waiting for analysis. Try again when one of them is done."
    ),
    "analysis_broke_off": _(
        "The analysis engine stopped in game %(game)s; %(memory)s MB of memory may not have been enough."
    ),
    "analysis_needs_lawful": _(
        "Only a match file with plays and no problems can be analysed. Nothing was changed."
    ),
    "analysis_not_installed": _(
        "This server has no analysis engine: neither GNU Backgammon nor bgsage. Nothing was changed."
    ),
    "analysis_not_limited": _(
        "Match files are not analysed on this server, because its system cannot limit an engine. "
        "Nothing was changed."
    ),
    "analysis_too_long": _("Game %(game)s took longer than the limit of %(seconds)s seconds per game."),
    "analysis_unreadable": _("The engine gave no usable analysis of game %(game)s."),
    "archive_empty": _("This zip contains no files."),
    "archive_too_large": _("A zip can have at most %(most)s MB. Nothing was imported: upload it in parts."),
    "archive_too_many": _(
        "The zip contains %(files)s files; the maximum is %(most)s. Nothing was imported: "
        "upload them in parts."
    ),
    "archive_unpacks_too_large": _(
        "Uncompressed, this zip is larger than %(most)s MB. Nothing was imported: upload it in parts."
    ),
    "archive_unreadable": _("This zip cannot be opened. Nothing was imported."),
    "blunders_absent": _("No blunders of analysed match files were found, so there are no study cards."),
    "certificate_absent": _("Certificate not found."),
    "certificate_not_possible": _(
        "A certificate needs a match file without problems that proves the final score of its match. "
        "Nothing was signed."
    ),
    "certificate_no_key": _("This site has no key to sign with. Nothing was signed."),
    "site_keys_unreadable": _(
        "This is not the document of a site's public keys. Paste the whole answer of "
        "/.well-known/crawford-keys.json. Nothing was changed."
    ),
    "site_keys_listed_otherwise": _(
        "The key “%(key)s” is listed here already, under another site. Nothing was changed."
    ),
    "match_too_large_for_address": _(
        "This match file is too large to be carried in a link. Download it as OGXM and open the file there."
    ),
    "video_absent": _("This match file has no video. Add its address first."),
    "video_address_invalid": _("Enter the address of the video: https, with at most 512 characters."),
    "video_mark_impossible": _("Game %(game)s, action %(action)s cannot be marked so. Nothing was changed."),
    "video_marks_out_of_order": _(
        "Game %(game)s, action %(action)s would be seen before an earlier action. Nothing was changed."
    ),
    "signing_keys_missing": _(
        "A private key of this site is not in its file of signing keys. Copy the file back from a safe "
        "place, or retire the key and create another one."
    ),
    "signing_key_absent": _("There is no key “%(key)s” in use."),
    "signing_key_exists": _("There is a key “%(key)s” already. Nothing was changed."),
    "signing_keys_unreadable": _(
        "The file with the signing keys cannot be used, so nothing is signed: it is damaged, or others than "
        "its owner can read it."
    ),
    "declared_too_late": _(
        "This match has begun. Whether it counts for performance ratings can only be declared before. "
        "Nothing was changed."
    ),
    "draft_changed": _(
        "This match file was continued elsewhere and now has %(count)s lines. Your line was "
        "not added: refresh the page."
    ),
    "draft_empty": _("Nothing has been recorded yet."),
    "draft_full": _("A match file holds at most %(most)s lines. Submit this one."),
    "engine_unknown": _("No match file of this player has figures by “%(engine)s”. Choose another engine."),
    "table_engine_unknown": _("No member of this table has figures by “%(engine)s”. Choose another engine."),
    "figure_impossible": _(
        "These values are impossible: enter an engine, 1 to %(most)s decisions and no negative errors."
    ),
    "file_damaged": _("This file cannot be extracted from the zip: it is damaged or password-protected."),
    "file_too_large": _(
        "This file is too large for a match file. The limit is 1 MB, or 4 MB for an analysed "
        ".sgf, .xg, .bgf or .ogxm."
    ),
    "record_absent": _("Match file not found."),
    "record_removed": _("Removed by its uploader."),
    "record_contradicts": _(
        "Match file “%(record)s” ends %(record_score)s, but %(white_score)s–%(black_score)s was reported. "
        "Both are kept: either the score of the file is reported instead, or the desk rules on the match."
    ),
    "record_duplicate": _("That match already has match file “%(record)s”."),
    "record_fits": _("Match file “%(record)s” fits this match; only the desk can move it."),
    "record_awarded": _(
        "Match file “%(record)s” contains awarded points that its moves do not prove. Enter "
        "the score yourself."
    ),
    "record_has_fault": _(
        "Match file “%(record)s” has an error, so no result can be taken from it. Enter the score yourself."
    ),
    "match_code_unknown": _("No match has the code “%(match)s”. The page of the match shows its code."),
    "record_linked": _("The match file already belongs to another match."),
    "record_names_fit": _(
        "Match file “%(record)s” names the players of this match. There is nothing to identify."
    ),
    "record_names_others": _(
        "Match file “%(record)s” names other players, so no result can be taken from it. Say who they are, "
        "or move the file to its match."
    ),
    "record_unfinished": _(
        "Match file “%(record)s” does not reach the end of the match. Enter the score yourself."
    ),
}

FINDINGS: dict[str, str | Promise] = {
    "move_backwards": _("The move from %(start)s to %(end)s goes backwards."),
    "bar_first": _("A checker on the bar must enter first; %(start)s/%(end)s moves another one."),
    "no_checker": _("There is no checker to move from %(start)s."),
    "too_many_numbers": _("More moves are recorded than the roll %(dice)s allows."),
    "not_the_dice": _("%(start)s/%(end)s cannot be played with %(dice)s."),
    "blocked_point": _("%(start)s/%(end)s with %(dice)s is blocked on point %(point)s."),
    "early_bear_off": _("A checker is borne off from %(start)s before all are in the home board."),
    "bear_off_from_behind": _(
        "With %(dice)s, a checker further back must move before the one on %(start)s can bear off."
    ),
    "numbers_unused": _("%(unused)s of roll %(dice)s could also have been played, and had to be."),
    "larger_die_unused": _("Only one number of %(dice)s can be played, and it must be the larger."),
    "play_missing": _("No play is recorded for %(dice)s, but a legal play exists."),
    "play_unknown": _("The play for %(dice)s is unknown."),
    "play_ambiguous": _("The recorded play can be read in %(readings)s ways; the simplest was used."),
    "forced_play_added": _("The only legal play of %(dice)s was missing and has been added."),
    "condoned_play": _("An illegal play of %(dice)s was accepted."),
    "condoned_lawful": _("The play of %(dice)s was accepted as illegal, but it is legal."),
    "condoned_impossible": _("No play of %(dice)s leads to the recorded position."),
    "board_impossible": _("This position is impossible."),
    "opening_double": _("A game opens with two different dice, not %(dice)s."),
    "out_of_turn": _("%(dice)s was rolled out of turn."),
    "action_after_end": _("The game was already over."),
    "double_at_opening": _(
        "The opening roll decides who starts; no double to %(value)s is allowed before it."
    ),
    "double_out_of_turn": _("The double to %(value)s was not offered before the doubler's own roll."),
    "double_unanswered": _("The double to %(value)s was neither taken nor dropped."),
    "crawford_double": _(
        "The double to %(value)s was offered in the Crawford game, in which doubling is not allowed."
    ),
    "holland_double": _(
        "After the Crawford game, doubling is allowed only from the third turn (rolls before this "
        "double: %(rolls)s)."
    ),
    "dead_cube": _("The double to %(value)s is useless (dead cube): the doubler is only %(away)s away."),
    "cube_not_owned": _("The double to %(value)s was offered by a player who does not own the cube."),
    "cube_value_wrong": _("The cube goes to %(expected)s, not to %(declared)s."),
    "automatic_in_match": _("Automatic doubles are not allowed in match play; the cube starts at %(cube)s."),
    "automatic_doubles_assumed": _("Automatic doubles are assumed: the cube starts at %(cube)s."),
    "beaver_in_match": _("Beavers are not allowed in match play (here to %(value)s)."),
    "beaver_without_double": _("There was no double to beaver."),
    "take_without_double": _("There was no double to take."),
    "drop_without_double": _("There was no double to drop."),
    "answer_by_doubler": _("Players cannot answer their own double."),
    "drop_inferred": _("The game ends after a double, which counts as dropped."),
    "resignation_inferred": _("Game resigned; points for the winner: %(points)s."),
    "resignation_too_high": _(
        "The resignation is for %(level)s times the cube; in this position at most %(most)s "
        "times could be lost."
    ),
    "points_wrong": _("The game is worth %(computed)s, not %(declared)s."),
    "points_clipped": _(
        "Points recorded: %(declared)s; the game was worth %(computed)s, but no more were needed."
    ),
    "points_impossible": _("With the cube at %(cube)s, no game can be worth %(declared)s."),
    "winner_wrong": _("The game was won by %(computed)s, not by %(declared)s."),
    "adjudicated": _(
        "With the cube at %(cube)s, no game can be worth %(declared)s: the points were awarded, and "
        "the moves do not prove them."
    ),
    "set_by_hand": _("Checkers or the cube were set by hand here: the moves do not prove what follows."),
    "game_not_played": _("No roll of this game is recorded: its points were awarded, not played."),
    "result_missing": _("No result is recorded; by the final position the game is worth %(computed)s."),
    "result_inferred": _("No result is recorded; the next score line gives %(winner)s %(points)s."),
    "game_unfinished": _("The game is incomplete."),
    "match_unfinished": _("The match file stops at %(score)s in a match to %(length)s."),
    "match_not_won": _(
        "The match file ends at %(score)s in a match to %(length)s: it was awarded, not won in play."
    ),
    "crawford_inferred": _("This is the Crawford game."),
    "crawford_unstated": _(
        "The file does not say whether the Crawford rule applied. There is a double in what would have "
        "been the Crawford game, so the match is taken as played without the rule."
    ),
    "score_line_wrong": _("The score before this game is %(computed)s, not %(declared)s."),
    "final_score_wrong": _("The match ends at %(computed)s, not %(declared)s."),
    "starts_midway": _("The match file starts at %(score)s."),
    "games_after_end": _("Games after the end of the match: %(games)s. They do not count."),
    "name_changed": _("The names change to %(players)s."),
    "laws_differ": _("The match file header and the agreed rules differ on %(option)s."),
    "length_differs": _("This is a %(length)s-point match; the match file is of a %(declared)s-point match."),
    "points_expected": _("This is a %(length)s-point match, not money play."),
    "crawford_mark_wrong": _("The match file does not mark the Crawford game where it belongs."),
    "money_assumed": _("This is money play, not a %(length)s-point match."),
    "too_many_faults": _("More than %(most)s problems were found; the rest was not checked."),
    "record_truncated": _("The match file is incomplete: expected %(expected)s."),
    "other_matches": _("Only the first match of the file was read. It also has: %(matches)s."),
}

UNKNOWNS: dict[str, str | Promise] = {
    "unknown_time": _("The date of the match."),
    "unknown_before": _("What was played before the match file begins."),
    "unknown_crawford": _("Whether the Crawford game had already been played."),
    "unknown_opening": _("Which player rolled first (games: %(games)s)."),
    "unknown_play": _("How a roll was played (games: %(games)s)."),
    "unknown_condoned": _("Whether an illegal play was accepted at the table (games: %(games)s)."),
    "unknown_doubling": _("Whether each double was offered before the roll (games: %(games)s)."),
    "unknown_answer": _("Answer to a double (games: %(games)s)."),
    "unknown_ending": _("Whether the game was resigned, lost on time or awarded (games: %(games)s)."),
    "unknown_level": _("The value of the resignation (games: %(games)s)."),
    "unknown_automatic": _("Whether automatic doubles were used (games: %(games)s)."),
    "unknown_jacoby": _("Whether the Jacoby rule was in force (games: %(games)s)."),
}

# The context `expected` of unreadable files; `matches.messages.get_sentence` translates it.
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
    gettext_noop("end of the game tree"),
    gettext_noop("a cube value"),
    gettext_noop("backgammon from the standard starting position"),
    gettext_noop("a position with 15 checkers per side and no shared point"),
    gettext_noop("at most 15 checkers per side"),
    gettext_noop("a point such as [f] or points such as [a:y]"),
    gettext_noop('a line such as "anna is X - bea is O"'),
    gettext_noop('a row such as "X: (6 2) 24-18 13-11"'),
    gettext_noop('moves such as "24-18 13-11"'),
    gettext_noop("one match"),
    gettext_noop("a play such as 31hefe, or double, take, drop, resign:1, accept"),
    gettext_noop("a play such as 31hefe"),
    gettext_noop("text"),
    gettext_noop("fewer characters per line"),
    gettext_noop("two dice"),
    gettext_noop("a GNU position ID of 14 characters"),
    gettext_noop("a GNU match ID of 12 characters"),
    gettext_noop("an XGID such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"),
    gettext_noop('a line such as "Anna vs. Bea"'),
    gettext_noop('a line such as "Game 1.0-0/7"'),
    gettext_noop("an XGID, an OGID, a GNU position ID or a Snowie line"),
    gettext_noop("an OGID such as 11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:7:0"),
    gettext_noop("16 bytes that begin with OGXM"),
    gettext_noop("the number of bytes of the file"),
    gettext_noop("END!"),
    gettext_noop("the head of a section"),
    gettext_noop("a section inside the file"),
    gettext_noop("a known section"),
    gettext_noop("the checksum of the bytes before it"),
    gettext_noop("a record inside its section"),
    gettext_noop("a text in UTF-8"),
    gettext_noop("a match; the file may hold an analysis alone"),
    gettext_noop("at most 1000 games"),
    gettext_noop("at most 1500 actions"),
    gettext_noop("at most 100000 actions"),
    gettext_noop("at most 4096 notes"),
    gettext_noop("at most 16 signatures"),
    gettext_noop("a step"),
    gettext_noop("a known action"),
    gettext_noop("a board"),
    gettext_noop("forty fields, each followed by a semicolon"),
    gettext_noop("end of the line"),
    gettext_noop("a number of points"),
    gettext_noop("a number of checkers from -15 to 15"),
    gettext_noop("1, 0 or -1"),
    gettext_noop("0 or 1"),
    gettext_noop("a name"),
    gettext_noop("compressed data"),
    gettext_noop("more bytes"),
    gettext_noop("a header of 8232 bytes and an image inside the file"),
    gettext_noop("a known kind of record"),
    gettext_noop("a known kind of move"),
    gettext_noop("a game"),
    gettext_noop("the header of a match"),
    gettext_noop("a player inside a game"),
    gettext_noop("a move of one of the players"),
    gettext_noop("an object"),
    gettext_noop("a list"),
    gettext_noop("a play"),
    gettext_noop("the Smile header"),
    gettext_noop("the end of a string"),
    gettext_noop("the end of a number"),
    gettext_noop("a name or string that came before"),
    gettext_noop("a value"),
    gettext_noop("fewer values"),
    gettext_noop("fewer levels"),
)
