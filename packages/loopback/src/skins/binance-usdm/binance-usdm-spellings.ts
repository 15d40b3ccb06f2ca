// Values of Binance USD-M futures, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { always, asText, withPlaces, withoutZeros } from '#loopback/values/field-spelling.ts';

export const BINANCE_USDM_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['avgPrice', 'entryPrice', 'breakEvenPrice'],
    as: withPlaces(5),
    seen: 'Endpoints/UsdFutures/Trading/GetOpenOrders',
  },
  {
    fields: ['origQty', 'executedQty', 'positionAmt', 'price', 'stopPrice'],
    as: withPlaces(3),
    seen: 'Endpoints/UsdFutures/Trading/GetPositions',
  },
  {
    fields: ['leverage', 'isAutoAddMargin'],
    as: asText,
    of: ['positions'],
    seen: 'Endpoints/UsdFutures/Trading/GetPositions',
  },
  {
    fields: ['isolatedMargin', 'realizedPnl', 'commission'],
    as: withPlaces(8),
    seen: 'Endpoints/UsdFutures/Trading/GetUserTrades',
  },
  {
    fields: ['maintMargin', 'initialMargin', 'positionInitialMargin', 'openOrderInitialMargin'],
    as: withoutZeros,
    of: ['balances'],
    seen: 'Endpoints/UsdFutures/Account/GetAccountInfoV3',
  },
  {
    fields: ['icebergQuantity'],
    as: always('null'),
    seen: 'Endpoints/UsdFutures/Trading/GetConditionalOrder',
  },
];
