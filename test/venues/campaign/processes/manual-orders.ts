// People and programs that trade by hand in a campaign: one line of orders for each account and
// market, each order under a key of its own and tried again under it until the response is final.

import assert from 'node:assert/strict';

import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { Ask, Json, Reply } from './campaign-client.ts';
import { pause } from './campaign-client.ts';
import type { CampaignAccount } from './campaign-users.ts';

/** What those who trade have learned. */
export type ManualJournal = {
  /** Key to the order of its request. */
  readonly acknowledged: Map<string, string>;
  /** Orders that were seen with an unknown outcome, or lost. */
  readonly unresolved: Set<string>;
  refusedCount: number;
  /** By account. */
  readonly refusedOf: Map<string, number>;
  retriesCount: number;
  /** Requests that have no final response yet. */
  openCount: number;
  /** What the lines waited in all: for final responses, and for outcomes that were unknown. */
  readonly waitedMs: { responses: number; outcomes: number };
  /** Responses that nobody expects. */
  readonly surprises: string[];
};

export type ManualMarket = {
  readonly marketTag: string;
  readonly amounts: readonly string[];
  /** The price of now, in cents. */
  middleCents(): bigint;
};

type Line = {
  readonly account: CampaignAccount;
  readonly market: ManualMarket;
  readonly chance: Chance;
  readonly journal: ManualJournal;
  readonly isOver: () => boolean;
};

const RETRY_MS = 500;
const LOOK_MS = 1_500;
const FINAL_WITHIN_MS = 600_000;
const UNRESOLVED = new Set(['unknown', 'lost']);

export function openJournal(): ManualJournal {
  return {
    acknowledged: new Map(),
    unresolved: new Set(),
    refusedCount: 0,
    refusedOf: new Map(),
    retriesCount: 0,
    openCount: 0,
    waitedMs: { responses: 0, outcomes: 0 },
    surprises: [],
  };
}

/** Resolves when the campaign is over and the last request has its response. */
export async function tradeByHand(
  accounts: readonly CampaignAccount[],
  markets: readonly ManualMarket[],
  seed: number,
  journal: ManualJournal,
  isOver: () => boolean,
): Promise<void> {
  const lines = accounts.flatMap((account, index) =>
    markets.map(async (market, place) => {
      const name = `${seed}-${index}-${place}`;
      const chance = createChance(seed * 10_007 + index * 101 + place);
      const line = { account, market, chance, journal, isOver };
      for (let count = 0; !isOver(); count += 1) await playOrder(line, `${name}-${count}`);
    }),
  );
  await Promise.all(lines);
}

async function playOrder(line: Line, key: string): Promise<void> {
  const { account, chance, journal } = line;
  journal.openCount += 1;
  const startedMs = performance.now();
  const orderId = await place(line, key, orderOf(line));
  const respondedMs = performance.now();
  journal.waitedMs.responses += respondedMs - startedMs;
  journal.openCount -= 1;
  if (orderId === null) {
    await pause(RETRY_MS);
    return;
  }
  const status = await untilResolved(line, orderId);
  journal.waitedMs.outcomes += performance.now() - respondedMs;
  if (status === 'open' && chance.next() < 0.6) await cancel(account.ask, journal, orderId);
}

function orderOf({ account, market, chance }: Line): Json {
  const { marketTag, amounts } = market;
  const isMarket = chance.next() < 0.3;
  const middle = market.middleCents();
  const cents = middle + (middle * BigInt(chance.below(400) - 200)) / 100_000n;
  return {
    account_id: account.accountId,
    market_tag: marketTag,
    side: chance.next() < 0.5 ? 'buy' : 'sell',
    type: isMarket ? 'market' : 'limit',
    // In steps that each market takes.
    ...(isMarket ? {} : { price: `${cents / 100n}.${(cents % 100n) / 10n}` }),
    amount: amounts[chance.below(amounts.length)],
  };
}

/** The order's id; null when it was refused. */
async function place({ account, journal }: Line, key: string, order: Json): Promise<string | null> {
  const deadlineMs = Date.now() + FINAL_WITHIN_MS;
  for (;;) {
    const reply = await account.ask('POST', '/orders', order, key);
    if (reply.status === 201) {
      const orderId = String(reply.body['order_id']);
      assert.equal(journal.acknowledged.get(key) ?? orderId, orderId, 'a key has one order');
      journal.acknowledged.set(key, orderId);
      return orderId;
    }
    if (reply.status === 400) {
      journal.refusedCount += 1;
      journal.refusedOf.set(account.accountId, (journal.refusedOf.get(account.accountId) ?? 0) + 1);
      noteIfSurprising(journal, reply);
      return null;
    }
    journal.retriesCount += 1;
    if (![0, 409, 429, 500, 502, 503, 504].includes(reply.status)) noteSurprise(journal, reply);
    if (reply.status === 500) noteSurprise(journal, reply);
    assert(Date.now() < deadlineMs, `${key} has a final response: ${JSON.stringify(reply)}`);
    await pause(RETRY_MS);
  }
}

/** Refusals have reasons of the venue, such as funds; a field is never wrong. */
function noteIfSurprising(journal: ManualJournal, reply: Reply): void {
  if (reply.body['code'] !== 'order_rejected') noteSurprise(journal, reply);
}

function noteSurprise({ surprises }: ManualJournal, { status, body }: Reply): void {
  if (surprises.length < 20) surprises.push(`${status} ${JSON.stringify(body)}`);
}

/** Its status once the service knows what became of it, or at the end of the campaign. */
async function untilResolved(line: Line, orderId: string): Promise<string> {
  const { account, journal, isOver } = line;
  for (;;) {
    const reply = await account.ask('GET', `/orders/${orderId}`);
    const status = String(reply.body['status']);
    if (reply.status === 200 && !UNRESOLVED.has(status) && status !== 'pending') return status;
    if (UNRESOLVED.has(status)) journal.unresolved.add(orderId);
    if (isOver()) return status;
    await pause(LOOK_MS);
  }
}

/** Cancelling again is safe; one that has ended meanwhile is not found. */
async function cancel(ask: Ask, journal: ManualJournal, orderId: string): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const reply = await ask('DELETE', `/orders/${orderId}`);
    if ([200, 204, 404].includes(reply.status)) return;
    if (![0, 409, 429, 502, 503, 504].includes(reply.status)) noteSurprise(journal, reply);
    await pause(RETRY_MS);
  }
}
