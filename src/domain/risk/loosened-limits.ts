// Compares the limits of an account with those that are to replace them: what the account would be
// allowed that it was not.

import type { Decimal } from '#lib/decimal.ts';
import type { AccountLimits, CurrencyLimits } from '#domain/risk/account-limits.ts';
import { limitsIn } from '#domain/risk/account-limits.ts';

export type LoosenedLimit =
  | { readonly limit: 'maxOrdersPerMinute' }
  /** A currency that nothing was traded in. Null: all of them. */
  | { readonly limit: 'currencies'; readonly currency: string | null }
  | { readonly limit: ValueLimit; readonly currency: string };

const VALUE_LIMITS = ['maxOrderValue', 'maxExposure', 'maxDailyLoss'] as const;
type ValueLimit = (typeof VALUE_LIMITS)[number];

/** Empty: each order that `next` allows was allowed by `former` too. */
export function loosenedLimits(
  former: AccountLimits,
  next: AccountLimits,
): readonly LoosenedLimit[] {
  const rate = isRaised(former.maxOrdersPerMinute, next.maxOrdersPerMinute)
    ? [{ limit: 'maxOrdersPerMinute' } as const]
    : [];
  return [...rate, ...loosenedCurrencies(former, next)];
}

function loosenedCurrencies(former: AccountLimits, next: AccountLimits): readonly LoosenedLimit[] {
  if (former.currencies.length === 0) return [];
  if (next.currencies.length === 0) return [{ limit: 'currencies', currency: null }];
  return next.currencies.flatMap((each) => {
    const { currency } = each;
    const before = limitsIn(former, currency);
    return before === null ? [{ limit: 'currencies', currency }] : loosenedIn(before, each);
  });
}

function loosenedIn(former: CurrencyLimits, next: CurrencyLimits): readonly LoosenedLimit[] {
  const { currency } = next;
  return VALUE_LIMITS.filter((limit) => isRaised(former[limit], next[limit])).map((limit) => ({
    limit,
    currency,
  }));
}

/** Null is no limit. */
function isRaised<Limit extends Decimal | number>(
  former: Limit | null,
  next: Limit | null,
): boolean {
  return former !== null && (next === null || next > former);
}
