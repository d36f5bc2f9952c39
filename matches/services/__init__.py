"""The only writers of the match room: verbs, keyword-only, one transaction each, under the match's lock."""
