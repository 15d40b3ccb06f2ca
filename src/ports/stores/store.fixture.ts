// Users, keys, accounts, orders and claims for tests, each with ids that no other test has.

import { decimal, ZERO } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { StoredCredentials } from '#ports/stores/credential-store.ts';
import type { Completion, IdempotencyStore } from '#ports/stores/idempotency-store.ts';
import type { ApiKey, Principal } from '#ports/stores/key-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { DeletionPlan, User } from '#ports/stores/user-store.ts';

/** Cases of a contract suite: what must hold, and how it is shown. */
export type StoreCases = {
  readonly [statement: string]: (store: Store) => Promise<void>;
};

export type ClaimRequest = Parameters<IdempotencyStore['claim']>[0];

const SAMPLE_NOW_MS = 1_700_000_000_000;

let sampleCount = 0;

/** `prefix_` and a number that grows; ids made later sort later. */
export function sampleId(prefix: string): string {
  sampleCount += 1;
  return `${prefix}_${String(sampleCount).padStart(8, '0')}`;
}

export function sampleUser(changes: Partial<User> = {}): User {
  const userId = sampleId('user');
  return {
    userId,
    name: `name of ${userId}`,
    plan: 'professional',
    planUntilMs: null,
    createdAtMs: SAMPLE_NOW_MS,
    ...changes,
  };
}

export const DELETION_PLAN: DeletionPlan = {
  cancelsOrders: true,
  closesPositions: false,
  resumesAtMs: Number.MAX_SAFE_INTEGER,
};

/** A caller whose key may do everything. */
export function sampleCaller(userId: string, changes: Partial<Principal> = {}): Principal {
  return {
    keyId: 'key_sample',
    userId,
    scopes: [],
    plan: 'unlimited',
    planUntilMs: null,
    expiresAtMs: null,
    addresses: [],
    endUserId: null,
    isPartner: false,
    role: 'owner',
    confirmedAtMs: null,
    ...changes,
  };
}

export function sampleKey(userId: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    keyId: sampleId('key'),
    userId,
    name: 'a key',
    prefix: 'tm_live_ab',
    scopes: ['read', 'trading'],
    isEnabled: true,
    createdAtMs: SAMPLE_NOW_MS,
    lastUsedAtMs: null,
    expiresAtMs: null,
    addresses: [],
    endUserId: null,
    ...changes,
  };
}

/** 32 bytes that no other key has. */
export function sampleHash(): Uint8Array {
  return new TextEncoder().encode(sampleId('hash').padEnd(32, '.'));
}

export function sampleAccount(userId: string, changes: Partial<Account> = {}): Account {
  return {
    accountId: sampleId('account'),
    userId,
    name: 'an account',
    exchange: 'sim',
    marketType: 'spot',
    isSimulated: true,
    isTestNet: false,
    status: 'connected',
    positionMode: null,
    marginMode: null,
    allowsBots: true,
    createdAtMs: SAMPLE_NOW_MS,
    updatedAtMs: null,
    ...changes,
  };
}

/** Credentials of an account of the venue that no other account has. */
export function sampleCredentials(
  { accountId, exchange, marketType }: Account,
  changes: Partial<StoredCredentials> = {},
): StoredCredentials {
  return {
    accountId,
    exchange,
    marketType,
    accountUid: sampleId('uid'),
    version: 1,
    sealed: 'c2VhbGVk',
    keyId: '0123456789abcdef',
    hint: '4xyz',
    canTrade: true,
    canWithdraw: false,
    allowsWithdraw: false,
    isAddressBound: true,
    expiresAtMs: null,
    permissions: ['read', 'spot'],
    checkedAtMs: SAMPLE_NOW_MS,
    refusal: null,
    ...changes,
  };
}

/** A bot of a script on the account, never started. */
export function sampleBot(
  { accountId, userId }: Pick<Account, 'accountId' | 'userId'>,
  changes: Partial<Bot> = {},
): Bot {
  return {
    botId: sampleId('bot'),
    userId,
    name: 'a bot',
    accountId,
    marketTag: 'SIM_BTC_USDT',
    brain: { kind: 'script', scriptId: 'scr_1' },
    settings: UNCHOSEN_SETTINGS,
    ...NEVER_RUN,
    createdAtMs: SAMPLE_NOW_MS,
    ...changes,
  };
}

export function sampleOrder(accountId: string, changes: Partial<Order> = {}): Order {
  const orderId = sampleId('order');
  return {
    orderId,
    accountId,
    clientOrderId: `client ${orderId}`,
    venueOrderId: null,
    marketTag: 'SIM_BTC_USDT_',
    side: 'buy',
    type: 'limit',
    price: decimal('27123.45'),
    amount: decimal('0.000000000000000001'),
    filledAmount: ZERO,
    terms: PLAIN_TERMS,
    state: 'pending',
    reason: null,
    botId: null,
    placedAtMs: SAMPLE_NOW_MS,
    updatedAtMs: SAMPLE_NOW_MS,
    ...changes,
  };
}

/**
 * A claim; with another claim's `claimantId` and `idempotencyKey` it is a second try of that
 * request.
 */
export function sampleClaim(changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    claimantId: sampleId('user'),
    idempotencyKey: 'first',
    fingerprint: new Uint8Array(32).fill(1),
    ownerId: sampleId('owner'),
    nowMs: SAMPLE_NOW_MS,
    lockMs: 60_000,
    keepMs: 86_400_000,
    ...changes,
    recordId: changes.recordId ?? sampleId('record'),
  };
}

/** What the first try of a request writes that a second try has taken over. */
export async function lostCompletion(store: Pick<Store, 'claim'>): Promise<Completion> {
  const claim = sampleClaim({ lockMs: 0 });
  const { recordId, ownerId } = claim;
  await store.claim(claim);
  await store.claim({ ...claim, ownerId: sampleId('owner'), lockMs: 60_000 });
  return { recordId, ownerId, outcome: new Uint8Array([1]) };
}

/** What a request writes that is still its owner's, and the outcome that the store has of it. */
export async function heldCompletion(store: Pick<Store, 'claim'>): Promise<{
  readonly completion: Completion;
  replay(this: void): Promise<Uint8Array | null>;
}> {
  const claim = sampleClaim();
  const { recordId, ownerId } = claim;
  await store.claim(claim);
  return {
    completion: { recordId, ownerId, outcome: new Uint8Array([7]) },
    async replay() {
      const again = await store.claim({ ...claim, ownerId: sampleId('owner') });
      return again.kind === 'completed' ? again.outcome : null;
    },
  };
}

/** A stored user with a stored account. */
export async function storedAccount(store: Store): Promise<Account> {
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId);
  await store.insertAccount(account);
  return account;
}

/** A stored user with a stored key. */
export async function storedKey(
  store: Store,
  changes: Partial<ApiKey> = {},
): Promise<{ readonly user: User; readonly key: ApiKey; readonly hash: Uint8Array }> {
  const user = sampleUser();
  await store.insertUser(user);
  const key = sampleKey(user.userId, changes);
  const hash = sampleHash();
  await store.insertKey(key, hash, null);
  return { user, key, hash };
}
