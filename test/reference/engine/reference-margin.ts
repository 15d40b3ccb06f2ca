// Funding and liquidation of the one position of a contract market, on isolated margin.

import type { ReferenceCandle } from './candle-path.ts';
import { endIdleExits } from './fit-exit.ts';
import type { Fraction } from './fraction.ts';
import {
  compare,
  least,
  minus,
  most,
  negative,
  NOTHING,
  ONE,
  plus,
  roundedDown,
  roundedUp,
  sizeOf,
  times,
} from './fraction.ts';
import type { PositionLedger, ReferencePosition } from './position-ledger.ts';
import { gainOf, isLong, leave } from './position-ledger.ts';
import type { ReferenceMarket } from './reference-market.ts';
import { bookedWorth, worthOf } from './reference-market.ts';
import type { ReferenceState } from './reference-state.ts';

/** Pays the share of what is held, at this price; longs pay where it is above zero. */
export function payFunding(
  { market, ledger }: ReferenceState,
  rate: Fraction,
  price: Fraction,
): void {
  for (const position of ledger.positions.values()) {
    const share = times(rate, isLong(position) ? ONE : negative(ONE));
    const worth = worthOf(market, price, sizeOf(position.amount));
    const rounded = share.numerator > 0n ? roundedUp : roundedDown;
    const owed = roundedUp(times(rounded(worth, market.unit), share), market.unit);
    ledger.funding = plus(ledger.funding, owed);
  }
}

/** Closes what its margin no longer keeps at the candle's worst price, and cancels all orders. */
export function liquidate(run: ReferenceState, candle: ReferenceCandle): void {
  const { market, ledger } = run;
  for (const [positionId, position] of ledger.positions) {
    const isSale = isLong(position);
    const worst = isSale ? candle.low : candle.high;
    if (position.amount.numerator === 0n || !isDue(market, position, worst)) continue;
    for (const order of run.orders) if (order.state === 'open') order.state = 'cancelled';
    const price = settlingPrice(market, position, worst, candle.open);
    closeAt(market, ledger, position, price);
    run.entries.delete(positionId);
    endIdleExits(run);
  }
}

/** Whether margin and open profit have fallen to what the value must keep. */
function isDue(market: ReferenceMarket, position: ReferencePosition, price: Fraction): boolean {
  const worth = closingWorth(market, position, price);
  const left = plus(position.margin, gainOf(market, isLong(position), position.cost, worth));
  return compare(left, roundedUp(times(worth, market.maintenanceShare), market.unit)) <= 0n;
}

function closingWorth(
  market: ReferenceMarket,
  position: ReferencePosition,
  price: Fraction,
): Fraction {
  const side = isLong(position) ? 'sell' : 'buy';
  return bookedWorth(market, side, worthOf(market, price, sizeOf(position.amount)));
}

/** The step nearest to safety at which it is due, or the open where that lies beyond. */
function settlingPrice(
  market: ReferenceMarket,
  position: ReferencePosition,
  worst: Fraction,
  open: Fraction,
): Fraction {
  const { priceStep } = market;
  const safer = (price: Fraction): Fraction =>
    isLong(position) ? plus(price, priceStep) : minus(price, priceStep);
  let price = worst;
  while (isDue(market, position, safer(price))) price = safer(price);
  return isLong(position) ? least(price, open) : most(price, open);
}

/** The fee takes no more than the loss has left of the margin. */
function closeAt(
  market: ReferenceMarket,
  ledger: PositionLedger,
  position: ReferencePosition,
  price: Fraction,
): void {
  const worth = closingWorth(market, position, price);
  const gain = gainOf(market, isLong(position), position.cost, worth);
  const left = most(NOTHING, plus(position.margin, gain));
  const fee = roundedUp(times(worth, market.liquidationFee), market.unit);
  ledger.fees = plus(ledger.fees, least(fee, left));
  leave(market, ledger, position, sizeOf(position.amount), worth);
}
