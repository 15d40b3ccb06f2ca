// Warnings before an order on spot is sent whose position, or which itself, would be worth less
// than the market's minimum value where it is to be sold: nothing could sell it there.

import { amountFloat, closeTicks, floatOf, priceFloat } from '#engine/run/run-market.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { isFirst, writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { nowMs } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';

/** An entry is named that could not be sold after such a fall of the price. */
const FALL_SHARE = 0.2;

/** Writes a warning, once for each market and kind of order. */
export function warnOfLeast(run: Run, order: TrackedOrder, held: TrackedPosition | null): void {
  const { market, side, isEnter, lots, triggerTicks } = order;
  const least = floatOf(market.market.minOrderValue);
  if (least === 0) return;
  if (isEnter && side === 'buy') warnOfEntry(run, order, least, held);
  else if (!isEnter && triggerTicks !== null) {
    const worth = amountFloat(market, lots) * priceFloat(market, triggerTicks);
    if (worth < least)
      say(
        run,
        market,
        'stop',
        `${order.type} order is worth ${shown(worth)} at its trigger,`,
        least,
      );
  }
}

function warnOfEntry(
  run: Run,
  { market, lots, limitTicks }: TrackedOrder,
  least: number,
  held: TrackedPosition | null,
): void {
  const ticks = limitTicks ?? BigInt(closeTicks(market, run.stage.row));
  const amount = amountFloat(market, lots + (held?.exact.lots ?? 0n));
  const worth = amount * priceFloat(market, ticks);
  if (worth * (1 - FALL_SHARE) >= least) return;
  const fall = Math.max(0, Math.floor((1 - least / worth) * 1_000) / 10);
  const what = `entry is worth ${shown(worth)}, after a fall of the price by more than ${fall} % it is`;
  say(run, market, 'entry', what, least);
}

function say(
  run: Run,
  { market: { marketTag, quote } }: RunMarket,
  kind: string,
  what: string,
  least: number,
): void {
  if (!isFirst(run.log, `least ${kind} ${marketTag}`)) return;
  const text = `the ${what} below the minimum value ${least} ${quote} of "${marketTag}"`;
  writeLine(run.log, nowMs(run), 'warning', `${text}, and cannot be sold then`);
}

function shown(value: number): string {
  return String(Number(value.toPrecision(6)));
}
