"""Sentences for what the services of this floor refuse: what happened, what was kept, what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, str | Promise] = {
    "account_has_player": _("Your account is joined to another player already."),
    "already_reported": _(
        "The match is already reported as %(white_score)s–%(black_score)s. Nothing was changed: "
        "confirm that score, or dispute it."
    ),
    "already_settled": _(
        "The match is settled at %(white_score)s–%(black_score)s. Nothing was changed: "
        "the desk can correct it."
    ),
    "announcement_empty": _("There is nothing to announce: write a sentence in one of the languages."),
    "announcement_too_long": _("An announcement has at most %(most)s letters. Nothing was announced."),
    "announcements_many": _("%(most)s announcements stand already. Take one back, then announce this one."),
    "awaits_ruling": _("The match is disputed and waits for the desk's ruling. Nothing was changed."),
    "badge_unknown": _("This badge is not valid, or no longer. Ask the desk for a new one."),
    "body_too_large": _("This is more than can be sent at once. Nothing was taken."),
    "changed_meanwhile": _(
        "%(by)s changed this match at %(at)s: it is “%(status)s” at %(white_score)s–%(black_score)s now. "
        "Yours was not saved: compare, and send it again if it is still right."
    ),
    "clock_unknown": _("There is no clock setting called “%(clock)s”."),
    "desk_absent": _("There is no such desk."),
    "desk_confirms": _("Here the desk confirms results: your word was not needed and the report stands."),
    "desk_only": _("Only an official of %(desk)s may do this."),
    "ending_unknown": _("A match cannot end as “%(ending)s”."),
    "file_absent": _("The file %(expected)s is not there or cannot be opened."),
    "game_open": _("A game is being played. Finish it, settle it or undo it first."),
    "game_unknown": _("This is no game that can be scored: choose the winner and how the game was won."),
    "keeper_only": _("Only whoever opened this session, or an official of its desk, may do this."),
    "key_reused": _(
        "This key was used for another request within the last day. Nothing was changed: take a new key."
    ),
    "key_used_twice": _(
        "This form was already sent with another content. Nothing was changed: the first one stands."
    ),
    "link_not_yours": _(
        "You cannot hand out a link for “%(name)s”: there is no such account, it is your own, or it has "
        "rights that you have not."
    ),
    "link_unknown": _("This link no longer counts. Ask for another one."),
    "law_unknown": _("There is no law called “%(named)s”."),
    "match_absent": _("There is no such match."),
    "match_postponed": _("The match is postponed. Nothing was changed: the desk takes it up again."),
    "match_void": _("The match was declared void. Nothing was changed: the desk can bring it back."),
    "name_missing": _("A name is missing."),
    "name_too_long": _("A name has at most %(longest)s letters."),
    "not_begun_yet": _("The match has been called and has no result yet."),
    "not_called_yet": _("The match has not been called yet. Wait for the desk to call it."),
    "not_signed_in": _("Sign in or use your badge to do this."),
    "not_postponed": _("The match is “%(status)s” and not postponed. Nothing was changed."),
    "not_your_dispute": _(
        "Only the side that reported the other score can accept this one. "
        "The match is disputed and waits for the desk."
    ),
    "not_your_line": _("Only %(by)s, who wrote this line, or the keeper of the session may undo it."),
    "not_your_match": _("Only the two players, someone at their table or the desk may do this."),
    "not_your_report": _("Only the one who made a report, or the desk, may take it back."),
    "not_your_seat": _("%(player)s has a phone here: only he, or the keeper of the session, speaks for him."),
    "nothing_to_dispute": _("That is the score already reported. Confirm it instead."),
    "nothing_to_undo": _("There is nothing to undo."),
    "last_two_only": _("Money play is for the last two of a chouette; %(players)s players sit here."),
    "only_in_a_chouette": _("This belongs to a chouette; here two play for points."),
    "own_report": _("You cannot confirm your own report: your opponent, another phone or the desk must."),
    "penalty_absent": _("No penalty stands in this match."),
    "penalty_built_upon": _(
        "Games were written down after the penalty. Undo them first, or correct the result."
    ),
    "penalty_impossible": _("A penalty of %(points)s points against “%(side)s” cannot be given."),
    "player_claimed": _("%(player)s is joined to another account already. Ask the desk."),
    "plays_himself": _("%(player)s cannot play against himself."),
    "policy_unknown": _("There is no house setting called “%(policy)s”."),
    "reason_missing": _("Give a reason: it is kept with the decision."),
    "result_not_there": _("Match %(match)s has no result that could be dated."),
    "reach_unknown": _("An announcement cannot go to “%(reach)s”."),
    "report_absent": _("There is no such report for this match."),
    "report_not_open": _("That report no longer waits for an answer. Look at the match again."),
    "request_invalid": _("The request cannot be understood: %(problem)s"),
    "score_below_start": _("%(side)s began with %(points)s points: no final score has fewer."),
    "start_impossible": _(
        "A match to %(length)s cannot begin %(white)s–%(black)s: one side may be ahead, by fewer points."
    ),
    "score_below_penalties": _(
        "%(side)s has %(points)s by penalties of the other side alone, so the score cannot be less."
    ),
    "seat_taken": _("%(player)s sits here already, with a phone or badge of his own. Choose another name."),
    "seated_already": _("You sit here already, as %(player)s."),
    "session_absent": _("There is no such session."),
    "session_begun": _("Play has begun, so nobody leaves a table of two: close the session instead."),
    "session_changed": _(
        "%(by)s changed the table at %(at)s. Nothing of yours was saved: look again and repeat."
    ),
    "session_closed": _("This session is closed. Whoever keeps it can open it again by undoing that."),
    "session_code_unknown": _(
        "This code leads nowhere, or no longer. Ask for the one that is shown at the table now."
    ),
    "session_full": _("A session holds %(most)s lines. Close this one and open another."),
    "session_kind_unknown": _("There is no session of the kind “%(kind)s”."),
    "session_without_keeper": _("A session needs somebody who keeps it: a phone, or an account."),
    "sheet_contradicts": _(
        "%(white_score)s–%(black_score)s contradicts the games on the score sheet. Both are kept: "
        "the desk decides."
    ),
    "sheet_is_empty": _("There is no game on the sheet to strike."),
    "split_built_upon": _("At the table that was split off (%(session)s) something has happened since."),
    "split_undone_there": _("This table was split off. Undo it at the table it came from: %(session)s."),
    "state_forbids": _("A match that is “%(status)s” cannot become “%(wanted)s”."),
    "still_running": _("The match is still running."),
    "table_absent": _("There is no such table."),
    "table_of_another_desk": _("Table %(table)s belongs to another desk."),
    "player_at_another_table": _(
        "%(player)s is still playing at table %(table)s: %(white)s – %(black)s. "
        "Finish or postpone that match first."
    ),
    "table_taken": _("Table %(table)s is taken by %(white)s – %(black)s."),
    "time_impossible": _("A time is between 1 and %(most)s minutes."),
    "time_past": _("That moment has passed. Choose one to come, or none."),
    "too_many_requests": _("Too many requests. Nothing was changed: wait a little and repeat."),
    "version_outdated": _(
        "This has changed: it is at version %(version)s now. Nothing was done: look again, then decide."
    ),
    "winner_against_score": _("At %(white_score)s–%(black_score)s the winner is not %(winner)s."),
    "winner_missing": _("Say who won."),
    "username_taken": _("This name is taken. Choose another one."),
    "username_wrong": _("A username has letters, digits and @ . + - _ and is at most 150 long."),
}
