// Values of Bitget, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import {
  ABSENT,
  always,
  emptyIfZero,
  inLowerCase,
  withPlaces,
  word,
} from '#loopback/values/field-spelling.ts';

export const BITGET_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['size', 'priceAvg', 'baseVolume', 'quoteVolume'],
    as: withPlaces(16),
    of: ['lookup'],
    seen: 'Endpoints/Spot/Trading/GetClosedOrders',
  },
  {
    fields: ['newSize', 'size', 'notional', 'priceAvg', 'fillPrice'],
    as: withPlaces(4),
    of: ['frames'],
    seen: 'Subscriptions/Spot/Order',
  },
  { fields: ['frozen'], as: emptyIfZero, seen: 'Endpoints/Spot/Account/GetFundingBalances' },
  {
    fields: ['coin'],
    as: inLowerCase,
    of: ['balances'],
    seen: 'Endpoints/Spot/Account/GetSpotBalances',
  },
  {
    fields: ['symbol'],
    as: inLowerCase,
    of: ['orders'],
    seen: 'Endpoints/Spot/Trading/GetOpenOrders',
  },
  {
    fields: ['status'],
    as: word('"live"', '"new"'),
    of: ['orders'],
    seen: 'Endpoints/Spot/Trading/GetOpenOrders',
  },
  {
    fields: ['userId', 'inviterId'],
    as: always('"**********"'),
    of: ['orders', 'lookup', 'fills'],
    seen: 'Endpoints/Spot/Trading/GetUserTrades',
  },
  {
    fields: ['orderSource', 'cancelReason', 'uTime'],
    as: always(ABSENT),
    of: ['orders'],
    seen: 'Endpoints/Spot/Trading/GetOpenOrders',
  },
  {
    fields: ['enterPointSource'],
    as: always('"WEB"'),
    seen: 'Endpoints/Spot/Trading/GetOpenOrders',
  },
  {
    fields: ['clientOid'],
    as: always('""'),
    of: ['cancel'],
    isRare: true,
    seen: 'Endpoints/Futures/Trading/CancelOrder',
  },
  {
    fields: ['clientOid'],
    as: always('null'),
    of: ['place'],
    isRare: true,
    seen: 'Endpoints/Spot/Trading/CancelReplaceOrder',
  },
];
