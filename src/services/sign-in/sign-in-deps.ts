// Dependencies of signing in, and what it is given of who asks.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Passkeys } from '#ports/world/passkeys.ts';
import type { Passwords } from '#ports/world/passwords.ts';
import type { Random } from '#ports/world/random.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import type { SecondFactorStore } from '#ports/stores/second-factor-store.ts';
import type { Session, SignInStore } from '#ports/stores/sign-in-store.ts';

export type SignInDeps = {
  readonly signIns: SignInStore & SecondFactorStore;
  readonly passwords: Passwords;
  readonly passkeys: Passkeys;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
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

/** Of what may be guessed: right, wrong, or not to be tried yet. */
export type Guess<Right> =
  | { readonly kind: 'right'; readonly value: Right }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly waitMs: number };
