"""Houses that benchmarks are run on, each made by a program of its own."""
