"""What may go wrong with a call."""

from __future__ import annotations

from typing import Any


class TidemillError(Exception):
    """Of all errors of this package."""


class ApiProblem(TidemillError):
    """The service responded with a problem document; match on `code`."""

    def __init__(
        self, problem: dict[str, Any], request_id: str | None, retry_after: float | None
    ) -> None:
        super().__init__(f"{problem['code']} ({problem['status']}): {problem['detail']}")
        self.status: int = problem["status"]
        self.code: str = problem["code"]
        self.detail: str = problem["detail"]
        self.problem = problem
        self.request_id = request_id
        self.retry_after = retry_after


class NoResponse(TidemillError):
    """No response arrived in any try. What was requested may have been done: call again with the
    same `idempotency_key`."""

    def __init__(self, reason: str, idempotency_key: str | None) -> None:
        super().__init__(f"no response: {reason}")
        self.idempotency_key = idempotency_key


class StreamEnded(TidemillError):
    """The service ended the stream of events for good."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the stream of events ended: {reason}")
        self.reason = reason
