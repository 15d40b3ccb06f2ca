// Values of Bybit, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { always, asNumber, ifEmpty, withPlaces, word } from '#loopback/values/field-spelling.ts';

export const BYBIT_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['price', 'avgPrice', 'markPrice', 'lastPrice', 'bid1Price', 'ask1Price'],
    as: withPlaces(2),
    seen: 'Endpoints/V5Api/ExchangeData/GetLinearInverseTickers',
  },
  {
    fields: ['cumExecQty', 'leavesQty', 'qty', 'cumExecValue', 'cumExecFee'],
    as: withPlaces(4),
    seen: 'JsonResponses/Derivatives/UnifiedMargin/Socket/OrderUpdate',
  },
  {
    fields: ['avgPrice'],
    as: ifEmpty('"0"'),
    of: ['lookup', 'orders'],
    seen: 'Endpoints/V5Api/Trading/GetOrderHistory',
  },
  {
    fields: ['triggerPrice', 'takeProfit', 'stopLoss', 'lastPriceOnCreated'],
    as: ifEmpty('"0.00"'),
    of: ['lookup', 'orders', 'positions'],
    seen: 'Endpoints/V5Api/Trading/GetOrderHistory',
  },
  {
    fields: ['stopOrderType', 'tpTriggerBy', 'slTriggerBy', 'triggerBy'],
    as: ifEmpty('"UNKNOWN"'),
    of: ['lookup', 'orders', 'frames'],
    seen: 'Endpoints/V5Api/Trading/GetOrderHistory',
  },
  {
    fields: ['liqPrice', 'bustPrice'],
    as: ifEmpty('"0.00"'),
    of: ['positions'],
    seen: 'JsonResponses/V5/Trading/GetPositionsAsync2',
  },
  {
    fields: ['createdTime', 'updatedTime'],
    as: asNumber,
    of: ['frames'],
    seen: 'JsonResponses/Derivatives/UnifiedMargin/Socket/OrderUpdate',
  },
  {
    fields: ['availableToBorrow', 'availableToWithdraw', 'predictedDeliveryPrice'],
    as: ifEmpty('"0"'),
    seen: 'Endpoints/V5Api/Account/GetBalances',
  },
  {
    fields: ['retMsg'],
    as: word('"OK"', '""'),
    seen: 'Endpoints/V5Api/Account/GetApiKeyInfo',
  },
  {
    fields: ['orderLinkId'],
    as: always('""'),
    of: ['cancel'],
    isRare: true,
    seen: 'JsonResponses/Derivatives/UnifiedMargin/Trading/CancelOrderAsync',
  },
];
