// Meaning of Hyperliquid's errors: words without codes. What is not listed says nothing.

import type { RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';

/** How an error begins, or what it is made of, by what it means. */
const WORDS: { readonly [rule in RefusalRule]?: readonly RegExp[] } = {
  // So many requests as were traded dollars; one each ten seconds is allowed beyond.
  too_fast: [/^Too many cumulative requests sent/],
  clock: [/^Invalid nonce/],
  unauthorized: [/^User or API Wallet .* does not exist/],
  // The mark price is there already.
  trigger_passed: [/^Invalid TP\/SL price/],
  // Was never placed, or works no longer: a look-up tells which.
  no_such_order: [/^Order was never placed, already canceled, or filled/],
  short_of_funds: [
    /^Insufficient margin to place order/,
    /^Must deposit before performing actions/,
  ],
  refused: [
    /^Price must be divisible by tick size/,
    /^Order must have minimum value of/,
    /^Reduce only order would increase position/,
    /^Post only order would have immediately matched/,
    /^Order could not immediately match against any resting orders/,
    /^No liquidity available for market order/,
    /^Order would increase open interest/,
    /^Order rejected due to price more aggressive than oracle/,
    /^Order price (?:too far from oracle|cannot be more than 80% away)/,
    /^Order would exceed maximum position size/,
    /^Order has (?:invalid (?:price|size)|zero size)/,
    /^Invalid leverage value/,
  ],
};

const RULES = Object.entries(WORDS) as [RefusalRule, readonly RegExp[]][];

/** Meaning of an error's words; `not_known` for words that are not listed. */
export function refusalRuleOf(text: string): RefusalRule {
  const found = RULES.find(([, patterns]) => patterns.some((pattern) => pattern.test(text.trim())));
  return found === undefined ? 'not_known' : found[0];
}
