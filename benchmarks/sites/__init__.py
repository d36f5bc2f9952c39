"""Sites that benchmarks run on, each built by a separate process."""
