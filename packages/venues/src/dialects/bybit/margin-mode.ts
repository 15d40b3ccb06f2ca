// The mode of an account at Bybit, and its margin mode, which is one for all of its derivatives.

import type { MarginTerms } from '#venue-port/order/order-terms.ts';
import type { AccountMode } from '#venue-port/exchange/exchange.ts';
import type { AccountModes } from '#venues/dialect.ts';
import {
  integerField,
  knownWord,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

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

/** By their number. Accounts of before 2025 may never have been changed to the unified one. */
const MODES_BY_STATUS: { readonly [status: string]: AccountMode } = {
  '1': {
    name: 'classic',
    refusal:
      'Here the unified account is traded: change the account to it in the settings of Bybit, ' +
      'and try the key again.',
  },
  '3': { name: 'UTA 1.0', refusal: null },
  '4': { name: 'UTA 1.0 Pro', refusal: null },
  '5': { name: 'UTA 2.0', refusal: null },
  '6': { name: 'UTA 2.0 Pro', refusal: null },
};

export const BYBIT_ACCOUNT_MODES: AccountModes = {
  spot: MODES_BY_STATUS,
  futures: MODES_BY_STATUS,
};

/** From the account's settings. */
export function readAccountMode(result: unknown): AccountMode {
  const status = integerField(replyFields(result, 'The account'), 'unifiedMarginStatus');
  return knownWord(MODES_BY_STATUS, String(status), 'unifiedMarginStatus');
}
