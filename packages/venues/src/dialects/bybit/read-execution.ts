// Executions of Bybit: trades, and what the venue books on positions by itself.

import type { Decimal } from '#lib/decimal.ts';
import type { AccountSequence, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import { bybitMarketTag } from '#venues/dialects/bybit/read-market.ts';
import { nameOf, SIDES } from '#venues/dialects/bybit/read-order.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** What a list is sorted by: at one instant the sequence, within one order what it left. */
export type Execution<T> = {
  readonly id: string;
  readonly atMs: number;
  readonly sequence: number;
  readonly leavesAmount: Decimal;
  readonly item: T;
};

/** `read` is given the fields and the market, which may not be listed. */
export function readExecution<T>(
  value: unknown,
  context: AccountContext,
  read: (fields: ReplyFields, listed: ListedMarket | null, context: AccountContext) => T,
): Execution<T> {
  const fields = replyFields(value, 'The execution');
  const listed = context.findMarket(context.marketType, textField(fields, 'symbol'));
  return {
    id: idField(fields, 'execId'),
    atMs: integerField(fields, 'execTime'),
    sequence: integerField({ seq: fields['seq'] ?? 0 }, 'seq'),
    leavesAmount: optionalDecimal(fields, 'leavesQty'),
    item: read(fields, listed, context),
  };
}

/** Oldest first; the same in every page. */
export function inOrder<T>(executions: readonly Execution<T>[]): readonly Execution<T>[] {
  return executions.toSorted(
    (left, right) =>
      left.atMs - right.atMs ||
      left.sequence - right.sequence ||
      compare(right.leavesAmount, left.leavesAmount) ||
      (left.id < right.id ? -1 : 1),
  );
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Fill of a row or frame; a fill without a fee has the currency that the market settles in. */
export function readFill(fields: ReplyFields, listed: ListedMarket | null): VenueFill {
  const fee = optionalDecimal(fields, 'execFee');
  const isFree = fee === 0n && (fields['feeCurrency'] ?? '') === '';
  const marketTag = executionTag(fields, listed);
  return {
    fillId: idField(fields, 'execId'),
    venueOrderId: idField(fields, 'orderId'),
    clientOrderId: nameOf(fields),
    marketTag,
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'execPrice'),
    amount: decimalField(fields, 'execQty'),
    fee,
    feeCurrency: isFree ? settledIn(listed, marketTag) : feeCurrencyOf(fields, listed),
    isMaker: flagField(fields, 'isMaker'),
    filledAtMs: integerField(fields, 'execTime'),
    ...crossSequence(fields),
  };
}

/** Numbers fills and payments of one symbol; nothing where it is left out. */
export function crossSequence({ seq }: ReplyFields): { readonly sequence?: AccountSequence } {
  const sequence = integerField({ seq: seq ?? 0 }, 'seq');
  return sequence > 0 ? { sequence: BigInt(sequence) } : {};
}

/** Tag of an execution's market; a market that is not listed has the tag of its symbol. */
export function executionTag(fields: ReplyFields, listed: ListedMarket | null): string {
  return listed?.market.marketTag ?? bybitMarketTag(textField(fields, 'symbol'));
}

/** A fee of zero that names no currency counts as one in what its market is settled in. */
function settledIn(listed: ListedMarket | null, marketTag: string): string {
  if (listed !== null) return settlementCurrencyOf(listed.market);
  return marketTag.slice(marketTag.lastIndexOf('_') + 1);
}

/** Of linear contracts it is the currency of settlement; on spot the venue has to name it. */
export function feeCurrencyOf({ feeCurrency }: ReplyFields, listed: ListedMarket | null): string {
  if (typeof feeCurrency === 'string' && feeCurrency !== '') return feeCurrency;
  const settlement = listed?.market.contract?.marginCurrency;
  if (settlement !== undefined) return settlement;
  throw new UnreadableReply('"feeCurrency" is not a text.');
}
