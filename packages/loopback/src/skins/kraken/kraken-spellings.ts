// Values of Kraken, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { ABSENT, always, asNumber, ifEmpty } from '#loopback/values/field-spelling.ts';

export const KRAKEN_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['balance', 'hold_trade'],
    as: asNumber,
    of: ['balances'],
    seen: 'Endpoints/Spot/Account/GetAvailableBalances',
  },
  {
    fields: ['userref'],
    as: ifEmpty('0'),
    seen: 'JsonResponses/SpotTrading/GetOpenOrdersAsync',
  },
  {
    fields: ['reason'],
    as: ifEmpty('"User requested"'),
    of: ['lookup'],
    seen: 'Endpoints/Spot/Trading/GetOrders2',
  },
  {
    fields: ['misc'],
    as: ifEmpty('"closing"'),
    of: ['fills'],
    seen: 'JsonResponses/SpotTrading/GetUserTradesAsync',
  },
  {
    fields: ['trade_id'],
    as: always(ABSENT),
    of: ['fills'],
    seen: 'JsonResponses/SpotTrading/GetUserTradesAsync',
  },
  {
    fields: ['cl_ord_id'],
    as: always(ABSENT),
    of: ['orders', 'lookup'],
    isRare: true,
    seen: 'JsonResponses/SpotTrading/GetOpenOrdersAsync',
  },
];
