"""Which roles request an address in the tests: one of those with the same expected answer."""

import random
from collections import defaultdict

from tests.conftest import PROVE
from tests.site.addresses import Call

# Chooses the same roles in every run; another number chooses others.
SEED = 1967


def choose_roles(method: str, path: str, call: Call) -> list[str]:
    """Return the roles that request an address in this run: with PROVE=1 all of them.

    Otherwise one role is chosen for each expected answer, another one at each address, so that every role
    requests a share of all addresses. The director requests every page that is open to them, which has most
    actions for them.
    """
    if PROVE:
        return list(call.answers)
    rng = random.Random(f"{SEED} {method} {path}")
    by_answer = defaultdict[str, list[str]](list)
    for role, answer in call.answers.items():
        by_answer[answer].append(role)
    chosen = {rng.choice(roles) for roles in by_answer.values()}
    if method == "GET" and call.answers.get("director") == "200":
        chosen.add("director")
    return [role for role in call.answers if role in chosen]
