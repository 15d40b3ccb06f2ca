// The wire shape of the books of an account.

import { COUNTERPARTIES, OWN_ACCOUNTS, TRANSFER_KINDS } from '#domain/ledger/transfer.ts';
import type { ListedEntry } from '#services/equity/list-ledger.ts';
import { decimalField, field, instantField, pageOf, shapeOf } from '#api/schemas/field-codec.ts';
import { nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const PLACES = [...OWN_ACCOUNTS, ...COUNTERPARTIES];

const ENTRY = shapeOf<ListedEntry>()('LedgerEntry', 'One movement of money in a ledger.', {
  entry_id: field(text('Identifier; grows with each entry.', '17'), (of) => String(of.sequence)),
  at: instantField('When it was.', (of) => of.atMs),
  kind: field(oneOf(TRANSFER_KINDS, 'Why money moved.'), (of) => of.kind),
  currency: field(text('Currency.', 'USDT'), (of) => of.currency),
  change: decimalField(
    'By which the total of the account changed; zero where money was locked or freed.',
    '-0.62',
    (of) => of.change,
  ),
  amount: decimalField('What moved.', '0.62', (of) => of.amount),
  debit: field(
    oneOf(
      PLACES,
      'What gave it: `available`, `reserved` by orders and `margin` of positions are the ' +
        "account's own, the others stand outside.",
    ),
    (of) => of.debit,
  ),
  credit: field(oneOf(PLACES, 'What got it.'), (of) => of.credit),
  order_id: field(
    nullable(text('Order that caused it; null where it was none.', 'ord_01jd3f8k2m5q7r9t')),
    (of) => of.orderId,
  ),
});
export const LEDGER_PAGE = pageOf('LedgerPage', ENTRY);
