// Values of KuCoin, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { ifEmpty, withPlaces } from '#loopback/values/field-spelling.ts';

export const KUCOIN_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['remark'],
    as: ifEmpty('"order remarks"'),
    seen: 'Endpoints/Spot/HfTrading/GetOpenOrdersV2',
  },
  {
    fields: ['size', 'dealSize', 'remainSize', 'price', 'funds', 'dealFunds', 'fee'],
    as: withPlaces(8),
    of: ['orders', 'lookup', 'fills'],
    seen: 'Endpoints/Spot/Trading/GetOrders',
  },
];
