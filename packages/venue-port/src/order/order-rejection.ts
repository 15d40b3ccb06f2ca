// Rejection of an order by a market: which rule, what was found, what would be valid; and the
// sentence that says so.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';

/** Every rule, in the order in which they are checked. */
export const ORDER_RULES = [
  'market_open',
  'price_positive',
  'price_step',
  'amount_positive',
  'min_amount',
  'max_amount',
  'amount_step',
  'min_value',
  'max_value',
] as const;
export type OrderRule = (typeof ORDER_RULES)[number];

/**
 * `found` breaks the rule, `bound` is the step or limit it breaks. `nearest` holds the valid values
 * next to what was asked, smallest first: prices for the price rules, amounts for all others (which
 * then break no other amount or value rule either); empty when no amount is valid at this price.
 */
export type OrderRejection =
  | { readonly rule: 'market_open'; readonly marketTag: string }
  | {
      readonly rule: Exclude<OrderRule, 'market_open' | 'min_value' | 'max_value'>;
      readonly found: Decimal;
      readonly bound: Decimal;
      readonly nearest: readonly Decimal[];
    }
  | {
      readonly rule: 'min_value' | 'max_value';
      /** The value of the amount, in `currency`, cut to what a decimal holds. */
      readonly found: Decimal;
      readonly bound: Decimal;
      readonly amount: Decimal;
      readonly currency: string;
      readonly nearest: readonly Decimal[];
    };

/** The rejection as a sentence for people, without a full stop. */
export function describeRejection(rejection: OrderRejection): string {
  switch (rejection.rule) {
    case 'market_open':
      return `market "${rejection.marketTag}" is not open for trading`;
    case 'price_positive':
      return `price ${shown(rejection.found)} is not above zero${instead(rejection, 'price')}`;
    case 'price_step': {
      const step = `is not a multiple of the price step ${shown(rejection.bound)}`;
      return `price ${shown(rejection.found)} ${step}${instead(rejection, 'price')}`;
    }
    case 'amount_positive':
      return `amount ${shown(rejection.found)} is not above zero${instead(rejection, 'amount')}`;
    case 'amount_step': {
      const step = `is not a multiple of the amount step ${shown(rejection.bound)}`;
      return `amount ${shown(rejection.found)} ${step}${instead(rejection, 'amount')}`;
    }
    case 'min_amount':
    case 'max_amount': {
      const limit = `${limitWords(rejection.rule)} amount ${shown(rejection.bound)}`;
      return `amount ${shown(rejection.found)} is ${limit}${instead(rejection, 'amount')}`;
    }
    case 'min_value':
    case 'max_value': {
      const { found, bound, amount, currency, rule } = rejection;
      const value = `value ${shown(found)} ${currency} of amount ${shown(amount)}`;
      const limit = `${limitWords(rule)} value ${shown(bound)} ${currency}`;
      return `${value} is ${limit}${instead(rejection, 'amount')}`;
    }
  }
}

function limitWords(rule: 'min_amount' | 'max_amount' | 'min_value' | 'max_value'): string {
  return rule.startsWith('min') ? 'below the minimum' : 'above the maximum';
}

function instead(rejection: { readonly nearest: readonly Decimal[] }, what: string): string {
  const [first, second] = rejection.nearest;
  if (first === undefined) return `; no ${what} is valid at this price`;
  return second === undefined
    ? `; the nearest valid ${what} is ${shown(first)}`
    : `; the nearest valid ${what}s are ${shown(first)} and ${shown(second)}`;
}

function shown(value: Decimal): string {
  return formatDecimal(value);
}
