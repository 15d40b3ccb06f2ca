// Values of Hyperliquid, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { always, withPlaces } from '#loopback/values/field-spelling.ts';

export const HYPERLIQUID_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['limitPx', 'px', 'sz', 'origSz', 'szi'],
    as: withPlaces(1),
    seen: 'Subscriptions/Order',
  },
  {
    fields: ['premium', 'midPx', 'impactPxs'],
    as: always('null'),
    of: ['markets'],
    seen: 'Endpoints/Futures/ExchangeData/GetExchangeInfoAndTickers',
  },
];
