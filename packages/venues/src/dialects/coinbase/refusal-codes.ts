// Meaning of Coinbase's words: those of a request that failed as a whole, and the reasons for which
// an order was not created. One that is not listed says nothing.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** Of a request, by the field `error`, or by the ids of the list `errors`. */
const ERRORS: { readonly [rule in RefusalRule]?: readonly string[] } = {
  too_fast: ['rate_limit_exceeded', 'resource_exhausted', 'RESOURCE_EXHAUSTED'],
  // Missing scopes, or an account that may not do this.
  unauthorized: ['PERMISSION_DENIED'],
  // The request is malformed.
  refused: ['INVALID_ARGUMENT'],
  no_such_order: ['NOT_FOUND'],
};

/** Of an order. Those of its preview begin with `PREVIEW_` and mean the same. */
const REASONS: { readonly [rule in RefusalRule]?: readonly string[] } = {
  duplicate: ['DUPLICATE_CLIENT_ORDER_ID'],
  trigger_passed: ['STOP_PRICE_ABOVE_LAST_TRADE_PRICE', 'STOP_PRICE_BELOW_LAST_TRADE_PRICE'],
  short_of_funds: [
    'INSUFFICIENT_FUND',
    'INSUFFICIENT_FUNDS',
    'INSUFFICIENT_LEDGER_BALANCE',
    'INVALID_LEDGER_BALANCE',
  ],
  refused: [
    'UNSUPPORTED_ORDER_CONFIGURATION',
    'INVALID_ORDER_CONFIG',
    'INVALID_SIDE',
    'INVALID_PRODUCT_ID',
    'INVALID_SIZE_PRECISION',
    'INVALID_QUOTE_SIZE_PRECISION',
    'INVALID_PRICE_PRECISION',
    'INVALID_LIMIT_PRICE_PRECISION',
    'INVALID_STOP_PRICE',
    'INVALID_STOP_PRICE_PRECISION',
    'STOP_PRICE_ABOVE_LIMIT_PRICE',
    'STOP_PRICE_BELOW_LIMIT_PRICE',
    'INVALID_BASE_SIZE_TOO_LARGE',
    'INVALID_BASE_SIZE_TOO_SMALL',
    'INVALID_QUOTE_SIZE_TOO_LARGE',
    'INVALID_QUOTE_SIZE_TOO_SMALL',
    'INVALID_PRICE_TOO_LARGE',
    'NON_NUMERIC_ORDER_SIZE',
    'INVALID_LIMIT_PRICE_POST_ONLY',
    'INVALID_LIMIT_PRICE',
    'INVALID_NO_LIQUIDITY',
    'INVALID_REQUEST',
    'MISSING_PRODUCT_PRICE_BOOK',
    'MISSING_COMMISSION_RATE',
    'MISSING_MARKET_TRADE_DATA',
    'ORDER_ENTRY_DISABLED',
    'INELIGIBLE_PAIR',
    'UNTRADABLE_PRODUCT',
    'NOT_ALLOWED_BY_MARKET_STATE',
    'PRODUCT_TRADING_HALTED',
    'TRADING_DISABLED',
    'GEOFENCING_RESTRICTION',
    'BREACHED_PRICE_LIMIT',
    'LIMIT_PRICE_TOO_FAR_FROM_MARKET',
    'LIMIT_ORDER_PRICE_EXCEEDS_PRICE_BAND_ON_BUY',
    'LIMIT_ORDER_PRICE_EXCEEDS_PRICE_BAND_ON_SELL',
    'COMPLIANCE_PURCHASE_LIMIT_EXCEEDED',
    'ASSET_BALANCE_INCREASE_REJECT',
  ],
};

type Rules = ReadonlyMap<string, RefusalRule>;

function rulesOf(words: { readonly [rule in RefusalRule]?: readonly string[] }): Rules {
  const entries = Object.entries(words) as [RefusalRule, readonly string[]][];
  return new Map(entries.flatMap(([rule, each]) => each.map((word) => [word, rule] as const)));
}

const ERROR_RULES = rulesOf(ERRORS);
const REASON_RULES = rulesOf(REASONS);

/** Meaning of a word; `not_known` for one that is not listed. */
export function refusalRuleOf(error: string): RefusalRule {
  return ERROR_RULES.get(error) ?? 'not_known';
}

const PREVIEW = 'PREVIEW_';
/** Fields of a reason that have none. */
const NO_REASONS = new Set(['', 'UNKNOWN_FAILURE_REASON', 'UNKNOWN_PREVIEW_FAILURE_REASON']);

/** Reasons of one order that mean different things mean nothing together; so does none. */
export function reasonRuleOf(reasons: readonly string[]): RefusalRule {
  const [first, ...others] = reasons
    .filter((reason) => !NO_REASONS.has(reason))
    .map((reason) => REASON_RULES.get(reason.replace(PREVIEW, '')) ?? 'not_known');
  return first !== undefined && others.every((rule) => rule === first) ? first : 'not_known';
}
