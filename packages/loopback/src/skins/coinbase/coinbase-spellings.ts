// Values of Coinbase, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import {
  ABSENT,
  always,
  asNumber,
  ifEmpty,
  withPlaces,
  withoutZeros,
} from '#loopback/values/field-spelling.ts';

export const COINBASE_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['price', 'limit_price'],
    as: withPlaces(2),
    seen: 'Endpoints/AdvancedTrade/Trading/GetUserTrades',
  },
  {
    fields: ['value'],
    as: withoutZeros,
    of: ['balances'],
    seen: 'Endpoints/AdvancedTrade/Account/GetAccounts',
  },
  {
    fields: ['base_size'],
    as: asNumber,
    of: ['place'],
    seen: 'Endpoints/AdvancedTrade/Trading/PlaceOrder',
  },
  {
    fields: ['deleted_at', 'platform'],
    as: always(ABSENT),
    of: ['balances'],
    seen: 'Endpoints/AdvancedTrade/Account/GetAccounts',
  },
  {
    fields: ['cursor'],
    as: ifEmpty('null'),
    of: ['fills'],
    seen: 'Endpoints/AdvancedTrade/Trading/GetUserTrades',
  },
];
