"""Match files: transcripts, archives, the recorder, analyses by GNU Backgammon, performance figures."""
