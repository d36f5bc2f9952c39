"""A site without row locks on matches, which `tests.proofs.test_concurrent_reports` must detect."""
