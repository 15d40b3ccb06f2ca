"""What the service says of the caller's limits. Calls at the same time share what is left; one that
would be refused waits for the next window instead."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """One tier; times are in seconds, of a clock that is not of the day."""

    limit: int
    remaining: int
    window: float
    reset_at: float


class RateLimits:
    """By tier, such as `trading`."""

    def __init__(self) -> None:
        self._known: dict[str, RateLimit] = {}
        self._lock = threading.Lock()

    def get(self, tier: str) -> RateLimit | None:
        return self._known.get(tier)

    def note(self, headers: Mapping[str, str], now: float) -> None:
        """Reads `RateLimit-Policy: "reads";q=120;w=60` and `RateLimit: "reads";r=119;t=57`."""
        policy, left = headers.get("ratelimit-policy", ""), headers.get("ratelimit", "")
        tier = re.match(r'"([^"]+)"', left)
        limit, window = _number(policy, "q"), _number(policy, "w")
        remaining, seconds = _number(left, "r"), _number(left, "t")
        if tier is None or None in (limit, window, remaining, seconds):
            return
        assert limit is not None and window is not None
        assert remaining is not None and seconds is not None
        with self._lock:
            known = self._known.get(tier[1])
            later = window if known is None else now + seconds - known.reset_at
            # A response of an earlier window says nothing of this one.
            if later < -window / 2:
                return
            # The service has not seen yet what is on its way.
            if known is not None and later < window / 2:
                remaining = min(known.remaining, remaining)
            self._known[tier[1]] = RateLimit(
                limit=limit, remaining=remaining, window=window, reset_at=now + seconds
            )

    def take(self, tier: str, now: float) -> float:
        """Takes one of the requests that are left: 0. Otherwise, how long until there are some."""
        with self._lock:
            known = self._known.get(tier)
            if known is None:
                return 0.0
            if now >= known.reset_at:
                known = replace(known, remaining=known.limit, reset_at=now + known.window)
            if known.remaining == 0:
                return known.reset_at - now
            self._known[tier] = replace(known, remaining=known.remaining - 1)
            return 0.0


def _number(header: str, key: str) -> int | None:
    found = re.search(rf";\s*{key}=(\d+)", header)
    return None if found is None else int(found[1])
