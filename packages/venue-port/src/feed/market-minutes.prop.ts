// The newest minutes of a market against a slow second implementation, which keeps everything that
// was heard and decides each minute anew from all of it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';

import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FeedStep, MarketMinutes } from '#venue-port/feed/market-minutes.ts';
import {
  CONFIRM_AFTER_MS,
  noteFrame,
  noteList,
  passTime,
  SETTLE_AFTER_MS,
  startMinutes,
} from '#venue-port/feed/market-minutes.ts';

const START_MS = 1_700_000_040_000 - (1_700_000_040_000 % MINUTE_MS);
const MINUTES = 8;

type News =
  | { kind: 'frame'; minute: number; price: number; atMs: number; nowMs: number }
  | { kind: 'list'; from: number; prices: readonly (number | null)[]; requestedAtMs: number }
  | { kind: 'pass'; nowMs: number };

const openOf = (minute: number): number => START_MS + minute * MINUTE_MS;

function candleOf(minute: number, price: number): Candle {
  const ticks = BigInt(price);
  return {
    openTimeMs: openOf(minute),
    open: ticks,
    high: ticks,
    low: ticks,
    close: ticks,
    volume: 1n,
  };
}

/** Frames may be early, late, repeated and out of order; lists may be old. */
const heard: fc.Arbitrary<readonly News[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('frame', 'frame', 'frame', 'list', 'pass'),
      afterMs: fc.integer({ min: 0, max: 45_000 }),
      minute: fc.integer({ min: -1, max: MINUTES }),
      price: fc.integer({ min: 1, max: 3 }),
      lagMs: fc.constantFrom(0, 0, 500, 30_000),
      prices: fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => {
    let nowMs = START_MS;
    return rows.map(({ kind, afterMs, minute, price, lagMs, prices }): News => {
      nowMs += afterMs;
      if (kind === 'pass') return { kind, nowMs };
      if (kind === 'frame') return { kind, minute, price, atMs: nowMs - lagMs, nowMs };
      return { kind: 'list', from: minute, prices, requestedAtMs: nowMs - lagMs };
    });
  });

/** What was heard of one minute, in the order in which it came into force. */
type Fact =
  | { kind: 'frame'; price: number }
  | { kind: 'list'; price: number | null; ageMs: number };

type Decision = { readonly isKnown: boolean; readonly price: number | null };

function decide(all: readonly Fact[]): Decision {
  const last = all.findIndex((fact) => fact.kind === 'list' && fact.ageMs >= SETTLE_AFTER_MS);
  const facts = last < 0 ? all : all.slice(0, last + 1);
  const lists = facts.filter((fact) => fact.kind === 'list');
  const grown = lists.filter(({ ageMs }) => ageMs >= CONFIRM_AFTER_MS);
  const listed = grown.findLast(({ price }) => price !== null);
  const frame = facts.findLast((fact) => fact.kind === 'frame');
  const early = lists.find(({ ageMs, price }) => ageMs < CONFIRM_AFTER_MS && price !== null);
  const price = listed?.price ?? frame?.price ?? early?.price ?? null;
  return { isKnown: price !== null || grown.length > 0, price };
}

type SlowMarket = {
  readonly facts: readonly Fact[][];
  /** When frames were made and lists were requested; older frames are no news. */
  readonly frames: { readonly minute: number; readonly atMs: number }[];
  /** Prices of frames by minutes that have not ended. */
  readonly waiting: Map<number, number>;
};

function slowMarket(): SlowMarket {
  const facts = Array.from({ length: MINUTES + 9 }, () => []);
  return { facts, frames: [], waiting: new Map() };
}

function hear({ facts, frames, waiting }: SlowMarket, event: News): void {
  if (event.kind === 'list') {
    for (const [index, price] of event.prices.entries()) {
      const ageMs = event.requestedAtMs - openOf(event.from + index) - MINUTE_MS;
      if (ageMs < 0) continue;
      facts[event.from + index]?.push({ kind: 'list', price, ageMs });
      if (price !== null) frames.push({ minute: event.from + index, atMs: event.requestedAtMs });
    }
    return;
  }
  if (event.kind === 'frame') {
    const { minute, price, atMs, nowMs } = event;
    const isOld = frames.some((each) => each.minute === minute && each.atMs > atMs);
    if (openOf(minute) <= nowMs && !isOld) {
      frames.push({ minute, atMs });
      waiting.set(minute, price);
    }
  }
  for (const [minute, price] of waiting) {
    if (openOf(minute) + MINUTE_MS > event.nowMs) continue;
    facts[minute]?.push({ kind: 'frame', price });
    waiting.delete(minute);
  }
}

/** Prices of the minutes that are known, without a gap. */
function known({ facts }: SlowMarket): readonly (number | null)[] {
  const decided = facts.map(decide);
  const end = decided.findIndex(({ isKnown }) => !isKnown);
  return decided.slice(0, end < 0 ? decided.length : end).map(({ price }) => price);
}

function step(market: MarketMinutes, event: News): FeedStep {
  switch (event.kind) {
    case 'pass':
      return passTime(market, event.nowMs);
    case 'frame': {
      const candle = candleOf(event.minute, event.price);
      return noteFrame(market, { candle, atMs: event.atMs }, event.nowMs);
    }
    case 'list': {
      const { from, prices, requestedAtMs } = event;
      const candles = prices.flatMap((price, index) =>
        price === null ? [] : [candleOf(from + index, price)],
      );
      const [fromMs, toMs] = [openOf(from), openOf(from + prices.length)];
      return noteList(market, { fromMs, toMs, requestedAtMs, candles });
    }
  }
}

/** Does what a store does with the steps, and insists on what they promise. */
function store(prices: (number | null)[], { closed, corrections }: FeedStep): void {
  for (const { openMs, before, after } of corrections) {
    const minute = (openMs - START_MS) / MINUTE_MS;
    assert(minute < prices.length, 'only what was published is corrected');
    assert.equal(before === null ? null : Number(before.close), prices[minute]);
    prices[minute] = Number(after.close);
  }
  if (closed === null) return;
  assert.equal(closed.fromMs, openOf(prices.length), 'minutes are published in order');
  const byOpen = new Map(closed.candles.map((each) => [each.openTimeMs, Number(each.close)]));
  for (let openMs = closed.fromMs; openMs < closed.toMs; openMs += MINUTE_MS)
    prices.push(byOpen.get(openMs) ?? null);
}

suite('the newest minutes of a market', () => {
  test('are those of the slow implementation after everything that is heard', () => {
    fc.assert(
      fc.property(heard, (events) => {
        const slow = slowMarket();
        const prices: (number | null)[] = [];
        let market = startMinutes(START_MS, null, 0);
        for (const event of events) {
          const next = step(market, event);
          store(prices, next);
          market = next.market;
          hear(slow, event);
          assert.deepEqual(prices, known(slow));
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test('equal the lists of the venue once a late one was read of each', () => {
    fc.assert(
      fc.property(
        heard,
        fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 17, maxLength: 17 }),
        (events, truth) => {
          const prices: (number | null)[] = [];
          let market = startMinutes(START_MS, null, 0);
          // Frames alone: lists of the venue are never wrong for good.
          for (const event of events.filter(({ kind }) => kind !== 'list')) {
            const next = step(market, event);
            store(prices, next);
            market = next.market;
          }
          const requestedAtMs = openOf(truth.length) + SETTLE_AFTER_MS;
          const next = step(market, { kind: 'list', from: 0, prices: truth, requestedAtMs });
          store(prices, next);
          for (const [minute, price] of truth.entries())
            if (price !== null) assert.equal(prices[minute], price);
          assert.deepEqual(next.market.minutes, []);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});
