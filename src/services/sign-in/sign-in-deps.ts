// What signing in needs of the world, and what it is given of who asks.

import type { Clock } from '#ports/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Passwords } from '#ports/world/passwords.ts';
import type { Random } from '#ports/world/random.ts';
import type { Session, SignInStore } from '#ports/stores/sign-in-store.ts';

export type SignInDeps = {
  readonly signIns: SignInStore;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

/** Who asks, as far as the connection tells. */
export type Visitor = {
  readonly address: string | null;
  /** The network that attempts are counted by. */
  readonly network: string;
  readonly agent: string | null;
};

export type OpenedSession = {
  readonly session: Session;
  /** What the cookie holds; it is not stored and cannot be shown again. */
  readonly token: string;
};
