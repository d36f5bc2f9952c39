"""Tests of `config`: settings, servers, the outbox, streams, backups and monitoring."""
