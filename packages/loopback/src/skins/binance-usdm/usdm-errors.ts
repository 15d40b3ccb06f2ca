// Errors of Binance USD-M futures beside those of all of its markets, as its documentation lists
// them.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { BinanceError } from '#loopback/skins/binance/binance-errors.ts';
import { refused } from '#loopback/skins/binance/binance-errors.ts';

export const USDM_ERRORS = {
  tick: refused(-4014, 'Price not increased by tick size.'),
  step: refused(-1111, 'Precision is over the maximum defined for this asset.'),
  tooLittle: refused(-4004, 'Quantity less than min quantity.'),
  tooMuch: refused(-4005, 'Quantity greater than max quantity.'),
  tooHigh: refused(-4016, 'Price is higher than mark price multiplier cap.'),
  tooLow: refused(-4024, 'Price is lower than mark price multiplier floor.'),
  openOrders: refused(-4047, 'Margin type cannot be changed if there exists open orders.'),
  openPosition: refused(-4048, 'Margin type cannot be changed if there exists position.'),
  triggerPassed: refused(-2021, 'Order would immediately trigger.'),
  algoOrders: refused(
    -4120,
    'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
  ),
  sameMarginMode: refused(-4046, 'No need to change margin type.'),
} as const;

/** Error -4164 with the least notional value. */
export function worthTooLittle(min: string): BinanceError {
  const rule = `Order's notional must be no smaller than ${min} (unless you choose reduce only).`;
  return refused(-4164, rule);
}

/** Error -4028 with the leverage that was sent. */
export function invalidLeverage(leverage: string): BinanceError {
  return refused(-4028, `Leverage ${leverage} is not valid`);
}

const REFUSALS: Readonly<Record<Refusal, BinanceError>> = {
  duplicate: refused(-4116, 'ClientOrderId is duplicated.'),
  market_closed: refused(-4141, 'Symbol is closed.'),
  insufficient_funds: refused(-2019, 'Margin is insufficient.'),
  would_take: refused(
    -5022,
    'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
  ),
  no_liquidity: refused(-2020, 'Unable to fill.'),
  nothing_to_reduce: refused(-2022, 'ReduceOnly Order is rejected.'),
  wrong_position_side: refused(-4061, "Order's position side does not match user's setting."),
};

/** Error for a refusal of the engine. */
export function refusedByUsdm(reason: Refusal): BinanceError {
  return REFUSALS[reason];
}
