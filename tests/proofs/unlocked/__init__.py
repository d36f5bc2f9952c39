"""A site without row locks on matches: the negative control of `tests.proofs.test_concurrent_reports`."""
