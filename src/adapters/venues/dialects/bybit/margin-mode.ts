// The margin mode of an account at Bybit, which is one for all of its derivatives.

import type { MarginTerms } from '#domain/order/order-terms.ts';
import { knownWord, replyFields, textField } from '#adapters/venues/dialects/reply/reply-fields.ts';

export type MarginMode = MarginTerms['marginMode'];

/** In portfolio margin mode positions stand on the whole account as well. */
const MODES: { readonly [word: string]: MarginMode } = {
  REGULAR_MARGIN: 'cross',
  PORTFOLIO_MARGIN: 'cross',
  ISOLATED_MARGIN: 'isolated',
};

export const MARGIN_MODE_WORDS: { readonly [mode in MarginMode]: string } = {
  cross: 'REGULAR_MARGIN',
  isolated: 'ISOLATED_MARGIN',
};

/** From the account's settings. */
export function readMarginMode(result: unknown): MarginMode {
  const word = textField(replyFields(result, 'The account'), 'marginMode');
  return knownWord(MODES, word, 'marginMode');
}
