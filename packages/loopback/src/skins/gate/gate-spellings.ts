// Values of Gate, as recordings of it by others spell them.

import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { ABSENT, always, withPlaces } from '#loopback/values/field-spelling.ts';

export const GATE_SPELLINGS: readonly FieldSpelling[] = [
  {
    fields: ['deal'],
    as: always(ABSENT),
    of: ['fills'],
    seen: 'Endpoints/Spot/Trading/GetUserTrades',
  },
  {
    fields: ['stp_id', 'stp_act', 'amend_text'],
    as: always(ABSENT),
    seen: 'Endpoints/Spot/Trading/GetOrders',
  },
  {
    fields: ['amount', 'left', 'filled_amount', 'filled_total', 'fill_price'],
    as: withPlaces(8),
    seen: 'Endpoints/Spot/Trading/CancelTriggerOrder',
  },
];
