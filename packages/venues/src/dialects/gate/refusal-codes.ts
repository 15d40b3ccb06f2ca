// Meaning of Gate's labels. One that is not listed says nothing.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

const LABELS: { readonly [rule in RefusalRule]?: readonly string[] } = {
  refused: [
    'INVALID_PARAM_VALUE',
    'INVALID_PROTOCOL',
    'INVALID_ARGUMENT',
    'INVALID_REQUEST_BODY',
    'MISSING_REQUIRED_PARAM',
    'BAD_REQUEST',
    'INVALID_PRECISION',
    'INVALID_CURRENCY',
    'INVALID_CURRENCY_PAIR',
    'POC_FILL_IMMEDIATELY',
    'FOK_NOT_FILL',
    'AMOUNT_TOO_LITTLE',
    'AMOUNT_TOO_MUCH',
    'QUANTITY_NOT_ENOUGH',
    'TRADE_RESTRICTED',
    'ORDER_BOOK_NOT_FOUND',
    'TOO_MANY_ORDERS',
    'PRICE_THRESHOLD_EXCEEDED',
    'METHOD_NOT_ALLOWED',
    'NOT_ACCEPTABLE',
    'MIXED_ACCOUNT_TYPE',
    'MARGIN_NOT_SUPPORTED',
  ],
  short_of_funds: ['BALANCE_NOT_ENOUGH', 'MARGIN_BALANCE_NOT_ENOUGH'],
  // Of a cancellation: a look-up tells which of these it is.
  no_such_order: ['ORDER_NOT_FOUND', 'CLIENT_ID_NOT_FOUND', 'ORDER_CLOSED', 'ORDER_CANCELLED'],
  clock: ['REQUEST_EXPIRED'],
  unauthorized: [
    'INVALID_CREDENTIALS',
    'INVALID_KEY',
    'INVALID_SIGNATURE',
    'MISSING_REQUIRED_HEADER',
    'AUTHENTICATION_FAILED',
    'IP_FORBIDDEN',
    'READ_ONLY',
    'ACCOUNT_LOCKED',
    'SUB_ACCOUNT_LOCKED',
    'FORBIDDEN',
    'USER_NOT_FOUND',
  ],
  too_fast: ['TOO_MANY_REQUESTS', 'TOO_FAST'],
};

const RULES: ReadonlyMap<string, RefusalRule> = new Map(
  (Object.entries(LABELS) as [RefusalRule, readonly string[]][]).flatMap(([rule, labels]) =>
    labels.map((label) => [label, rule] as const),
  ),
);

/** Meaning of a label; `not_known` for one that is not listed. */
export function refusalRuleOf(label: string): RefusalRule {
  return RULES.get(label) ?? 'not_known';
}
