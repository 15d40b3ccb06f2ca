// An order that a strategy wants, as the API of orders takes it: exact lots and ticks cross over
// to the floats of the API here.

import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import type { OrderAction, OrderRequest } from '#engine/run-api/order-api.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';

/** What a strategy may hold; `neutral`: either. */
export type Stance = {
  readonly isSpot: boolean;
  readonly direction: 'long' | 'short' | 'neutral';
};

export type WantedOrder = {
  readonly side: OrderSide;
  readonly isExit: boolean;
  readonly lots: number;
  /** Null: at market. */
  readonly ticks: Ticks | null;
  readonly note: string;
};

/** Request for an order; null ticks make it a market order. */
export function orderRequest(
  stance: Stance,
  { grid }: TradingTerms,
  { side, isExit, lots, ticks, note }: WantedOrder,
): OrderRequest {
  return {
    action: actionOf(stance, side, isExit),
    marketTag: null,
    type: ticks === null ? 'market' : 'limit',
    price: ticks === null ? 0 : doubleOf(priceOf(grid, ticks)),
    amount: doubleOf(amountOf(grid, BigInt(lots) as Lots)),
    positionId: null,
    triggerPrice: null,
    trail: null,
    oca: null,
    timeoutMs: null,
    note,
    isReduceOnly: false,
    isHidden: false,
    isImmediate: false,
    isManaged: false,
  };
}

function actionOf({ isSpot, direction }: Stance, side: OrderSide, isExit: boolean): OrderAction {
  if (isSpot || direction === 'neutral') return side;
  if (direction === 'long') return isExit ? 'exit_long' : 'go_long';
  return isExit ? 'exit_short' : 'go_short';
}
