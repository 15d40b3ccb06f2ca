// What an account's futures positions paid beside fills, as events of a bot's run. The exchange
// nets all that trade on the account; each has its share by what it holds.

import { divideRounded } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import { lotsOf, ticksOf } from '#domain/market/market-grid.ts';
import type { Units } from '#domain/money/currency.ts';
import { unitsOf } from '#domain/money/currency.ts';
import { netLots } from '#engine/run/position-book.ts';
import type { RunEvent } from '#engine/run/run-event.ts';
import { findMarket } from '#engine/run/run.ts';
import type { VenueFill, VenueMarginEvent } from '#ports/exchange.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { endOfWindow } from '#services/live/state/market-window.ts';

export type Happening =
  | { readonly kind: 'fill'; readonly atMs: number; readonly fill: VenueFill }
  | VenueMarginEvent;

/** At one instant funding comes first, because it is for what was held before, liquidation last. */
const RANK = { funding: 0, fill: 1, liquidation: 2 } as const;

/** Both in the order of their instants. */
export function inTime(
  fills: readonly VenueFill[],
  events: readonly VenueMarginEvent[],
): readonly Happening[] {
  const filled = fills.map((fill): Happening => ({ kind: 'fill', atMs: fill.filledAtMs, fill }));
  if (events.length === 0) return filled;
  return [...filled, ...events].sort(
    (left, right) => left.atMs - right.atMs || RANK[left.kind] - RANK[right.kind],
  );
}

/** What it means for this bot; null when it has no part in it. */
export function marginEventOf(
  live: HostedRun,
  event: VenueMarginEvent,
): Extract<RunEvent, { kind: 'funded' | 'liquidated' }> | null {
  const { run, window } = live;
  const { marketTag, direction } = event;
  const market = findMarket(run, marketTag);
  if (market === null) return null;
  const { grid } = market.terms;
  const lots = lotsOf(grid, event.amount, 'floor');
  const held = netLots(run.positions, market);
  const whole = direction === 'long' ? lots : -lots;
  if (held === 0n || whole === 0n) return null;
  const share = (value: Decimal): Units => {
    const units = unitsOf(grid.settlementCurrency, value, 'half_even');
    return divideRounded(units * held, whole, 'half_even') as Units;
  };
  // The run marks its worth up to here, and knows no later minute.
  const atMs = Math.min(event.atMs, endOfWindow(window));
  if (event.kind === 'funding')
    return { kind: 'funded', marketTag, units: share(event.paid), atMs };
  // Against the account's position its own would have gained: the check of positions ends it.
  if (held > 0n !== whole > 0n) return null;
  const liquidation = {
    direction,
    lots: (held < 0n ? -held : held) as Lots,
    priceTicks: ticksOf(grid, event.price, 'half_even'),
    liquidationFeeUnits: share(event.fee),
    insuredUnits: share(event.insured),
    atMs,
  };
  return { kind: 'liquidated', marketTag, liquidation };
}
