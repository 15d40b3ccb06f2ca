// Order types and sides as scripts name them.

import type { OrderTypeName } from '#engine/run-api/order-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import type { TradingConstant } from '#commands/trading/constant-number.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';

const CONSTANT_NAMES = {
  limit: 'LimitOrderType',
  market: 'MarketOrderType',
  no_timeout: 'NoTimeOutOrderType',
  maker_or_cancel: 'MakerOrCancelOrderType',
  stop_limit: 'StopLimitOrderType',
  stop_market: 'StopMarketOrderType',
  take_profit_limit: 'TakeProfitLimitOrderType',
  take_profit_market: 'TakeProfitMarketOrderType',
  trailing_stop_market: 'TrailingStopMarketOrderType',
} as const satisfies { readonly [type in OrderTypeName]: TradingConstant };

const TYPES = new Map(
  Object.entries(CONSTANT_NAMES).map(([type, name]) => [
    constantNumber(name),
    type as OrderTypeName,
  ]),
);

/** Constant of an order type. */
export function orderTypeConstant(type: OrderTypeName): number {
  return constantNumber(CONSTANT_NAMES[type]);
}

/** Throws LuaError when no order type has this number. */
export function orderTypeOf(constant: number): OrderTypeName {
  const type = TYPES.get(constant);
  if (type === undefined) throw new LuaError(`${constant} is not an order type`);
  return type;
}
