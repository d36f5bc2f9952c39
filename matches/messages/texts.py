"""Texts of the codes of matches and of the rules: sentences of errors and findings, labels."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

AUDITS: dict[str, str | Promise] = {
    "audit_face": _("%(player)s is shown as %(stored)s; the merged spellings give %(folded)s."),
    "audit_forgotten": _("%(player)s is a pair with a forgotten member, but is not marked so."),
    "audit_member": _("%(player)s is a pair that has another pair, %(member)s, as a member."),
    "audit_name": _(
        "%(player)s is stored as “%(stored)s”; the full name and the chosen display give “%(folded)s”."
    ),
    "audit_reports": _("The number of “%(state)s” reports (%(count)s) does not fit the match."),
    "audit_confirmed": _("The confirmed report says %(report)s, but the match says %(stored)s."),
    "audit_sheet": _("The games add up to %(sheet)s, but the match says %(stored)s."),
    "audit_sheet_impossible": _("The games on the score sheet are out of sequence."),
    "audit_two_tables": _("A player of this match, at table %(table)s, also plays at table %(other)s."),
}


LABELS: dict[str, str | Promise] = {
    "white": pgettext_lazy("side", "White"),
    "black": pgettext_lazy("side", "Black"),
    "scheduled": pgettext_lazy("match", "Waiting"),
    "called": pgettext_lazy("match", "Called"),
    "running": pgettext_lazy("match", "In play"),
    "reported": pgettext_lazy("match", "Unconfirmed"),
    "disputed": pgettext_lazy("match", "Disputed"),
    "postponed": pgettext_lazy("match", "Postponed"),
    "settled": pgettext_lazy("match", "Final"),
    "ruled": pgettext_lazy("match", "Ruled by the desk"),
    "corrected": pgettext_lazy("match", "Corrected by the desk"),
    "void": pgettext_lazy("match", "Void"),
    "played": pgettext_lazy("ending", "Played"),
    "walkover": pgettext_lazy("ending", "Walk-over"),
    "retired": pgettext_lazy("ending", "Retired"),
    "forfeit": pgettext_lazy("ending", "Forfeit"),
    "double_walkover": pgettext_lazy("ending", "Double no-show"),
    "annulled": pgettext_lazy("ending", "Annulled"),
    "open": pgettext_lazy("report", "Open"),
    "to_play": pgettext_lazy("match", "To be played"),
    "confirmed": pgettext_lazy("report", "Confirmed"),
    "superseded": pgettext_lazy("report", "No longer valid"),
    "withdrawn": pgettext_lazy("report", "Withdrawn"),
    "table": pgettext_lazy("proof", "At the table"),
    "badge": pgettext_lazy("proof", "Badge"),
    "account": pgettext_lazy("proof", "Account"),
    "desk": pgettext_lazy("proof", "Desk"),
    "silence": pgettext_lazy("proof", "No dispute in time"),
    "trust": pgettext_lazy("policy", "First report is final"),
    "both": pgettext_lazy("policy", "Both sides confirm"),
    "single": pgettext_lazy("game", "Single game"),
    "gammon": pgettext_lazy("game", "Gammon"),
    "backgammon": pgettext_lazy("game", "Backgammon"),
    "drop": pgettext_lazy("game", "Double refused"),
    "resigned_single": pgettext_lazy("game", "Resignation"),
    "resigned_gammon": pgettext_lazy("game", "Gammon resigned"),
    "resigned_backgammon": pgettext_lazy("game", "Backgammon resigned"),
    "adjudicated": pgettext_lazy("game", "Adjudicated"),
    "unfinished": pgettext_lazy("game", "Unfinished"),
    "ruling": pgettext_lazy("decision", "Ruling"),
    "correction": pgettext_lazy("decision", "Correction"),
    "award": pgettext_lazy("decision", "Award"),
    "reopening": pgettext_lazy("decision", "Reopened"),
    "voiding": pgettext_lazy("decision", "Voided"),
    "reseating": pgettext_lazy("decision", "Names changed"),
    "penalty": pgettext_lazy("decision", "Penalty"),
    "pardon": pgettext_lazy("decision", "Penalty lifted"),
    "postponing": pgettext_lazy("decision", "Postponed"),
    "resuming": pgettext_lazy("decision", "Resumed"),
    "certified": _("Certified"),
    "certified_with_notes": _("Certified with notes"),
    "incomplete": pgettext_lazy("verdict", "Incomplete"),
    "awarded": pgettext_lazy("verdict", "Awarded, not proven"),
    "invalid": _("Result does not match the moves"),
    "unreadable": _("Unreadable"),
    "error": _("Problem"),
    "note": _("Note"),
    "inferred": _("Inferred"),
    "jacoby_rule": pgettext_lazy("law", "the Jacoby rule"),
    "animals": pgettext_lazy("law", "beavers"),
    "automatic_doubles": pgettext_lazy("law", "automatic doubles"),
    "cube_limit": pgettext_lazy("law", "the cube limit"),
    "crawford_rule": pgettext_lazy("law", "the Crawford rule"),
}


LAW_REFUSALS: dict[str, str | Promise] = {
    "unreadable": _("Line %(line)s, column %(column)s cannot be read: expected %(expected)s."),
    "record_format_unknown": _(
        "This match file format is not supported: expected %(expected)s on line %(line)s."
    ),
    "several_matches": _("A second match starts at line %(line)s: put each match in its own file."),
    "file_empty": _("The file is empty."),
    "file_damaged_at": _(
        "This %(program)s file is damaged at byte %(column)s (%(field)s): expected %(expected)s."
    ),
    "file_version_unknown": _(
        "This %(program)s file has version %(version)s (%(field)s), which is not supported: expected "
        "%(expected)s."
    ),
    "file_unpacks_too_large": _("This %(program)s file is far too large once unpacked (%(field)s)."),
    "file_is_pdf": _(
        "This is a PDF. Upload the match as your program exports it, for example .mat, .txt, .sgf, .sgg, "
        ".xg, .bgf or .ogxm."
    ),
    "file_is_picture": _(
        "This is an image, which cannot be read. Upload the match as your program exports it, for example "
        ".mat, .txt, .sgf, .sgg, .xg, .bgf or .ogxm."
    ),
    "file_is_zip": _(
        "This is a zip. Upload a single match file here; a director can upload a whole zip on the desk "
        "page “Bulk upload”."
    ),
    "file_not_text": _(
        "This file is not a match file that can be read. Upload the match as your program exports it, for "
        "example .mat, .txt, .sgf, .sgg, .xg, .bgf or .ogxm."
    ),
    "line_unreadable": _(
        "This line is not valid. Enter a roll and its play, such as 31 8/5 6/5, or double, "
        "take, drop or resign."
    ),
    "starter_missing": _("Choose who plays first: select the name, or begin the line with white or black."),
    "format_cannot_hold": _(
        "The %(format)s format can only hold plays; this match file has a position set up by hand."
    ),
    "dice_invalid": _("The roll %(dice)s is impossible."),
    "position_places": _("%(side)s has checkers in %(count)s places; there are only 26."),
    "position_count": _("%(side)s has %(count)s checkers; it must have 15."),
    "position_shared_point": _("Both sides have checkers on point %(point)s."),
    "position_two_winners": _("Both sides have borne off all their checkers."),
    "position_both_shut_out": _("Both sides are on the bar against a closed board."),
    "turn_unclear": _(
        "According to the position it is %(side)s's turn; according to the score, the other side's."
    ),
    "cube_impossible": _("The cube cannot be at %(cube)s."),
    "cube_unturned": _("A cube that has not been turned is centred, not owned by %(side)s."),
    "cube_without_owner": _("A cube turned to %(cube)s must be owned by one of the players."),
    "double_after_roll": _("You cannot double after rolling %(dice)s."),
    "crawford_score": _("At %(white)s–%(black)s in a %(length)s-point match there is no Crawford game."),
    "crawford_not_played": _(
        "At %(white)s–%(black)s in a %(length)s-point match the Crawford game is still to be "
        "played: otherwise the trailing player would have at least 1 point."
    ),
    "match_length_invalid": _("Match length is 1 to %(longest)s points, not %(length)s."),
    "match_over": _("The match is over at %(white)s–%(black)s; no more games can be scored."),
    "score_negative": _("The score %(white)s–%(black)s contains a negative number."),
    "score_two_winners": _("At %(white)s–%(black)s both sides would have won a %(length)s-point match."),
    "score_beyond_length": _(
        "%(white)s–%(black)s is not possible: a %(length)s-point match ends at %(length)s, "
        "and the excess does not count."
    ),
    "score_unfinished": _("At %(white)s–%(black)s a %(length)s-point match has no winner yet."),
    "cube_value_impossible": _("No game can end like that: %(kind)s with the cube at %(cube)s."),
    "cube_unreachable": _("At this score the cube cannot have reached %(cube)s (%(kind)s)."),
    "gammon_not_counted": _(
        "Under the Jacoby rule a gammon counts as a single game until the cube is turned."
    ),
    "crawford_cube": _("This is the Crawford game: doubling is not allowed."),
}


PEOPLE: dict[str, str | Promise] = {
    "both_have_accounts": _(
        "%(player)s and %(other)s each have their own account. One of them must unlink the player first."
    ),
    "code_name_missing": _("Enter the code name to show to others."),
    "absorbed_elsewhere": _(
        "%(player)s also has results at desks you do not run, so this spelling cannot be the "
        "one that is replaced. Keep it, or ask the site administrator."
    ),
    "code_name_by_account": _(
        "%(player)s has also played at desks that do not know this badge. Sign in with an account to "
        "choose the code name."
    ),
    "known_elsewhere": _(
        "%(player)s also has results at desks you do not run. Only %(player)s, by account or "
        "badge, or the site administrator can decide this."
    ),
    "code_name_taken": _("“%(name)s” is the name of a player here. Choose another code name."),
    "code_name_too_long": _("A code name can have at most %(longest)s characters."),
    "confirmation_differs": _("The name does not match. Nothing was changed: type “%(name)s” to go on."),
    "have_met": _("%(white)s and %(black)s played each other in match %(match)s, so they are two people."),
    "merge_undone": _("These two spellings are already separate."),
    "not_forgettable": _(
        "Only %(player)s with their own account, or the desk, can do this: a badge is not enough."
    ),
    "not_your_player": _(
        "Only an official of a desk where %(player)s has played can decide about this name."
    ),
    "not_yourself": _("Only %(player)s can do this, by account or badge."),
    "pair_follows": _(
        "%(pair)s is a pair: its name comes from its two players, and it has no account of its own."
    ),
    "pair_of_one": _("A pair is two people: %(player)s cannot be both."),
    "pair_of_pairs": _("%(player)s is already a pair. A pair is two people."),
    "pair_together": _("They play together as %(pair)s, so they are two people."),
    "player_anonymous": _("%(player)s asked to be forgotten. That name cannot be merged with another."),
    "team_at_board": _("%(team)s is a team: its members play at the boards."),
    "team_is_nobody": _("%(team)s is a team, not a person."),
    "same_person": _("These spellings already belong to one player."),
    "shown_unknown": _("No name display is called “%(shown)s”."),
    "still_seated": _(
        "A match of this player (%(match)s) has no final result. Finish, confirm or void it first."
    ),
}


REFUSALS: dict[str, str | Promise] = {
    "account_has_player": _("Your account is already linked to another player."),
    "already_reported": _(
        "The match is already reported as %(white_score)s–%(black_score)s. Nothing was changed: "
        "the players can confirm or dispute that score, the desk can confirm it or rule on the match."
    ),
    "already_settled": _(
        "The match is final at %(white_score)s–%(black_score)s. Nothing was changed: ask the "
        "desk for a correction."
    ),
    "announcement_empty": _("There is nothing to announce: enter a text in one of the languages."),
    "announcement_match_elsewhere": _("This match is not played at this desk. Nothing was announced."),
    "announcement_too_long": _(
        "An announcement can have at most %(most)s characters. Nothing was announced."
    ),
    "announcements_many": _("There are already %(most)s announcements. Remove one, then post this one."),
    "awaits_ruling": _("The match is disputed and awaits a ruling. Nothing was changed."),
    "badge_unknown": _("This badge is not valid or no longer valid. Ask the desk for a new one."),
    "body_not_object": _("The body must be a JSON object with named fields."),
    "body_too_large": _("The upload is too large. Nothing was imported: send it in smaller parts."),
    "changed_since_shown": _(
        "This has changed since the page was shown. It is now: %(changes)s. What you typed is still "
        "here: compare, and save it again if it is still right."
    ),
    "changed_meanwhile": _(
        "%(by)s changed this match at %(at)s: it is now “%(status)s” at "
        "%(white_score)s–%(black_score)s. Your report was not saved: compare, and send it "
        "again if it is still right."
    ),
    "clock_unknown": _("No clock setting is called “%(clock)s”."),
    "desk_absent": _("Desk not found."),
    "desk_confirms": _(
        "Here the desk confirms results: your confirmation was not needed, and the report is kept."
    ),
    "desk_only": _("Only an official of %(desk)s can do this."),
    "ending_unknown": _("A match cannot end as “%(ending)s”."),
    "file_absent": _("The file %(expected)s does not exist or cannot be opened."),
    "game_unknown": _("This game cannot be scored: choose the winner and how the game was won."),
    "key_reused": _(
        "This key has been used for another request within the last day. Nothing was changed: use a new key."
    ),
    "key_used_twice": _(
        "This form has already been submitted with different content. Nothing was changed: "
        "the first submission counts."
    ),
    "law_unknown": _("No rule is called “%(named)s”."),
    "match_absent": _("Match not found."),
    "match_has_begun": _("This match has begun and cannot be deleted."),
    "match_postponed": _("The match is postponed. Nothing was changed: only the desk can resume it."),
    "match_void": _("The match was voided. Nothing was changed: the desk can reinstate it."),
    "name_missing": _("A name is missing."),
    "name_too_long": _("A name can have at most %(longest)s characters."),
    "not_begun_yet": _("The match has been called but has no result yet."),
    "not_called_yet": _("The match has not been called yet. Wait for the desk."),
    "not_signed_in": _("Sign in or use your badge to do this."),
    "not_postponed": _("The match status is “%(status)s”, not postponed. Nothing was changed."),
    "not_your_dispute": _(
        "Only the side that reported the other score can accept this one. "
        "The match is disputed and waits for the desk."
    ),
    "badge_of_other_desk": _(
        "Your badge is for “%(place)s” only. For this match, ask the desk of %(here)s for a badge."
    ),
    "not_your_match": _("Only the two players, someone at their table or the desk can do this."),
    "not_your_report": _("Only the person who sent a report, or the desk, can withdraw it."),
    "nothing_to_dispute": _("This score has already been reported. Confirm it instead."),
    "own_report": _(
        "You cannot confirm your own report: ask your opponent, another phone at the table or the desk."
    ),
    "penalty_beyond_length": _(
        "This is a match to %(length)s: a penalty is at most %(length)s, not %(points)s."
    ),
    "penalty_absent": _("There is no penalty in this match."),
    "penalty_built_upon": _("Games were recorded after the penalty. Undo them first, or correct the result."),
    "penalty_impossible": _("A penalty of %(points)s against “%(side)s” is not possible."),
    "player_claimed": _("%(player)s is already linked to another account. Ask the desk."),
    "plays_himself": _("%(player)s cannot play against themselves."),
    "policy_unknown": _("No result confirmation setting is called “%(policy)s”."),
    "reason_missing": _("Give a reason: it is saved with the decision."),
    "result_not_there": _("Match %(match)s has no result that can be dated."),
    "reach_unknown": _("An announcement cannot be sent to “%(reach)s”."),
    "report_absent": _("This match has no such report."),
    "report_not_open": _("This report has already been answered. Refresh the match page."),
    "request_invalid": _("The request cannot be understood: %(problem)s"),
    "score_below_start": _("%(side)s started at %(points)s: the final score cannot be lower."),
    "start_impossible": _(
        "A %(length)s-point match cannot start at %(white)s–%(black)s: only one side can start with "
        "points, and with fewer than the match length."
    ),
    "score_below_penalties": _(
        "%(side)s already has %(points)s from the opponent's penalties, so the score cannot be lower."
    ),
    "sheet_contradicts": _(
        "%(white_score)s–%(black_score)s contradicts the games on the score sheet. Both are "
        "saved: the desk decides."
    ),
    "sheet_is_empty": _("There is no game to delete on the score sheet."),
    "state_forbids": _("A “%(status)s” match cannot become “%(wanted)s”."),
    "still_running": _("The match is still in play."),
    "table_absent": _("Table not found."),
    "table_of_another_desk": _("Table %(table)s belongs to another desk."),
    "player_at_another_table": _(
        "%(player)s is still playing at table %(table)s: %(white)s – %(black)s. "
        "Finish or postpone that match first."
    ),
    "player_in_another_match": _(
        "%(player)s is still playing another match: %(white)s – %(black)s. "
        "Finish or postpone that match first."
    ),
    "player_at_another_desk": _(
        "%(player)s is still playing in “%(desk)s”: %(white)s – %(black)s. "
        "Finish or postpone that match first."
    ),
    "table_out_of_use": _("Table %(table)s is out of use. Choose another table."),
    "table_name_is_number": _(
        "“%(label)s” is the number of another table. Choose a name that no other table of the room has."
    ),
    "table_name_taken": _("Table %(table)s is already named “%(label)s”. Choose another name."),
    "table_taken": _("Table %(table)s is in use by %(white)s – %(black)s. Choose another table."),
    "time_impossible": _("A time must be between 1 and %(most)s minutes."),
    "time_past": _("This time has passed. Choose a later one, or none."),
    "too_many_requests": _("Too many requests. Nothing was changed: wait a moment and try again."),
    "unknown_field": _("Unknown field “%(name)s”. Nearest: %(nearest)s. Fields of this request: %(known)s."),
    "unknown_parameter": _(
        "Unknown query parameter “%(name)s”. Nearest: %(nearest)s. Parameters of this address: %(known)s."
    ),
    "unknown_value": _(
        "“%(value)s” is not a value of “%(name)s”. Nearest: %(nearest)s. Values of this page: %(known)s."
    ),
    "version_outdated": _(
        "This has changed and is now at version %(version)s. Nothing was done: refresh the page, then decide."
    ),
    "winner_against_score": _(
        "At %(white_score)s–%(black_score)s the player chosen as winner has fewer points."
    ),
    "winner_missing": _("Choose the winner."),
}


POINTS: dict[str, str | Promise] = {
    "laws_impossible": _("This session cannot be played with these rules: %(option)s cannot be %(value)s."),
    "wager_closed": _("This cube has already been decided."),
    "automatic_after_double": _("An automatic double happens at the opening roll, before any other double."),
    "automatic_limit": _("At most %(limit)s automatic doubles per game were agreed."),
    "cube_below_automatic": _(
        "After the automatic doubles the cube is at least at %(least)s, not at %(cube)s."
    ),
    "cube_limit_reached": _("The cube cannot go to %(value)s; its limit is %(limit)s."),
    "animal_not_agreed": _("This %(animal)s exceeds the agreed limit: %(limit)s in a row."),
    "settlement_not_agreed": _("Games are played out here, not settled."),
    "settlement_impossible": _(
        "A settlement for %(points)s is not possible; at most %(most)s can be lost here."
    ),
    "level_impossible": _("A game is single, a gammon or a backgammon; level %(level)s does not exist."),
    "game_under_way": _("A game is in progress; finish it before recording another."),
}

RULINGS: dict[str, str | Promise] = {
    "dice_rerolled": _("The roll does not count; both dice are rolled again."),
    "dice_stand": _("The roll counts."),
    "turn_open": _("The dice have not been picked up: another legal play may be made."),
    "turn_ended": _("The dice have been picked up: the play is final."),
    "play_lawful": _("The play was legal."),
    "play_condoned": _("The opponent has begun their turn; the play is final."),
    "play_unlawful": _("The play was illegal."),
    "roll_void": _("The premature roll does not count."),
    "roll_stands": _("The premature roll %(dice)s is valid."),
    "roll_waived": _("The premature roll %(dice)s changes nothing and is valid."),
    "double_lawful": _("The double was legal."),
    "double_void": _("The double is void; the cube goes back."),
    "double_waits": _("The double is on hold until the turn ends."),
    "double_condoned": _("Play has continued, so the double is valid."),
    "crawford_double_void": _(
        "Doubling is not allowed in the Crawford game; the cube goes back to the centre."
    ),
    "double_recorded": _("Noticed too late; the double in the Crawford game remains valid."),
    "cube_put_right": _("The cube was not reset from the last game: it is at %(cube)s, not %(shown)s."),
    "cube_recorded": _("The result is recorded: the wrong cube value is kept."),
    "setup_right": _("The checkers were set up correctly."),
    "setup_corrected": _("The set-up was wrong and is corrected."),
    "setup_stands": _("The set-up was wrong, but after %(rolls)s rolls it is kept."),
    "score_right": _("The score is correct."),
    "score_corrected": _("The games add up to %(white)s–%(black)s."),
    "score_for_director": _(
        "The games add up to %(white)s–%(black)s; only the director can correct the result."
    ),
    "length_right": _("The match was played to the announced length."),
    "length_corrected": _(
        "The announced match length was %(announced)s, not %(played)s: play continues at %(white)s–%(black)s."
    ),
    "length_decided": _(
        "The match was announced as a %(announced)s-point match and is decided: %(white)s–%(black)s."
    ),
    "length_for_director": _(
        "The announced match length was %(announced)s, not %(played)s; only the director may "
        "correct the result."
    ),
}

CONTINUATIONS: dict[str, str | Promise] = {
    "play": _("Play the roll."),
    "roll_again": _("Roll both dice again."),
    "play_again": _("Undo the play and play the roll legally."),
    "turn_lost": _("Undo the play: no number can be played and the turn is lost."),
    "play_stands": _("Accept the play and go on."),
    "end_turn": _("Finish the interrupted turn."),
    "play_on": _("Continue from here."),
    "answer_double": _("Answer the double."),
    "game_over": _("The game is over."),
    "game_anew": _("Start the game over."),
    "score_anew": _("Score the game at its correct value."),
    "result_stands": _("Leave the result as it is."),
    "score_put_right": _("Record the score as counted."),
    "match_goes_on": _("Continue to the announced match length."),
    "match_decided": _("The match is over; anything played after it does not count."),
}

TABLE_LABELS: dict[str, str | Promise] = {
    "cocked": _("A die is cocked"),
    "on_checker": _("A die is on a checker"),
    "off_board": _("A die left the board"),
    "wrong_half": _("A die is on the wrong side"),
    "apart": _("The dice were not rolled together"),
    "after_roll": _("Doubled after rolling"),
    "lawful_moves": _("Legal moves only"),
}

TABLE_SENTENCES: dict[str, str | Promise] = {**POINTS, **RULINGS, **CONTINUATIONS}
