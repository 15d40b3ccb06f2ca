// Reads the limits of an account from a body, for its owner and for a partner alike.

import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { AccountLimits } from '#services/risk/account-limits.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuseField } from '#api/http/responses/api-response.ts';
import type { SetAccountLimitsWire } from '#api/schemas/account-limits.ts';
import { accountLimitsFromWire } from '#api/schemas/account-limits.ts';

export type LimitsRead = { readonly limits: AccountLimits; readonly resetsLosses: boolean };

export function readLimits(body: SetAccountLimitsWire): Result<LimitsRead, Refusal> {
  const limits = accountLimitsFromWire(body);
  if (hasNegative(limits))
    return rejected(refuseField('currencies', 'limits of zero or more', 'less'));
  return accepted({ limits, resetsLosses: body.reset_losses === true });
}

export function refuseRepeated(currency: string): Refusal {
  return refuseField('currencies', 'each currency once', `"${currency}" twice`);
}

function hasNegative({ currencies }: AccountLimits): boolean {
  return currencies.some(({ maxOrderValue, maxExposure, maxDailyLoss }) =>
    [maxOrderValue, maxExposure, maxDailyLoss].some((limit) => limit !== null && limit < ZERO),
  );
}
