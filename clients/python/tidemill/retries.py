"""Which outcomes are tried again, and when; without any waiting or sending."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .problems import ApiProblem, NoResponse

_PASSING_STATUSES = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Times are in seconds."""

    tries_max: int = 5
    first_wait: float = 0.25
    wait_max: float = 8.0
    retry_after_max: float = 65.0


def is_passing(error: Exception) -> bool:
    """Whether the outcome says nothing of the request itself."""
    if isinstance(error, NoResponse):
        return True
    if not isinstance(error, ApiProblem):
        return False
    return error.code == "idempotency_in_progress" or error.status in _PASSING_STATUSES


def wait_before_retry(error: Exception, tries: int, policy: RetryPolicy) -> float | None:
    """None: there is no further try. Drawn at random, so that clients do not return together."""
    if tries >= policy.tries_max or not is_passing(error):
        return None
    limit = min(policy.wait_max, policy.first_wait * 2.0 ** min(tries - 1, 20))
    drawn = random.random() * limit
    wanted = error.retry_after if isinstance(error, ApiProblem) else None
    if wanted is None:
        return drawn
    return None if wanted > policy.retry_after_max else wanted + drawn / 4


def is_outcome_unknown(error: Exception) -> bool:
    """The effect of the request may have happened although it failed."""
    return isinstance(error, NoResponse) or (isinstance(error, ApiProblem) and error.status >= 500)
