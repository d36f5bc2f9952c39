"""Sites that benchmarks run on, each built by a program of its own."""
