"""Rate limits as Discord keeps them: a bucket for each route and channel, filled at intervals."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Final

GENEROUS: Final = (100_000, 1.0)  # requests, seconds
Key = tuple[str, str, str | None]  # method, route, channel or guild or whatever it is about


@dataclass(slots=True)
class Bucket:
    """What is left until it is filled again."""

    limit: int
    left: int
    full_at: float  # seconds since 1970

    def headers(self, key: Key) -> dict[str, str]:
        """What every answer says of it."""
        name = hashlib.sha256(f"{key[0]} {key[1]}".encode()).hexdigest()[:32]
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset": f"{self.full_at:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, self.full_at - time.time()):.3f}",
            "X-RateLimit-Bucket": name,
        }


class Buckets:
    """All buckets; a route without a limit of its own has a generous one."""

    def __init__(self) -> None:
        self._limits: dict[tuple[str, str], tuple[int, float]] = {}
        self._buckets: dict[Key, Bucket] = {}

    def limit(self, method: str, route: str, count: int | None, seconds: float) -> None:
        """From now on so many requests in so many seconds; None: as many as they like."""
        if count is None:
            self._limits.pop((method, route), None)
        else:
            self._limits[method, route] = (count, seconds)
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if key[:2] != (method, route)
        }

    def take(self, key: Key) -> tuple[Bucket, bool]:
        """The bucket, and whether a request may still be taken from it."""
        count, seconds = self._limits.get(key[:2], GENEROUS)
        now = time.time()
        bucket = self._buckets.get(key)
        if bucket is None or now >= bucket.full_at:
            bucket = self._buckets[key] = Bucket(count, count, now + seconds)
        if bucket.left == 0:
            return bucket, False
        bucket.left -= 1
        return bucket, True
