// Balance of a currency in an account that borrows.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Balance } from '#venue-port/exchange/exchange.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { decimalField, optionalDecimal } from '#venues/dialects/reply/reply-fields.ts';

/**
 * What is borrowed is not owned, and what is owned and not available is locked: by orders, or as
 * the margin of positions. `debt` names the field of what is borrowed.
 */
export function balanceWithDebt(currency: string, fields: ReplyFields, debt: string): Balance {
  const owned = decimalField(fields, 'balance') - optionalDecimal(fields, debt);
  const total = positive(owned as Decimal);
  const usable = positive(decimalField(fields, 'available'));
  const available = usable < total ? usable : total;
  return {
    currency,
    available,
    locked: (total - available) as Decimal,
    total,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

function positive(value: Decimal): Decimal {
  return value > 0n ? value : ZERO;
}
