"""Sentences for what the services of this floor refuse: what happened, what was kept, what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, str | Promise] = {
    "account_has_player": _("Your account is already linked to another player."),
    "already_reported": _(
        "The match is already reported as %(white_score)s–%(black_score)s. Nothing was changed: "
        "confirm that score, or dispute it."
    ),
    "already_settled": _(
        "The match is final at %(white_score)s–%(black_score)s. Nothing was changed: ask the "
        "desk for a correction."
    ),
    "announcement_empty": _("There is nothing to announce: enter a text in one of the languages."),
    "announcement_too_long": _(
        "An announcement can have at most %(most)s characters. Nothing was announced."
    ),
    "announcements_many": _("There are already %(most)s announcements. Remove one, then post this one."),
    "awaits_ruling": _("The match is disputed and awaits a ruling. Nothing was changed."),
    "badge_unknown": _("This badge is not valid or no longer valid. Ask the desk for a new one."),
    "body_too_large": _("The upload is too large. Nothing was imported: send it in smaller parts."),
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
    "not_your_match": _("Only the two players, someone at their table or the desk can do this."),
    "not_your_report": _("Only the person who sent a report, or the desk, can withdraw it."),
    "nothing_to_dispute": _("This score has already been reported. Confirm it instead."),
    "own_report": _(
        "You cannot confirm your own report: ask your opponent, another phone at the table or the desk."
    ),
    "penalty_absent": _("There is no penalty in this match."),
    "penalty_built_upon": _("Games were recorded after the penalty. Undo them first, or correct the result."),
    "penalty_impossible": _("A penalty of %(points)s points against “%(side)s” is not possible."),
    "player_claimed": _("%(player)s is already linked to another account. Ask the desk."),
    "plays_himself": _("%(player)s cannot play against themselves."),
    "policy_unknown": _("No result confirmation setting is called “%(policy)s”."),
    "reason_missing": _("Give a reason: it is saved with the decision."),
    "result_not_there": _("Match %(match)s has no result that can be dated."),
    "reach_unknown": _("An announcement cannot be sent to “%(reach)s”."),
    "report_absent": _("This match has no such report."),
    "report_not_open": _("This report has already been answered. Refresh the match page."),
    "request_invalid": _("The request cannot be understood: %(problem)s"),
    "score_below_start": _("%(side)s started with %(points)s points: the final score cannot be lower."),
    "start_impossible": _(
        "A %(length)s-point match cannot start at %(white)s–%(black)s: only one side can be "
        "ahead, by fewer points."
    ),
    "score_below_penalties": _(
        "%(side)s already has %(points)s points from the opponent's penalties, so the score cannot be lower."
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
    "table_taken": _("Table %(table)s is in use by %(white)s – %(black)s. Choose another table."),
    "time_impossible": _("A time must be between 1 and %(most)s minutes."),
    "time_past": _("This time has passed. Choose a later one, or none."),
    "too_many_requests": _("Too many requests. Nothing was changed: wait a moment and try again."),
    "version_outdated": _(
        "This has changed and is now at version %(version)s. Nothing was done: refresh the page, then decide."
    ),
    "winner_against_score": _("At %(white_score)s–%(black_score)s the winner is not %(winner)s."),
    "winner_missing": _("Choose the winner."),
}
