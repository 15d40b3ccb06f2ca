// Limits of an account, as its owner or the operator has set them. Null: no limit.

import type { Decimal } from '#lib/decimal.ts';

/** Of what settles in it: quote on spot and vanilla, base on inverse, margin currency on quanto. */
export type CurrencyLimits = {
  readonly currency: string;
  /** Value of one order. */
  readonly maxOrderValue: Decimal | null;
  /** Value of what is held and of what working orders may add to it. */
  readonly maxExposure: Decimal | null;
  /** What the account may be worth less than at 00:00 UTC. */
  readonly maxDailyLoss: Decimal | null;
};

export type AccountLimits = {
  readonly maxOrdersPerMinute: number | null;
  /** One for each currency. Where there are any, nothing is traded that settles in another. */
  readonly currencies: readonly CurrencyLimits[];
};

/** Of an account that nothing was set for. */
export const NO_LIMITS: AccountLimits = { maxOrdersPerMinute: null, currencies: [] };

/** Limits of this currency; null when none are set. */
export function limitsIn(limits: AccountLimits, currency: string): CurrencyLimits | null {
  return limits.currencies.find((each) => each.currency === currency) ?? null;
}

/** Whether the limits are of what the account holds, which must be fetched from its exchange. */
export function needsStanding({ maxExposure, maxDailyLoss }: CurrencyLimits): boolean {
  return maxExposure !== null || maxDailyLoss !== null;
}
