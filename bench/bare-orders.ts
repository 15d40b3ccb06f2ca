// Writes of an order, by a program that does nothing else: the same four prepared statements with
// the same rows (claim, intent, the exchange's commit, response with outcome), one commit each, no
// HTTP and no decisions. Started by http.ts; prints orders per second.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { systemClock } from '#adapters/system/system-ports.ts';
import type { Order } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';

type Commit = { readonly statement: Statement<unknown>; readonly values: readonly unknown[] };

const [url = '', workersText = '32', secondsText = '5'] = process.argv.slice(2);
const database = openDatabase({ url });
const store = postgresStore(database);
const OUTCOME = new Uint8Array(240).fill(1);
const SEQUENCES_PER_ORDER = 100;

/** Lets the simulated exchange take one order, and returns what it wrote for it. */
async function recordCommit(accountId: string): Promise<Commit> {
  const account = { accountId, marketType: 'spot' } as const;
  const deposits = [
    { currency: 'USDT', amount: decimal('1000000') },
    { currency: 'BTC', amount: decimal('10') },
  ];
  await openSimWallet(makePostgresSimStore(database), {
    ...account,
    deposits,
    nowMs: systemClock.nowMs(),
  });
  let recorded: Commit | null = null;
  const recording: Pick<Database, 'read' | 'write'> = {
    read: (statement, values) => database.read(statement, values),
    write(statement, values) {
      recorded = { statement, values };
      return database.write(statement, values);
    },
  };
  const parts = { store: makePostgresSimStore(recording), prices: makeSimPrices('tidemill') };
  const api = makeAccountUpdater({ ...parts, clock: systemClock });
  const nextFillShare = () => null;
  const exchange = makeSimExchange({ ...parts, api, clock: systemClock, nextFillShare });
  await exchange.placeOrder(account, {
    clientOrderId: randomUUID(),
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'market',
    price: ZERO,
    amount: decimal('0.0002'),
    terms: PLAIN_TERMS,
    decidedAtMs: systemClock.nowMs(),
    sendByMs: Number.MAX_SAFE_INTEGER,
  });
  if (recorded === null) throw new Error('The simulated exchange wrote nothing.');
  return recorded;
}

/** The same commit for another order: the next version, other names, later sequence numbers. */
function nextCommit({ values }: Commit, count: number, orderId: string): readonly unknown[] {
  const shift = count * SEQUENCES_PER_ORDER;
  const moved = (text: unknown): string =>
    String(text)
      .replaceAll(/"sequence":(\d+)/g, (_, digits) => `"sequence":${Number(digits) + shift}`)
      .replaceAll(/"(venue|client)_order_id":"[^"]*"/g, `"$1_order_id":"${orderId}"`);
  const changed = [...values];
  changed[1] = Number(values[1]) + count;
  changed[6] = Number(values[6]) + shift;
  for (const place of [10, 11, 12]) changed[place] = moved(values[place]);
  return changed;
}

async function writeOrder(accountId: string, commit: Commit, count: number): Promise<void> {
  const orderId = randomUUID();
  const nowMs = systemClock.nowMs();
  const claim = { recordId: randomUUID(), ownerId: randomUUID() };
  await store.claim({
    ...claim,
    claimantId: 'user_bare',
    idempotencyKey: orderId,
    fingerprint: new Uint8Array(32),
    nowMs,
    lockMs: 60_000,
    keepMs: 86_400_000,
  });
  await store.insertIntent(intentOf(orderId, accountId, nowMs));
  const [written] = await database.write(commit.statement, nextCommit(commit, count, orderId));
  assert.deepEqual(written, { response: 'committed' });
  const change = { orderId, from: ['pending'], to: 'filled', reason: null, atMs: nowMs } as const;
  const fill = { filledAmount: decimal('0.0002'), venueOrderId: orderId };
  await store.transition({ ...change, ...fill }, { ...claim, outcome: OUTCOME });
}

function intentOf(orderId: string, accountId: string, nowMs: number): Order {
  return {
    orderId,
    accountId,
    clientOrderId: orderId,
    venueOrderId: null,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'market',
    price: ZERO,
    amount: decimal('0.0002'),
    filledAmount: ZERO,
    terms: PLAIN_TERMS,
    state: 'pending',
    reason: null,
    botId: null,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

const workers = await Promise.all(
  Array.from({ length: Number(workersText) }, async () => {
    const accountId = `bare_${randomUUID()}`;
    return { accountId, commit: await recordCommit(accountId) };
  }),
);
let orders = 0;
const beganMs = performance.now();
const endMs = beganMs + Number(secondsText) * 1_000;
await Promise.all(
  workers.map(async ({ accountId, commit }) => {
    for (let count = 1; performance.now() < endMs; count += 1) {
      await writeOrder(accountId, commit, count);
      orders += 1;
    }
  }),
);
const seconds = (performance.now() - beganMs) / 1_000;
await database.close();
process.stdout.write(`${orders / seconds}\n`);
