"""Rehearse days: python -m tests.rehearsals KIND --seeds 1-20 [--steps 150] [--shortest]."""

import argparse
import time
from collections import Counter
from collections.abc import Iterator

from tests.rehearsals.living import live_day

# isort: split
from tests.rehearsals.coverage import describe_coverage
from tests.rehearsals.database import use_empty_database
from tests.rehearsals.days import KINDS
from tests.rehearsals.rehearsal import shorten


def read_seeds(text: str) -> Iterator[int]:
    """Yield the seeds of a text such as 3,7,20-22."""
    for part in text.split(","):
        first, last = (int(number) for number in (part.split("-") * 2)[:2])
        yield from range(first, last + 1)


def main() -> None:
    """Run the seeds of a kind; print findings, and what was used how often."""
    parser = argparse.ArgumentParser(prog="python -m tests.rehearsals", description=__doc__)
    parser.add_argument("kind", choices=[*KINDS, "all"])
    parser.add_argument("--seeds", default="1-10", help="as 1-10 or 3,7,20-22")
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--shortest", action="store_true", help="check for each finding after every step")
    parser.add_argument("--acts", action="store_true", help="print every act")
    parser.add_argument("--goes-on", action="store_true", help="live on after a finding")
    options = parser.parse_args()
    use_empty_database()
    used, counts, found, began = Counter[str](), Counter[str](), 0, time.process_time()
    for kind in KINDS if options.kind == "all" else [options.kind]:
        for seed in read_seeds(options.seeds):
            rehearsal = live_day(kind, seed, options.steps, goes_on=options.goes_on)
            if options.shortest and rehearsal.findings:
                rehearsal = shorten(rehearsal)
            used, counts, found = (
                used + rehearsal.used,
                counts + rehearsal.counts,
                found + len(rehearsal.findings),
            )
            print(*(rehearsal.acts if options.acts else ()), *rehearsal.findings, sep="\n", flush=True)
            print(f"{kind} {seed}: {rehearsal.step} steps, {rehearsal.end}", flush=True)
    seconds = time.process_time() - began
    print(f"{found} findings; {seconds:.0f} s; {dict(sorted(counts.items()))}")
    print(describe_coverage(used))


if __name__ == "__main__":
    main()
