// Modes of accounts of KuCoin. A unified account is spoken to by an interface of its own, and has a
// stream of its own; one in the classic mode has the older ones.

import type { AccountContext, AccountModes, Query } from '#venues/dialect.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { kucoinVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { knownWord, replyFields, textField } from '#venues/dialects/reply/reply-fields.ts';

/** Orders of classic accounts are ones of high frequency, which one of long ago may not have. */
export const KUCOIN_ACCOUNT_MODES = {
  spot: {
    CLASSIC: { name: 'classic', refusal: null },
    UNIFIED: { name: 'unified', refusal: null },
    LOW_FREQUENCY: {
      name: 'low frequency',
      refusal:
        'Orders are sent by the interface of high frequency, which the account does not have: ' +
        'ask KuCoin to open it, or use a key of a subaccount.',
    },
  },
} as const satisfies AccountModes;

/** By the word of the exchange. */
const MODES = { CLASSIC: 'CLASSIC', UNIFIED: 'UNIFIED' } as const;

/** Of another interface, which may refuse a key: that is one of a classic account. */
export const MODE_QUERY: Query<string> = {
  call: kucoinRequest('accountMode'),
  read(outcome) {
    const verdict = kucoinVerdict('read', outcome, (data): string => {
      const word = textField(replyFields(data, 'The mode'), 'selfAccountMode');
      return knownWord<string>(MODES, word, 'selfAccountMode');
    });
    const isRefused = verdict.kind === 'not_done' && verdict.failure === 'unauthorized';
    return isRefused ? { kind: 'done', value: MODES.CLASSIC } : verdict;
  },
};

/** Account of the unified mode. */
export function isUnified({ mode }: Pick<AccountContext, 'mode'>): boolean {
  return mode === MODES.UNIFIED;
}
