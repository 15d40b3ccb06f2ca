// The currency of a fee. Where nothing was charged, exchanges leave it out or empty.

import type { Decimal } from '#lib/decimal.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { AccountContext } from '#venues/dialect.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { textField } from '#venues/dialects/reply/reply-fields.ts';

/** Where it was filled: `symbol` is the venue's name of the market. */
type Place = {
  readonly context: AccountContext;
  readonly symbol: string;
  readonly marketTag: MarketTag;
};

/**
 * What the field names. A fee of zero that names none counts as one in what its market is settled
 * in; of a market that is not listed, the end of its tag has to do.
 */
export function feeCurrencyField(
  fields: ReplyFields,
  name: string,
  fee: Decimal,
  { context, symbol, marketTag }: Place,
): string {
  const isNamed = typeof fields[name] === 'string' && fields[name] !== '';
  if (isNamed || fee !== 0n) return textField(fields, name);
  const listed = context.findMarket(context.marketType, symbol);
  if (listed !== null) return settlementCurrencyOf(listed.market);
  return marketTag.slice(marketTag.lastIndexOf('_') + 1);
}
