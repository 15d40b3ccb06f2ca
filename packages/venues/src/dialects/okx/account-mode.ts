// Modes of accounts of OKX by their level. In the third and the fourth one spot is traded on margin
// that is shared with swaps (`tdMode=cross`), in the others in cash.

import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { AccountContext, AccountModes, Query } from '#venues/dialect.ts';
import { okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, textField, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

const CHANGE = 'Change the account mode in the trading settings of OKX to';
const BORROWS =
  'An order of spot may borrow what the account does not have. Switch off "Auto-borrow" in the ' +
  'trading settings of OKX, or use a key of a subaccount without it.';

/**
 * Orders that only reduce are known in the second and the third mode, and the third one has no
 * isolated margin. What may borrow has a word of its own.
 */
export const OKX_ACCOUNT_MODES = {
  spot: {
    '1': { name: 'Spot', refusal: null },
    '2': { name: 'Futures', refusal: null },
    '3': { name: 'Multi-currency margin', refusal: null },
    '4': { name: 'Portfolio margin', refusal: null },
    '3 borrows': { name: 'Multi-currency margin with auto-borrow', refusal: BORROWS },
    '4 borrows': { name: 'Portfolio margin with auto-borrow', refusal: BORROWS },
  },
  futures: {
    '1': { name: 'Spot', refusal: `It has no swaps. ${CHANGE} "Futures".` },
    '2': { name: 'Futures', refusal: null },
    '3': { name: 'Multi-currency margin', refusal: null },
    '4': {
      name: 'Portfolio margin',
      refusal: `It has no orders that only reduce. ${CHANGE} "Futures" or "Multi-currency margin".`,
    },
  },
} as const satisfies AccountModes;

const ON_MARGIN: readonly string[] = ['3', '4'];
const BORROWING = /^[34] borrows$/;

/** Word of the mode by the settings of an account. One that does not deny that it borrows may. */
export function modeWord(fields: ReplyFields): string {
  const level = textField(fields, 'acctLv');
  const isSafe = !ON_MARGIN.includes(level) || fields['autoLoan'] === false;
  return isSafe ? level : `${level} borrows`;
}

export const MODE_QUERY: Query<string> = {
  call: okxRequest('settings'),
  read: (outcome) =>
    okxVerdict('read', outcome, (data) => {
      if (data.length !== 1) throw new UnreadableReply('The list has not one item.');
      return modeWord(replyFields(data[0], 'The settings'));
    }),
};

/** Spot that is traded on margin. */
export function isSpotOnMargin({
  marketType,
  mode,
}: Pick<AccountContext, 'marketType' | 'mode'>): boolean {
  return marketType === 'spot' && mode !== undefined && ON_MARGIN.includes(mode.slice(0, 1));
}

/**
 * Sales of what is held are sent in any mode. Whether the amount of a purchase at market is in base
 * there is not documented, so that one that would wait for its price is not sent.
 */
export function refusalIn(
  { side, type }: Pick<NewVenueOrder, 'side' | 'type'>,
  context: AccountContext,
): string | null {
  if (side !== 'buy' || !isSpotOnMargin(context)) return null;
  if (BORROWING.test(context.mode ?? '')) return BORROWS;
  const isAtOnce = type === 'market' || isLimitType(type);
  return isAtOnce
    ? null
    : 'a purchase at market that waits for its price is not sent in this mode of the account';
}
