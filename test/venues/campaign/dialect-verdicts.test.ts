// Each dialect against the venue's truth, under faults: what it calls done was done, what it calls
// refused or not done never happened, and the figures it reads are the venue's.

import test, { suite } from 'node:test';
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { inspect } from 'node:util';

import { decimal, formatDecimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { NewVenueOrder, VenueFill, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { VenueDialect, Verdict } from '#venues/dialect.ts';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { OrderTruth } from '#loopback/control/truth.ts';
import { someOf } from '../../support/share-of-cases.ts';
import type { VenueUnderTest } from './venue-under-test.ts';
import { putUnderTest } from './venue-under-test.ts';

const DIALECTS: readonly (readonly [VenueDialect, MarketType, string])[] = [
  [BINANCE_SPOT, 'spot', 'BTCUSDT'],
];
const IN_FLIGHT_MAX = 10;
const TRIES_MAX = 20;
/** So that hanging requests do not hold a test for long; whoever is late learns nothing. */
const DEADLINE_MS = 1_000;

type Kind = Verdict<unknown>['kind'];

for (const [dialect, marketType, symbol] of DIALECTS) {
  suite(`the dialect of ${dialect.code} ${marketType}`, () => {
    test('says of orders under faults what is true', async (t) => {
      const under = await putUnderTest(t, dialect, marketType, symbol);
      const { venue } = under;
      const code = dialect.libraryId;
      venue.control('activity', { venue: code, market: marketKey(marketType, symbol), everyMs: 5 });
      venue.control('mix', { seed: 11, share: 0.4, delayMaxMs: 200 });
      const orders = orderList(under, someOf(1_200));
      const verdicts = await placeAll(under, dialect, orders);
      venue.control('calm', {});
      // Long enough for what is late to arrive, and for what is hidden to be shown.
      venue.control('activity', { venue: code, market: marketKey(marketType, symbol), everyMs: 0 });
      venue.control('advance', { ms: 60_000 });
      comparePlaced(under, orders, verdicts);
      await compareLookups(under, dialect, orders);
      await compareLists(under, dialect);
      await compareFills(under, dialect);
      const counts = countsOf(verdicts);
      t.diagnostic(JSON.stringify({ ...counts, faults: venue.server.state.faults.met.size }));
      // Most of them reached the venue, or the comparison says little.
      const [done = 0, unknown = 0] = [counts.done, counts.unknown];
      assert(done > orders.length / 3 && unknown > orders.length / 20, inspect(counts));
    });
  });
}

function countsOf(verdicts: ReadonlyMap<string, Verdict<unknown>>): { [kind in Kind]?: number } {
  const counts: { [kind in Kind]?: number } = {};
  for (const { kind } of verdicts.values()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function marketKey(marketType: MarketType, symbol: string): string {
  return `${marketType === 'spot' ? 'spot' : 'linear'}:${symbol}`;
}

/** Around the market: some rest, some take, some are cut in parts by others. */
function orderList(under: VenueUnderTest, count: number): readonly NewVenueOrder[] {
  const chance = createChance(5);
  const { market } = under.listed;
  return Array.from({ length: count }, (_, index): NewVenueOrder => {
    const isMarket = chance.next() < 0.3;
    const price = decimal(String(59_950 + chance.below(100)));
    const digest = hash('sha256', `campaign ${index}`, 'buffer');
    return {
      clientOrderId: identifierFromBytes('ord', digest).replace('_', ''),
      marketTag: market.marketTag,
      side: chance.next() < 0.5 ? 'buy' : 'sell',
      type: isMarket ? 'market' : 'limit',
      price: isMarket ? decimal('0') : price,
      amount: decimal(`0.00${1 + chance.below(9)}`),
      terms: { ...PLAIN_TERMS, isPostOnly: !isMarket && chance.next() < 0.3 },
      decidedAtMs: Date.now(),
      sendByMs: Number.MAX_SAFE_INTEGER,
    };
  });
}

async function placeAll(
  under: VenueUnderTest,
  dialect: VenueDialect,
  orders: readonly NewVenueOrder[],
): Promise<ReadonlyMap<string, Verdict<unknown>>> {
  const verdicts = new Map<string, Verdict<unknown>>();
  const queue = orders.values();
  const worker = async (): Promise<void> => {
    for (const order of queue) {
      verdicts.set(order.clientOrderId, await placeOne(under, dialect, order));
      // The venue takes 200 open orders on one market.
      if (order.type === 'limit') await cancelUnderFaults(under, dialect, order);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, worker));
  return verdicts;
}

/** What certainly did not happen may be tried again under the same name. */
async function placeOne(
  under: VenueUnderTest,
  dialect: VenueDialect,
  order: NewVenueOrder,
): Promise<Verdict<unknown>> {
  for (let tries = 1; ; tries += 1) {
    const context = { ...under.context(), protectionPrice: null, marginMode: null };
    const query = dialect.orders.place(order, under.listed, context);
    const verdict = await under.ask(query, DEADLINE_MS);
    const isAgain = verdict.kind === 'not_done' && tries < TRIES_MAX;
    if (!isAgain) return verdict;
    assert.deepEqual(under.statesOf(order.clientOrderId), [], inspect(verdict));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function cancelUnderFaults(
  under: VenueUnderTest,
  dialect: VenueDialect,
  order: NewVenueOrder,
): Promise<void> {
  const name = { clientOrderId: order.clientOrderId, venueOrderId: null, placedAtMs: Date.now() };
  const cancel = dialect.orders.cancel(name, under.listed, under.context());
  const verdict = await under.ask(cancel, DEADLINE_MS);
  if (verdict.kind !== 'done' || verdict.value === null) return;
  const [state = 'none'] = under.statesOf(order.clientOrderId);
  assert(state !== 'open' && state !== 'none', `what was cancelled is ${state}`);
}

function comparePlaced(
  under: VenueUnderTest,
  orders: readonly NewVenueOrder[],
  verdicts: ReadonlyMap<string, Verdict<unknown>>,
): void {
  const all = under.truth().orders;
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { clientOrderId } of orders) {
    const count = counts.get(clientOrderId) ?? 0;
    const verdict = verdicts.get(clientOrderId);
    const text = `${clientOrderId}: ${inspect(verdict)}, ${count} orders`;
    assert(verdict !== undefined && count <= 1, text);
    if (verdict.kind === 'done' || verdict.kind === 'duplicate') assert.equal(count, 1, text);
    const isNegative = ['rejected', 'not_done', 'clock', 'absent'].includes(verdict.kind);
    if (isNegative) assert.equal(count, 0, text);
  }
}

/** By our name alone: found with the venue's figures, or absent. */
async function compareLookups(
  under: VenueUnderTest,
  dialect: VenueDialect,
  orders: readonly NewVenueOrder[],
): Promise<void> {
  const known = new Map(under.truth().orders.map((order) => [order.name, order]));
  for (const { clientOrderId } of orders) {
    const name = { clientOrderId, venueOrderId: null, placedAtMs: Date.now() };
    const truth = known.get(clientOrderId);
    const verdicts: Verdict<VenueOrder>[] = [];
    for (const query of dialect.orders.lookUp(name, under.listed, under.context())) {
      verdicts.push(await under.ask(query));
    }
    const found = verdicts.find((verdict) => verdict.kind === 'done');
    if (truth === undefined) assert(verdicts.every(({ kind }) => kind === 'absent'));
    else compareOrder(found?.kind === 'done' ? found.value : null, truth);
  }
}

const STATES: Readonly<Record<string, readonly string[]>> = {
  open: ['open'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  // Both words are used for an immediate order that found too little.
  expired: ['expired', 'cancelled'],
};

function compareOrder(order: VenueOrder | null, known: OrderTruth): void {
  assert(order !== null, `${known.name} is found`);
  assert.equal(order.clientOrderId, known.name);
  assert(STATES[known.state]?.includes(order.state), `${order.state}, truly ${known.state}`);
  assert.equal(order.side, known.side);
  assert.equal(formatDecimal(order.amount), known.quantity);
  assert.equal(formatDecimal(order.filledAmount), known.filled);
  assert.equal(order.venueOrderId, known.venueOrderId);
}

async function compareLists(under: VenueUnderTest, dialect: VenueDialect): Promise<void> {
  const lists = dialect.orders.open(under.context());
  const open = (await Promise.all(lists.map(async (list) => under.all(list)))).flat();
  const truth = under.truth();
  const working = truth.orders.filter(({ state }) => state === 'open');
  assert.deepEqual(
    open.map(({ venueOrderId }) => venueOrderId).sort(),
    working.map(({ venueOrderId }) => venueOrderId).sort(),
  );
  const verdict = await under.ask(dialect.account.balances(under.context()));
  assert(verdict.kind === 'done', inspect(verdict));
  const { balances } = verdict.value;
  for (const { currency, available, locked } of balances) {
    const known = truth.balances[currency] ?? { free: '0', locked: '0' };
    const read = { free: formatDecimal(available), locked: formatDecimal(locked) };
    assert.deepEqual({ currency, ...read }, { currency, ...known });
  }
}

/** Every fill once, by cursor, with price, amount, fee and currency. */
async function compareFills(under: VenueUnderTest, dialect: VenueDialect): Promise<void> {
  const seen: VenueFill[] = [];
  for (let cursor: string | null = null; ;) {
    const query = dialect.account.fills(under.listed, cursor, 100, under.context());
    const verdict = await under.ask(query);
    assert(verdict.kind === 'done', inspect(verdict));
    if (verdict.value.items.length === 0) break;
    seen.push(...verdict.value.items);
    ({ cursor } = verdict.value);
  }
  const known = under.truth().fills.filter(({ kind }) => kind === 'trade');
  const rows = known.map((fill) => [fill.venueOrderId, fill.price, fill.quantity, fill.fee]);
  const read = seen.map((fill) => [
    fill.venueOrderId,
    ...[fill.price, fill.amount, fill.fee].map(formatDecimal),
  ]);
  assert.deepEqual(read, rows);
  assert.deepEqual(
    seen.map(({ feeCurrency, isMaker, filledAtMs }) => [feeCurrency, isMaker, filledAtMs]),
    known.map(({ feeAsset, isMaker, atMs }) => [feeAsset, isMaker, atMs]),
  );
}
