// Reads the limits of an account from a body, for its owner and for a partner alike.

import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { AccountLimits, LooseningRejection } from '#services/risk/account-limits.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuseLoosening } from '#api/http/callers/refuse-loosening.ts';
import { refuseField } from '#api/http/responses/api-response.ts';
import type { SetAccountLimitsWire } from '#api/schemas/account-limits.ts';
import { accountLimitsFromWire } from '#api/schemas/account-limits.ts';

export type LimitsRead = { readonly limits: AccountLimits; readonly resetsLosses: boolean };

/** Limits of a body; refuses negative ones. */
export function readLimits(body: SetAccountLimitsWire): Result<LimitsRead, Refusal> {
  const limits = accountLimitsFromWire(body);
  if (hasNegative(limits))
    return rejected(refuseField('currencies', 'limits of zero or more', 'less'));
  return accepted({ limits, resetsLosses: body.reset_losses === true });
}

/** Refusal of a currency that is listed twice. */
export function refuseRepeated(currency: string): Refusal {
  return refuseField('currencies', 'each currency once', `"${currency}" twice`);
}

/** Names the field that would lift a limit. */
export function refuseLoosened(
  { code, loosened }: LooseningRejection,
  { currencies = [] }: SetAccountLimitsWire,
): Refusal {
  if (loosened.limit === 'losses') return refuseLoosening(code, 'reset_losses');
  if (loosened.limit === 'maxOrdersPerMinute')
    return refuseLoosening(code, 'max_orders_per_minute');
  const { limit, currency } = loosened;
  const index = currencies.findIndex((each) => each.currency === currency);
  if (index === -1) return refuseLoosening(code, 'currencies');
  return refuseLoosening(code, `currencies/${index}/${LOOSENED_NAMES[limit]}`);
}

const LOOSENED_NAMES = {
  currencies: 'currency',
  maxOrderValue: 'max_order_value',
  maxExposure: 'max_exposure',
  maxDailyLoss: 'max_daily_loss',
} as const;

function hasNegative({ currencies }: AccountLimits): boolean {
  return currencies.some(({ maxOrderValue, maxExposure, maxDailyLoss }) =>
    [maxOrderValue, maxExposure, maxDailyLoss].some((limit) => limit !== null && limit < ZERO),
  );
}
