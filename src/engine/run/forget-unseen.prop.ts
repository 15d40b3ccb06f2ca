// A run that releases what no script sees behaves as one that keeps all, and stays small.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { Bar, Plan } from '#backtesting/feed.fixture.ts';
import { flat, planInput, planSetup, VANILLA, SPOT, wish } from '#backtesting/feed.fixture.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { forgetUnseen } from '#engine/run/forget-unseen.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import type { Run } from '#engine/run/run.ts';

type Act = {
  readonly kind: 'enter' | 'exit' | 'rest' | 'cancel';
  readonly positionId: string | null;
  /** For `cancel`: which order, counted back from the newest. */
  readonly back: number;
};

type Case = { readonly market: typeof SPOT; readonly acts: readonly (readonly Act[])[] };

const act = fc.record({
  kind: fc.constantFrom('enter', 'exit', 'rest', 'cancel'),
  positionId: fc.constantFrom(null, 'a', 'b'),
  back: fc.nat(12),
}) satisfies fc.Arbitrary<Act>;

function carryOut(api: CommandContext, { kind, positionId, back }: Act, isFutures: boolean): void {
  if (kind === 'enter')
    api.orders.place(wish({ action: isFutures ? 'go_long' : 'buy', positionId, amount: 0.01 }));
  // A little less than what was entered: dust is left of it.
  else if (kind === 'exit')
    api.orders.place(
      wish({ action: isFutures ? 'exit_long' : 'sell', positionId, amount: 0.0099 }),
    );
  else if (kind === 'rest')
    api.orders.place(wish({ type: 'limit', price: 9_000, timeoutMs: 180_000, positionId }));
  else api.orders.cancel(`o${api.orders.counts().ended - back}`);
}

/** All that a script can ask about what was. */
function shown(api: CommandContext, run: Run): unknown {
  const ids = Array.from({ length: run.orders.placedCount + 1 }, (_, index) => `o${index}`);
  return {
    found: ids.map((orderId) => api.orders.find(orderId)),
    filled: ['a', 'b', null].map((positionId) => api.orders.filled(positionId)),
    counts: api.orders.counts(),
    closed: ['a', 'b', null].map((positionId) => api.positions.closed(positionId, null)),
    withClosed: ['a', 'b', null].map((positionId) => api.positions.findWithClosed(positionId)),
    closedCount: api.positions.closedCount(),
    report: api.report.figures(null),
    lots: run.markets.map((market) => netLots(run.positions, market)),
  };
}

/** What is shown in each of these updates; with a limit so small that it matters. */
function readings({ market, acts }: Case, forgets: boolean): readonly unknown[] {
  const seen: unknown[] = [];
  const plan: Plan = (api, row) => {
    if (forgets) forgetUnseen(run, 2);
    seen.push(shown(api, run));
    for (const each of acts[row] ?? []) carryOut(api, each, market === VANILLA);
  };
  const prices: Bar[] = acts.flatMap((_, row) => flat(20_000 + (row % 7) * 10, 1));
  const { feed, series } = makeFeed(planSetup(plan, planInput(prices, { market }), false));
  const { run } = feed;
  Object.assign(run.orders, { seenMax: 4 });
  Object.assign(run.positions, { seenMax: 3 });
  assert.ok(feedBacktest(feed, () => true).ok);
  series.release();
  return seen;
}

test('a run that forgets what no script sees shows the same as one that keeps all', () => {
  const acts = fc.array(fc.array(act, { maxLength: 3 }), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(fc.record({ market: fc.constantFrom(SPOT, VANILLA), acts }), (run) => {
      assert.deepEqual(readings(run, true), readings(run, false));
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('a run of 20,000 orders keeps some hundreds of them', () => {
  const plan: Plan = (api) => {
    api.orders.place(wish({ amount: 0.01 }));
    api.orders.place(wish({ action: 'sell', amount: 0.01 }));
    forgetUnseen(run);
    const { orders, positions } = run;
    most = Math.max(most, orders.all.length + orders.filled.length + positions.closed.length);
  };
  let most = 0;
  const { feed, series } = makeFeed(planSetup(plan, planInput(flat(20_000, 10_000)), false));
  const { run } = feed;
  assert.ok(feedBacktest(feed, () => true).ok);
  series.release();
  assert.equal(run.orders.placedCount, 20_000);
  assert.ok(run.positions.outcomes.profits.length > 1_000);
  assert.ok(most < 3_500, `${most} were retained`);
});
