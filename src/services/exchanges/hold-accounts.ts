// Holds the accounts at real exchanges that this process trades. It holds shards of them by leases
// that it renews each second, and sends nothing for an account from shortly before its lease would
// end: also not when it was frozen meanwhile. A shard that it gives to another process is released
// when what is under way for it has ended, or could no longer send anything.

import { LIMITS } from '#lib/limits.ts';
import type { AccountLeaseStore, VenueProcess } from '#ports/stores/account-lease-store.ts';
import { shardOfAccount } from '#ports/stores/account-lease-store.ts';

export type AccountHolder = {
  /** Prolongs the leases, takes free shards, gives up what is beyond the share. Throws Failure. */
  renew(this: void): Promise<void>;
  /** Null: another process trades the account, or none does. */
  enter(this: void, accountId: string): AccountEntry | null;
  /** Until when this process may send for the account, by its monotonic clock. */
  sendByMs(this: void, accountId: string): number;
  figures(this: void): HolderFigures;
  /** Takes nothing new, waits for what is under way, and releases all. Throws Failure. */
  close(this: void): Promise<void>;
};

export type AccountEntry = {
  /** Aborted when the account is, or may be, another's. */
  readonly lost: AbortSignal;
  /** To be called once, when what was begun has ended. */
  leave(this: void): void;
};

export type HolderFigures = {
  readonly shardsCount: number;
  /** Below zero once the lease has ended; null: there never was one. */
  readonly leaseLeftMs: number | null;
  readonly egressSharersCount: number;
};

type HolderDeps = {
  readonly leases: Pick<AccountLeaseStore, 'renewAccountLeases' | 'releaseAccountLeases'>;
  readonly venueProcess: VenueProcess;
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs: () => number;
  readonly pause: (durationMs: number) => Promise<unknown>;
};

type Shard = {
  token: number;
  underWayCount: number;
  /** Since when it is to be released; null: it is not. */
  leavingSinceMs: number | null;
  lost: AbortController;
};

type State = HolderDeps & {
  readonly shards: Map<number, Shard>;
  /** Tokens of shards that were released: a response that was on its way may still name them. */
  readonly released: Map<number, number>;
  heldUntilMs: number;
  egressSharersCount: number;
  isClosing: boolean;
};

/** A request ends long before; what is still under way then hangs. */
const LEAVE_MS_MAX = 2 * LIMITS.orderSendMsMax;
const CLOSE_POLL_MS = 20;
/** What has not ended by then ends with the process. */
const CLOSE_MS_MAX = 3_000;

/** Holder of no shard yet. A failed renewal gives up every shard when their lease has ended. */
export function holdAccounts(deps: HolderDeps): AccountHolder {
  const state: State = {
    ...deps,
    shards: new Map(),
    released: new Map(),
    heldUntilMs: -Infinity,
    egressSharersCount: 1,
    isClosing: false,
  };
  return {
    async renew() {
      try {
        await renew(state);
      } finally {
        // Whether it failed or came too late: what follows accounts must not go on.
        if (!isHeld(state)) for (const shard of state.shards.values()) lose(shard);
      }
      await releaseLeaving(state);
    },
    enter: (accountId) => enter(state, accountId),
    sendByMs: (accountId) =>
      state.shards.has(shardOfAccount(accountId)) ? state.heldUntilMs : -Infinity,
    figures: () => ({
      shardsCount: isHeld(state) ? state.shards.size : 0,
      leaseLeftMs: Number.isFinite(state.heldUntilMs)
        ? state.heldUntilMs - state.monotonicMs()
        : null,
      egressSharersCount: state.egressSharersCount,
    }),
    close: () => close(state),
  };
}

function isHeld({ monotonicMs, heldUntilMs }: State): boolean {
  return monotonicMs() < heldUntilMs;
}

async function renew(state: State): Promise<void> {
  const { leases, venueProcess, monotonicMs, shards, released } = state;
  const startedAtMs = monotonicMs();
  const held = await leases.renewAccountLeases(venueProcess, LIMITS.accountLeaseMs);
  const current = held.leases.filter(({ shard, token }) => released.get(shard) !== token);
  const tokens = new Map(current.map(({ shard, token }) => [shard, token]));
  for (const [shard, each] of shards)
    if (!tokens.has(shard)) {
      lose(each);
      shards.delete(shard);
    }
  for (const [shard, token] of tokens) {
    const known = shards.get(shard);
    if (known === undefined) shards.set(shard, newShard(token));
    else if (known.token !== token) shards.set(shard, takenAgain(known, token));
  }
  state.heldUntilMs = startedAtMs + LIMITS.accountLeaseMs - LIMITS.accountLeaseMarginMs;
  state.egressSharersCount = held.egressSharersCount;
  markSurplus(state, held.shareCount);
}

function newShard(token: number): Shard {
  return { token, underWayCount: 0, leavingSinceMs: null, lost: new AbortController() };
}

/** Another process may have had it meanwhile. What is under way is still counted. */
function takenAgain(known: Shard, token: number): Shard {
  lose(known);
  return Object.assign(known, { token, leavingSinceMs: null, lost: new AbortController() });
}

/** Ends what follows accounts of the shard; the next who follows begins anew. */
function lose(shard: Shard): void {
  if (shard.lost.signal.aborted) return;
  shard.lost.abort();
}

/** When there are more processes than before, each gives up what is beyond its share. */
function markSurplus({ shards, isClosing, monotonicMs }: State, shareCount: number): void {
  const limit = isClosing ? 0 : shareCount;
  let count = 0;
  for (const [, shard] of [...shards].toSorted(([left], [right]) => left - right)) {
    const isLeaving = count >= limit;
    if (isLeaving) lose(shard);
    else if (shard.lost.signal.aborted) shard.lost = new AbortController();
    shard.leavingSinceMs = isLeaving ? (shard.leavingSinceMs ?? monotonicMs()) : null;
    count += 1;
  }
}

/**
 * Those for which nothing is under way any more. What hangs must not keep an account from being
 * traded: once it is released, this process sends nothing for it.
 */
async function releaseLeaving(state: State): Promise<void> {
  const { shards, released, leases, venueProcess, monotonicMs } = state;
  const idle = [...shards].filter(
    ([, { leavingSinceMs, underWayCount }]) =>
      leavingSinceMs !== null &&
      (underWayCount === 0 || monotonicMs() - leavingSinceMs >= LEAVE_MS_MAX),
  );
  if (idle.length === 0) return;
  for (const [shard, { token }] of idle) {
    shards.delete(shard);
    released.set(shard, token);
  }
  try {
    await leases.releaseAccountLeases(
      venueProcess.owner,
      idle.map(([shard]) => shard),
    );
  } catch (error) {
    // Perhaps they are this process's still; then the next renewal says so.
    for (const [shard] of idle) released.delete(shard);
    throw error;
  }
}

function enter(state: State, accountId: string): AccountEntry | null {
  const shard = state.shards.get(shardOfAccount(accountId));
  if (shard === undefined || shard.leavingSinceMs !== null || state.isClosing || !isHeld(state))
    return null;
  shard.underWayCount += 1;
  return {
    lost: shard.lost.signal,
    leave() {
      shard.underWayCount -= 1;
    },
  };
}

async function close(state: State): Promise<void> {
  const { shards, monotonicMs, pause, leases, venueProcess } = state;
  state.isClosing = true;
  for (const shard of shards.values()) lose(shard);
  const untilMs = monotonicMs() + CLOSE_MS_MAX;
  const isBusy = (): boolean => [...shards.values()].some(({ underWayCount }) => underWayCount > 0);
  while (isBusy() && monotonicMs() < untilMs) await pause(CLOSE_POLL_MS);
  // From here on nothing is sent, whatever is still under way.
  shards.clear();
  await leases.releaseAccountLeases(venueProcess.owner, null);
}
