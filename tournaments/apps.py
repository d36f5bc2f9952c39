"""App configuration of tournaments."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Connect receivers, messages and the outbox tasks of this app."""
        import_module("tournaments.receivers")
        import_module("tournaments.hooks")
        rating = import_module("tournaments.services.ratings")
        sentences = import_module("tournaments.messages")
        import_module("matches.messages").add_sentences(sentences.SENTENCES)
        import_module("matches.refusal_statuses").FORBIDDEN.update(sentences.FORBIDDEN)
        handlers = import_module("matches.services.outbox").DATABASE_HANDLERS
        handlers["rate_match"] = rating.deliver_match
        handlers["rate_club"] = rating.deliver_club
        handlers["rate_people"] = import_module("tournaments.services.merged_players").deliver
        outside = import_module("matches.services.outbox").EXTERNAL_HANDLERS
        # Database work, but long: without an outer transaction, committed in batches.
        outside["note_season"] = import_module("tournaments.services.seasons").deliver
        file_imports = import_module("tournaments.services.imports")
        outside[file_imports.KIND] = file_imports.deliver
        exports = import_module("tournaments.services.record_exports")
        outside[exports.KIND] = exports.deliver
        outside["rebuild_list"] = import_module("tournaments.services.ratings").deliver_rebuild
        outside["mail_invitation"] = import_module("tournaments.services.invitations").deliver
