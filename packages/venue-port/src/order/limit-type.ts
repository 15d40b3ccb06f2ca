// Order types with a limit price.

import type { OrderType } from '#venue-port/order/order.ts';

/** Whether the order, now or once it is triggered, works at a limit price. */
export function isLimitType(type: OrderType): boolean {
  switch (type) {
    case 'limit':
    case 'stop_limit':
    case 'take_profit_limit':
    case 'trailing_stop_limit':
      return true;
    case 'market':
    case 'stop_market':
    case 'take_profit_market':
    case 'trailing_stop_market':
      return false;
  }
}
