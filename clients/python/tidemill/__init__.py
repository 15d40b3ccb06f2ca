"""The client of Tidemill's API: typed, retried, idempotent, paged. Needs httpx."""

from . import models
from .calls import CallOptions
from .frames import to_pandas, to_polars
from .limits import RateLimit
from .operations import AsyncOperations, Operations
from .problems import ApiProblem, NoResponse, StreamEnded, TidemillError
from .retries import RetryPolicy
from .streams import MarketMessage


class Tidemill(Operations):
    """`with Tidemill(base_url, api_key) as client: client.list_bots()`"""


class AsyncTidemill(AsyncOperations):
    """`async with AsyncTidemill(base_url, api_key) as client: await client.list_bots()`"""


__all__ = [
    "ApiProblem",
    "AsyncTidemill",
    "CallOptions",
    "MarketMessage",
    "NoResponse",
    "RateLimit",
    "RetryPolicy",
    "StreamEnded",
    "Tidemill",
    "TidemillError",
    "models",
    "to_pandas",
    "to_polars",
]
