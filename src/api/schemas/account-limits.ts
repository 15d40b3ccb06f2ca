// The wire shape of an account's limits.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import type { AccountLimits } from '#services/risk/account-limits.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';
import { nullableAmountField, field, listField, shapeOf } from '#api/schemas/field-codec.ts';
import {
  decimalFromWire,
  decimalString,
  int32,
  nullable,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const CURRENCIES_MAX = 50;
const CURRENCY_CHARACTERS_MAX = 32;
const ORDERS_PER_MINUTE_MAX = 100_000;

const MEANINGS = {
  currency: 'Quote on spot and vanilla markets, base on inverse, margin currency on quanto.',
  order: 'Largest value of an order, at its price or at the market.',
  exposure: 'Largest value of what is held and what working orders may add.',
  loss: 'Largest loss since 00:00 UTC, realised and unrealised, with fees; bots are stopped then.',
  resetLosses:
    'Whether losses of today count from now on. A loss that reaches its limit holds until the ' +
    'next UTC day otherwise, whatever comes back. Bots stay stopped.',
  perMinute: 'Orders of people and bots together.',
  currencies: 'Where there are any, nothing is traded that settles in another currency.',
} as const;

function chosenLimit(meaning: string, example: string) {
  const description = `${meaning} None when left out (or null).`;
  return Type.Optional(nullable(decimalString(description, example)));
}

export const SetAccountLimitsSchema = shape('SetAccountLimits', 'What an account may do at most.', {
  max_orders_per_minute: Type.Optional(
    nullable(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: ORDERS_PER_MINUTE_MAX,
        description: `${MEANINGS.perMinute} None when left out (or null).`,
        examples: [30],
      }),
    ),
  ),
  reset_losses: Type.Optional(
    Type.Boolean({ description: MEANINGS.resetLosses, default: false, examples: [false] }),
  ),
  currencies: Type.Optional(
    Type.Array(
      shape('SetCurrencyLimits', 'Limits of what settles in one currency.', {
        currency: Type.String({
          minLength: 1,
          maxLength: CURRENCY_CHARACTERS_MAX,
          pattern: PRINTABLE,
          description: MEANINGS.currency,
          examples: ['USDT'],
        }),
        max_order_value: chosenLimit(MEANINGS.order, '1000'),
        max_exposure: chosenLimit(MEANINGS.exposure, '5000'),
        max_daily_loss: chosenLimit(MEANINGS.loss, '250'),
      }),
      { maxItems: CURRENCIES_MAX, description: MEANINGS.currencies },
    ),
  ),
});
export type SetAccountLimitsWire = Static<typeof SetAccountLimitsSchema>;

const CURRENCY_LIMITS = shapeOf<AccountLimits['currencies'][number]>()(
  'CurrencyLimits',
  'Limits of what settles in one currency.',
  {
    currency: field(text(MEANINGS.currency, 'USDT'), (of) => of.currency),
    max_order_value: nullableAmountField(MEANINGS.order, '1000', (of) => of.maxOrderValue),
    max_exposure: nullableAmountField(MEANINGS.exposure, '5000', (of) => of.maxExposure),
    max_daily_loss: nullableAmountField(MEANINGS.loss, '250', (of) => of.maxDailyLoss),
  },
);

const ACCOUNT_LIMITS = shapeOf<AccountLimits>()('AccountLimits', 'Null is no limit.', {
  max_orders_per_minute: field(
    nullable(int32(MEANINGS.perMinute, 30)),
    (of) => of.maxOrdersPerMinute,
  ),
  currencies: listField(
    CURRENCY_LIMITS,
    { description: MEANINGS.currencies },
    (of) => of.currencies,
  ),
});
export const AccountLimitsSchema = ACCOUNT_LIMITS.schema;
export const accountLimitsToWire = ACCOUNT_LIMITS.toWire;

/** Limits of a body; null stands for no limit. */
export function accountLimitsFromWire(wire: SetAccountLimitsWire): AccountLimits {
  const { max_orders_per_minute: maxOrdersPerMinute = null, currencies = [] } = wire;
  return {
    maxOrdersPerMinute,
    currencies: currencies.map((each) => ({
      currency: each.currency,
      maxOrderValue: nullableDecimalFromWire(each.max_order_value),
      maxExposure: nullableDecimalFromWire(each.max_exposure),
      maxDailyLoss: nullableDecimalFromWire(each.max_daily_loss),
    })),
  };
}

function nullableDecimalFromWire(wire: string | null | undefined): Decimal | null {
  return wire === null || wire === undefined ? null : decimalFromWire(wire);
}
