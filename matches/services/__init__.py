"""Commands that change matches, players and desks.

Most are keyword-only functions of one transaction; those about a match lock its row first
(`services.match_rows.lock_match`) and raise a `rules.errors.Refusal` if the command is not possible.
"""
