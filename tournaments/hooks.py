"""The hooks and receivers of each subject of tournaments, and the sentences of its refusals."""

from importlib import import_module

from matches import messages, refusal_statuses
from tournaments import sentences

# Receivers of a signal run in this order: a match of imported results has its day before a season notes it,
# and both are done before the event of the match goes on. Sections of an account are in this order too.
SUBJECTS = ("importing", "seasons", "play", "ratings", "reports", "people", "web.tokens")

messages.add_sentences(sentences.SENTENCES)
refusal_statuses.FORBIDDEN.update(sentences.FORBIDDEN)
for subject in SUBJECTS:
    import_module(f"tournaments.{subject}.hooks")
