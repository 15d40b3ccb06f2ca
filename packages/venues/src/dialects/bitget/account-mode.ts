// Modes of accounts of Bitget. An account in the unified one is spoken to by the v3 interface, and
// its requests of the v2 interface are refused; one in the classic mode the other way round.

import type { AccountContext, AccountModes, Query } from '#venues/dialect.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { bitgetVerdict, codeOf, IS_UNIFIED } from '#venues/dialects/bitget/verdict.ts';
import { idField, replyFields } from '#venues/dialects/reply/reply-fields.ts';

export const BITGET_ACCOUNT_MODES = {
  spot: {
    classic: { name: 'classic', refusal: null },
    unified: { name: 'unified', refusal: null },
  },
} as const satisfies AccountModes;

export const MODE_QUERY: Query<string> = {
  call: bitgetRequest('account'),
  read(outcome) {
    if (codeOf(outcome) === IS_UNIFIED) return { kind: 'done', value: 'unified' };
    return bitgetVerdict('read', outcome, (data) => {
      idField(replyFields(data, 'The account'), 'userId');
      return 'classic';
    });
  },
};

/** Account of the unified mode. */
export function isUnified({ mode }: Pick<AccountContext, 'mode'>): boolean {
  return mode === 'unified';
}
