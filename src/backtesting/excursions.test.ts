// Excursions of prices for and against positions, by hand and minute by minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bar, Plan } from '#backtesting/feed.fixture.ts';
import { decimal } from '#lib/decimal.ts';
import {
  ordersAt,
  planInput,
  reportOf as runOf,
  START_MS,
  VANILLA,
} from '#backtesting/feed.fixture.ts';
import { withExcursions } from '#backtesting/excursions.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { sweepChance } from '#backtesting/sweep/sweep-chance.ts';

const market = { market: VANILLA };

function reportOf(plan: Plan, bars: readonly Bar[], setup: typeof market) {
  return withExcursions(planInput(bars, setup), runOf(plan, bars, setup));
}

test('whole minutes between entry and exit count, and of their own only what is certain', () => {
  const bars: Bar[] = [
    [20_000, 20_000, 20_000, 20_000],
    // In at 19,000 on the way down; only the close of this minute is known to be later.
    [20_000, 30_000, 18_000, 19_100],
    [19_100, 19_380, 18_810, 19_000],
    // Out at 19,570, on the way up.
    [19_000, 30_000, 18_900, 19_000],
  ];
  const plan = ordersAt({
    0: [{ action: 'go_long', type: 'limit', price: 19_000 }],
    2: [{ action: 'exit_long', type: 'limit', price: 19_570 }],
  });
  const [position] = reportOf(plan, bars, market).positions;
  assert.equal(position?.averagePrice, decimal('19000'));
  assert.deepEqual(position.excursion, { favorablePercent: 3, adversePercent: 1 });
});

test('an entry at an open meets all of its minute, an exit at one all of the minute before', () => {
  const bars: Bar[] = [
    [20_000, 20_000, 20_000, 20_000],
    [20_000, 20_400, 19_800, 20_100],
    [20_100, 30_000, 10_000, 20_000],
  ];
  const plan = ordersAt({ 0: [{ action: 'go_short' }], 1: [{ action: 'exit_short' }] });
  const [position] = reportOf(plan, bars, market).positions;
  assert.deepEqual(position?.excursion, { favorablePercent: 1, adversePercent: 2 });
});

test('an open position counts to the end, however long it lasts', () => {
  const bars: Bar[] = Array.from({ length: 1_500 }, (_, row): Bar => {
    const peak = row === 900 ? 24_000 : row === 1_300 ? 18_000 : 20_000;
    return [20_000, Math.max(20_000, peak), Math.min(20_000, peak), 20_000];
  });
  const [position] = reportOf(ordersAt({ 0: [{ action: 'go_long' }] }), bars, market).positions;
  assert.deepEqual(position?.excursion, { favorablePercent: 20, adversePercent: 10 });
});

test('random positions have the extremes that a walk over their minutes finds', () => {
  const chance = sweepChance(11);
  for (let round = 0; round < 8; round += 1) {
    const bars = randomBars(chance, 900);
    const rows = [20, 40, 60, 500, 620, 860].map((row) => row + chance.below(15));
    const actions = ['go_long', 'exit_long', 'go_short', 'exit_short', 'go_long', 'exit_long'];
    const plan: Plan = ordersAt(
      Object.fromEntries(rows.map((row, at) => [row, [{ action: actions[at] as 'go_long' }]])),
    );
    const { positions } = reportOf(plan, bars, market);
    assert.equal(positions.length, 3);
    for (const position of positions) assert.deepEqual(position.excursion, walked(position, bars));
  }
});

type ClosedPosition = ReturnType<typeof reportOf>['positions'][number];

function walked(
  { openedAtMs, closedAtMs, averagePrice, exitPrice, direction }: ClosedPosition,
  bars: Bar[],
) {
  const price = (value: bigint | null): number => Number(value ?? 0n) / 1e18;
  const entry = price(averagePrice);
  const seen = [entry, price(exitPrice)];
  for (const [row, bar] of bars.entries()) {
    const openMs = START_MS + row * MINUTE_MS;
    const closeMs = openMs + MINUTE_MS;
    if (closeMs > (closedAtMs ?? 0) || bar === null) continue;
    if (openMs >= openedAtMs) seen.push(bar[1], bar[2]);
    else if (closeMs >= openedAtMs) seen.push(bar[3]);
  }
  const percent = (value: number): number => Number((((value - entry) / entry) * 100).toFixed(6));
  const [up, down] = [percent(Math.max(...seen)), -percent(Math.min(...seen)) || 0];
  return direction === 'long'
    ? { favorablePercent: up, adversePercent: down }
    : { favorablePercent: down, adversePercent: up };
}

function randomBars(chance: ReturnType<typeof sweepChance>, count: number): Bar[] {
  let price = 20_000;
  return Array.from({ length: count }, (): Bar => {
    const open = price;
    price += chance.below(201) - 100;
    return [
      open,
      Math.max(open, price) + chance.below(90),
      Math.min(open, price) - chance.below(90),
      price,
    ];
  });
}
