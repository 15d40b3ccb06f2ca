// What a fill on a spot market moves: money against asset, the fee in the quote currency on both
// sides.

import type { Units } from '#domain/money/currency.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import { assert } from '#lib/assert.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import type { Purse } from '#domain/ledger/purse.ts';
import { move } from '#domain/ledger/purse.ts';
import type { Fill, PricedTrade } from '#domain/position/fill.ts';
import { priceTrade } from '#domain/position/fill.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { payFee, payFromHold, releaseSpare } from '#domain/position/pay-from-hold.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { baseUnitsOf } from '#domain/position/trading-terms.ts';

export type SpotFillOutcome = {
  /**
   * The ledger refuses them when the price was worse than held for and `available` cannot make up
   * for it.
   */
  readonly transfers: readonly Transfer[];
  readonly hold: OrderHold;
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  readonly baseUnits: Units;
};

/** Settles a fill of a spot order. Asserts that it is within the order's open lots. */
export function fillSpot(terms: TradingTerms, hold: OrderHold, fill: Fill): SpotFillOutcome {
  assert(hold.kind === 'spot', 'a spot fill belongs to a spot order');
  assert(fill.lots > 0n && fill.lots <= hold.lots, 'a fill is within the open lots');
  const trade = priceTrade(terms, hold, fill, fill.lots);
  const filledLots = (hold.filledLots + fill.lots) as Lots;
  const rounding = hold.side === 'buy' ? 'floor' : 'ceil';
  const baseUnits = (baseUnitsOf(terms, filledLots, rounding) -
    baseUnitsOf(terms, hold.filledLots, rounding)) as Units;
  const after: OrderHold = {
    ...hold,
    lots: (hold.lots - fill.lots) as Lots,
    openingLots: (hold.openingLots > fill.lots ? hold.openingLots - fill.lots : 0n) as Lots,
    filledLots,
    traded: trade.traded,
    openedUnits: (hold.openedUnits + trade.valueUnits) as Units,
    feeWeight: trade.feeWeight,
  };
  const settled =
    hold.side === 'buy'
      ? settleBuy(terms, after, trade, baseUnits)
      : settleSale(terms, after, trade, baseUnits);
  return { ...settled, valueUnits: trade.valueUnits, feeUnits: trade.feeUnits, baseUnits };
}

type Settled = Pick<SpotFillOutcome, 'transfers' | 'hold'>;

function settleBuy(
  terms: TradingTerms,
  after: OrderHold,
  trade: PricedTrade,
  baseUnits: Units,
): Settled {
  const quote = purseOf(after, terms.grid.settlementCurrency, after.heldUnits);
  const base = purseOf(after, terms.base, 0n);
  payFromHold(quote, 'venue', trade.valueUnits, 'trade');
  move(base, 'venue', 'available', baseUnits, 'trade');
  payFee(quote, trade.feeUnits);
  const hold = releaseSpare(terms, quote, after);
  return { hold, transfers: [...quote.transfers, ...base.transfers] };
}

function settleSale(
  terms: TradingTerms,
  after: OrderHold,
  trade: PricedTrade,
  baseUnits: Units,
): Settled {
  const quote = purseOf(after, terms.grid.settlementCurrency, 0n);
  const base = purseOf(after, terms.base, after.heldUnits);
  payFromHold(base, 'venue', baseUnits, 'trade');
  move(quote, 'venue', 'available', trade.valueUnits, 'trade');
  payFee(quote, trade.feeUnits);
  const hold = releaseSpare(terms, base, after);
  return { hold, transfers: [...base.transfers, ...quote.transfers] };
}

/** Spot settlements ignore `available`: what it cannot pay, the ledger refuses. */
function purseOf({ reference }: OrderHold, currency: string, reserved: bigint): Purse {
  return { currency, reference, transfers: [], reserved, available: 0n, margin: 0n };
}
