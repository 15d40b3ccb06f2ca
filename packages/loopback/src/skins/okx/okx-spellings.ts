// Values of OKX, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { ABSENT, always, ifEmpty, word } from '#loopback/values/field-spelling.ts';

export const OKX_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['lever'],
    as: ifEmpty('"5.6"'),
    of: ['orders'],
    seen: 'Endpoints/UnifiedApi/Trading/GetOrders',
  },
  {
    fields: ['interest', 'isoLiab', 'crossLiab', 'liab', 'ordFroz', 'stgyEq'],
    as: ifEmpty('"0"'),
    of: ['balances'],
    seen: 'Endpoints/UnifiedApi/Account/GetAccountBalance',
  },
  {
    fields: ['stpMode'],
    as: word('"cancel_maker"', '""'),
    seen: 'Endpoints/UnifiedApi/Trading/GetOrders',
  },
  {
    fields: ['cancelSource', 'cancelSourceReason', 'subCode', 'formulaType'],
    as: ifEmpty(ABSENT),
    seen: 'Endpoints/UnifiedApi/Trading/PlaceOrder',
  },
  {
    fields: ['clOrdId'],
    as: always('""'),
    of: ['place', 'cancel', 'orders', 'fills'],
    isRare: true,
    seen: 'Endpoints/UnifiedApi/Trading/GetOrders',
  },
];
