"""Match files: transcripts, archives, the recorder, analyses by GNU Backgammon, performance figures.

A match file is what is uploaded; a `rules.record.Record` is its parsed content; a `Transcript` is the stored
row with the verdict of its replay.
"""
