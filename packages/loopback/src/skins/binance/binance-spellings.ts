// Values of Binance spot, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { withoutZeros } from '#loopback/values/field-spelling.ts';

export const BINANCE_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['price', 'origQty', 'executedQty', 'cummulativeQuoteQty', 'stopPrice', 'icebergQty'],
    as: withoutZeros,
    seen: 'Endpoints/Spot/Trading/GetOrder',
  },
  {
    fields: ['quoteQty', 'qty', 'commission'],
    as: withoutZeros,
    of: ['fills'],
    seen: 'Endpoints/Spot/Trading/GetUserTrades',
  },
  {
    fields: ['free', 'locked'],
    as: withoutZeros,
    of: ['balances'],
    seen: 'Socket/Spot/Account/GetAccountInfo',
  },
  {
    fields: ['o', 'h', 'l', 'c', 'v', 'q', 'V', 'Q'],
    as: withoutZeros,
    of: ['frames'],
    seen: 'Subscriptions/Spot/ExchangeData/Klines',
  },
];
