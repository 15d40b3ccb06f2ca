// Ports that the HTTP edge needs before a use case runs: who calls, how often, and whether the same
// request was made before. Named here so that the edge imports services only.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Random } from '#ports/world/random.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import type {
  ClaimName,
  IdempotencyClaim,
  IdempotencyStore,
} from '#ports/stores/idempotency-store.ts';
import type { KeyStore, Principal } from '#ports/stores/key-store.ts';
import type { RateLimitStore } from '#ports/stores/rate-limit-store.ts';
import type { SignInStore } from '#ports/stores/sign-in-store.ts';
import type { OpenSpan, Tracer } from '#venue-port/world/tracer.ts';
import type { Timer } from '#venue-port/world/timer.ts';

export type { ClaimName, IdempotencyClaim, OpenSpan, Tracer };

/** Who a request comes from. */
export type Caller = Principal;

/** Whether the caller is a person who signed in, rather than a program with a key. */
export function isBySession({ keyId }: Pick<Caller, 'keyId'>): boolean {
  return keyId.startsWith('sess_');
}

export type RequestPorts = {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly log: Log;
  readonly keys: Pick<
    KeyStore & SignInStore,
    'findPrincipal' | 'touchKeys' | 'findSession' | 'touchSessions'
  >;
  readonly idempotency: Pick<IdempotencyStore, 'claim' | 'complete' | 'release' | 'renew'>;
  /** For what is retained of requests and outcomes that hold a secret. */
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'deriveKey'>;
  /** Shared by all processes of the installation; null when this process counts alone. */
  readonly rateLimits: Pick<RateLimitStore, 'countRequest' | 'returnRequest'> | null;
  /** Absent: requests are not traced. */
  readonly tracer?: Tracer | null;
};
