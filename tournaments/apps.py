"""The tournaments app as Django knows it; `ready` answers doorbells, speaks, takes work from the outbox."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Connect the receivers, the sentences and the work this room does after a commit."""
        import_module("tournaments.receivers")
        import_module("tournaments.hooks")
        rating = import_module("tournaments.services.ratings")
        phrases = import_module("tournaments.phrases")
        import_module("matches.messages").add_sentences(phrases.SENTENCES)
        import_module("matches.refusals").FORBIDDEN.update(phrases.FORBIDDEN)
        handlers = import_module("matches.services.outbox").HANDLERS
        handlers["rate_match"] = rating.deliver_match
        handlers["rate_club"] = rating.deliver_club
        handlers["rate_people"] = import_module("tournaments.services.people").deliver
        outside = import_module("matches.services.outbox").OUTSIDE
        # Not outside the database, but long: they read in no transaction and commit as they go.
        outside["note_season"] = import_module("tournaments.services.seasons").deliver
        file_imports = import_module("tournaments.services.imports")
        outside[file_imports.KIND] = file_imports.deliver
        outside["rebuild_list"] = import_module("tournaments.services.ratings").deliver_rebuild
        outside["mail_invitation"] = import_module("tournaments.services.invitations").deliver
