// Positions in linear swaps of OKX. One market may have one in each margin mode.

import type { Decimal } from '#lib/decimal.ts';
import { ONE } from '#lib/decimal.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListQuery, MarginMode, Page } from '#venues/dialect.ts';
import { okxRequest } from '#venues/dialects/okx/requests.ts';
import { tagOf } from '#venues/dialects/okx/read-order.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import { readFlatRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { returnOnMarginPercent } from '#venues/dialects/reply/return-on-margin.ts';

export const MARGIN_MODES: { readonly [word: string]: MarginMode } = {
  cross: 'cross',
  isolated: 'isolated',
};

/** Contracts that are settled in coins are not traded here, and are worth something else. */
const INVERSE_ENDING = '-USD-SWAP';

/** Queries of the open positions; none on spot. */
export function positionQueries(context: AccountContext): readonly ListQuery<VenuePosition>[] {
  if (context.marketType === 'spot') return [];
  return [
    {
      call: okxRequest('positions', { instType: 'SWAP' }),
      read: (outcome) =>
        okxVerdict('read', outcome, (data): Page<VenuePosition> => {
          const nameOf = (row: unknown): unknown =>
            tagOf(replyFields(row, 'The position'), context);
          const read = readFlatRows(data, nameOf, (value) => readPosition(value, context));
          return { items: read.items, leftOut: read.unreadable, next: null };
        }),
    },
  ];
}

/** Above zero of a long position, below of a short one, zero of none. */
export function openSize(fields: ReplyFields): Decimal {
  const size = decimalField(fields, 'pos');
  const side = textField(fields, 'posSide');
  if (side === 'net' || side === 'long') return size;
  if (side === 'short') return -size as Decimal;
  throw new UnreadableReply('"posSide" is none that is known.');
}

/** None where nothing is open. */
function readPosition(value: unknown, context: AccountContext): readonly VenuePosition[] {
  const fields = replyFields(value, 'The position');
  const size = openSize(fields);
  if (size === 0n || textField(fields, 'instId').endsWith(INVERSE_ENDING)) return [];
  const mode = knownWord(MARGIN_MODES, textField(fields, 'mgnMode'), 'mgnMode');
  const margin = optionalDecimal(fields, mode === 'cross' ? 'imr' : 'margin');
  const unrealizedProfit = optionalDecimal(fields, 'upl');
  const liquidationPrice = optionalDecimal(fields, 'liqPx');
  const leverage = optionalDecimal(fields, 'lever');
  const openedAtMs = integerField(fields, 'cTime');
  // What is charged is below zero at the venue.
  const fee = optionalDecimal(fields, 'fee');
  return [
    {
      // The venue's id outlives the position.
      positionId: `${idField(fields, 'posId')}-${openedAtMs}`,
      marketTag: tagOf(fields, context),
      direction: size > 0n ? 'long' : 'short',
      amount: (size < 0n ? -size : size) as Decimal,
      averagePrice: decimalField(fields, 'avgPx'),
      markPrice: decimalField(fields, 'markPx'),
      leverage: leverage > 0n ? leverage : ONE,
      marginMode: mode,
      margin,
      marginCurrency: textField(fields, 'ccy'),
      liquidationPrice: liquidationPrice > 0n ? liquidationPrice : null,
      unrealizedProfit,
      realizedProfit: (optionalDecimal(fields, 'realizedPnl') - fee) as Decimal,
      fees: -fee as Decimal,
      roiPercent: returnOnMarginPercent(unrealizedProfit, margin),
      openedAtMs,
      updatedAtMs: integerField(fields, 'uTime'),
    },
  ];
}
