// Books a fill of a venue with what its fee took of the base currency: a position has only the lots
// that can be sold.

import { formatDecimal } from '#lib/decimal.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import { addBaseFee } from '#engine/run/positions/base-fees.ts';
import type { BookedFill, FillOutcome } from '#engine/run/positions/position-book.ts';
import {
  baseFeesOf,
  bookFee,
  bookFill,
  findOpenPosition,
} from '#engine/run/positions/position-book.ts';
import type { OrderFill } from '#engine/run/run-event.ts';
import { isFirst, writeLine } from '#engine/run/run-log.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';

/** `feeLots`: what the fee took of what was bought; left out: nothing. */
export type VenueFillOutcome = FillOutcome & { readonly feeLots?: Lots };

type Books = Pick<Run, 'positions' | 'log'>;

/** What covers a short sale of what was the account's own is booked whole, whatever its fee. */
export function bookVenueFill(run: Books, fill: OrderFill, booked: BookedFill): VenueFillOutcome {
  const { positions } = run;
  if (fill.baseFeeUnits === undefined) return bookFill(positions, booked);
  const { positionId, market, side } = booked;
  const feeLots = addBaseFee(baseFeesOf(positions, market), market, fill.baseFeeUnits);
  noteBaseFees(run, market, fill.atMs);
  if (side === 'sell') return bookSale(run, fill, booked, feeLots);
  const isShort = findOpenPosition(positions, positionId)?.exact.direction === 'short';
  if (isShort || feeLots === 0n) return { ...bookFill(positions, booked), feeLots };
  if (feeLots >= fill.lots) {
    bookFee(positions, booked, fill.feeUnits);
    return { realizedUnits: NO_UNITS, closed: null, feeLots: fill.lots };
  }
  const trade = { ...fill, ...partOf(fill, (fill.lots - feeLots) as Lots) };
  return { ...bookFill(positions, { ...booked, trade }), feeLots };
}

/** Its fee took lots of what is left of its position. */
function bookSale(
  { positions }: Books,
  fill: OrderFill,
  booked: BookedFill,
  feeLots: Lots,
): FillOutcome {
  const outcome = bookFill(positions, booked);
  const left = findOpenPosition(positions, booked.positionId);
  if (feeLots === 0n || left?.exact.direction !== 'long') return outcome;
  const lots = left.exact.lots < feeLots ? left.exact.lots : feeLots;
  const trade = { ...fill, ...partOf(fill, lots), feeUnits: NO_UNITS };
  const { closed } = bookFill(positions, { ...booked, trade });
  return { ...outcome, closed };
}

/** So many lots at the price of the fill. */
function partOf(fill: OrderFill, lots: Lots): Pick<OrderFill, 'lots' | 'valueUnits'> {
  return { lots, valueUnits: ((fill.valueUnits * lots) / fill.lots) as Units };
}

/** Said once of each market. */
function noteBaseFees({ log }: Books, { market, terms }: RunMarket, atMs: number): void {
  if (!isFirst(log, `base fees ${market.marketTag}`)) return;
  const step = formatDecimal(terms.grid.amountStep);
  const text =
    `fees are taken out of ${terms.base}: positions and exits are what is left of what was bought, ` +
    `in whole steps of ${step}; the rest, less than a step, stays in the account as dust`;
  writeLine(log, atMs, 'warning', text);
}
