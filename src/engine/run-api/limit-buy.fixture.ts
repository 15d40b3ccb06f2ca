// The order that a script asks for in tests which are not about its terms.

import type { OrderRequest } from '#engine/run-api/order-api.ts';

/** A limit buy of 2 at 100 with no terms beyond, changed as given. */
export function limitBuy(changes: Partial<OrderRequest> = {}): OrderRequest {
  return {
    action: 'buy',
    marketTag: null,
    type: 'limit',
    price: 100,
    amount: 2,
    positionId: null,
    triggerPrice: null,
    trail: null,
    oca: null,
    timeoutMs: null,
    note: '',
    isReduceOnly: false,
    isHidden: false,
    isImmediate: false,
    isManaged: false,
    ...changes,
  };
}
