// Minutes before the start of a loopback venue, so that charts, backtests and bots have some.

import type { Amount } from '#loopback/amount.ts';
import { plainText } from '#loopback/amount.ts';
import { createChance } from '#loopback/seeded-chance.ts';

/** As the verb `candles` of the control endpoint takes them. */
export type CandleRow = readonly string[];

const MINUTE_MS = 60_000;
/** Of the price, the most that a minute moves. */
const STEP_SHARE = 0.0006;

/** A random walk by seed that ends at `price` in the minute before that of `nowMs`. */
export function pastMinutes(walk: {
  readonly nowMs: number;
  readonly minutes: number;
  readonly price: Amount;
  readonly tick: Amount;
  readonly seed: number;
}): readonly CandleRow[] {
  const chance = createChance(walk.seed);
  const nowMinute = Math.floor(walk.nowMs / MINUTE_MS);
  const inTicks = (ticks: number): string => plainText(BigInt(Math.round(ticks)) * walk.tick);
  const rows: CandleRow[] = [];
  let close = Number(walk.price / walk.tick);
  for (let back = 1; back <= walk.minutes; back += 1) {
    const open = close * (1 + (2 * chance.next() - 1) * STEP_SHARE);
    const reach = Math.abs(open - close) * chance.next();
    const prices = [open, Math.max(open, close) + reach, Math.min(open, close) - reach, close];
    const volume = (0.1 + 5 * chance.next()).toFixed(3);
    rows.push([String((nowMinute - back) * MINUTE_MS), ...prices.map(inTicks), volume]);
    close = open;
  }
  return rows.toReversed();
}
