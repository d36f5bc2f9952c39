"""Commands of matches: keyword-only functions, one transaction each, under the lock of the match."""
