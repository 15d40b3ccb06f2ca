// The wire shapes of what became of orders: one order with its outcome, and the fills of an
// account.

import { assert } from '#lib/assert.ts';
import Type from 'typebox';
import type { CancelOrdersReport } from '#services/orders/cancel-orders.ts';
import type {
  AccountFill,
  AccountFillPage,
  UnreadAccount,
} from '#services/orders/list-all-fills.ts';
import type { FillPage } from '#services/orders/list-fills.ts';
import type { ShownOrder } from '#services/orders/show-order.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  nullableAmountField,
  amountField,
  decimalField,
  field,
  fieldsOf,
  fieldsThrough,
  instantField,
  listField,
  nullableInstantField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import { flag, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';
import { ORDER_FIELDS, OWN_ORDER_FIELDS } from '#api/schemas/order.ts';
import type { Order } from '#venue-port/order/order.ts';
import { FINAL_ORDER_STATES, ORDER_SIDES, ORDER_STATES } from '#venue-port/order/order.ts';

type Fee = ShownOrder['fees'][number];

const FEE = shapeOf<Fee>()('OrderFee', 'What an order paid in one currency.', {
  currency: field(text('Currency of the fee.', 'USDT'), (of) => of.currency),
  amount: amountField(
    'Sum over its fills; below zero where it was paid back.',
    '0.62',
    (of) => of.amount,
  ),
});

const UPDATED_AT = instantField<Order>(
  'When what is known of it changed last.',
  (of) => of.updatedAtMs,
);

const ANY_STATUS = fieldsOf<Order>()({
  status: {
    ...field(oneOf(ORDER_STATES, 'What has become of it.'), (of) => of.state),
    documentedAfter: 'filled_amount',
  },
  reason: field(
    nullable(
      text(
        'Why it ended, or what play money assumed; null while it works ' +
          'and after a plain fill.',
        'expired',
      ),
    ),
    (of) => of.reason,
  ),
});

const KNOWN_ORDER = shapeOf<Order>()('KnownOrder', 'An order, working or ended.', {
  ...OWN_ORDER_FIELDS,
  ...ANY_STATUS,
  updated_at: UPDATED_AT,
});
export const KNOWN_ORDER_PAGE = pageOf('KnownOrderPage', KNOWN_ORDER);

/** An order of an end user, whose account is shown to nobody. */
const ACCOUNTLESS_FIELDS = fieldsOf<Order>()({
  order_id: field(
    text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.orderId,
  ),
  ...ORDER_FIELDS,
});

const PARTNER_ORDER = shapeOf<Order>()('PartnerKnownOrder', 'An order, working or ended.', {
  ...ACCOUNTLESS_FIELDS,
  ...ANY_STATUS,
  updated_at: UPDATED_AT,
});
export const PARTNER_KNOWN_ORDER_PAGE = pageOf('PartnerKnownOrderPage', PARTNER_ORDER);

const OUTCOME_FIELDS = fieldsOf<ShownOrder>()({
  average_price: nullableAmountField(
    'Mean price of its fills; null without.',
    '62000.5',
    (of) => of.averagePrice,
  ),
  fees: listField(
    FEE,
    { description: 'By currency; empty before the first fill.' },
    (of) => of.fees,
  ),
  filled_at: nullableInstantField('When its newest fill was; null without.', (of) => of.filledAtMs),
  ...fieldsThrough({ updated_at: UPDATED_AT }, orderOf),
});

function orderOf({ order }: ShownOrder): Order {
  return order;
}

const OUTCOME = shapeOf<ShownOrder>()(
  'OrderOutcome',
  'An order, working or ended, with what its fills came to.',
  {
    ...fieldsThrough(OWN_ORDER_FIELDS, orderOf),
    ...fieldsThrough(ANY_STATUS, orderOf),
    ...OUTCOME_FIELDS,
  },
);
export const OrderOutcomeSchema = OUTCOME.schema;
export const orderOutcomeToWire = OUTCOME.toWire;

const PARTNER_OUTCOME = shapeOf<ShownOrder>()(
  'PartnerOrderOutcome',
  'An order of an end user, working or ended, with what its fills came to.',
  {
    ...fieldsThrough(ACCOUNTLESS_FIELDS, orderOf),
    ...fieldsThrough(ANY_STATUS, orderOf),
    ...OUTCOME_FIELDS,
  },
);
export const PartnerOrderOutcomeSchema = PARTNER_OUTCOME.schema;
export const partnerOrderOutcomeToWire = PARTNER_OUTCOME.toWire;

const ENDED_ORDER = shapeOf<Order>()('EndedOrder', 'An order that works no longer.', {
  ...OWN_ORDER_FIELDS,
  status: {
    ...field(
      oneOf(
        FINAL_ORDER_STATES,
        'How it ended. `unplaced`: it certainly never reached the exchange.',
      ),
      endedStatusOf,
    ),
    documentedAfter: 'filled_amount',
  },
  reason: field(
    nullable(text('Why it ended, or what play money assumed; null after a plain fill.', 'expired')),
    (of) => of.reason,
  ),
  updated_at: UPDATED_AT,
});
export const ENDED_ORDER_PAGE = pageOf('EndedOrderPage', ENDED_ORDER);

function endedStatusOf({ state }: Order): (typeof FINAL_ORDER_STATES)[number] {
  const status = FINAL_ORDER_STATES.find((ended) => ended === state);
  assert(status !== undefined, 'an order of this list has ended');
  return status;
}

type Fill = FillPage['fills'][number];

const FILL_FIELDS = fieldsOf<Fill>()({
  fill_id: field(
    text('Identifier of the fill, as its exchange calls it.', 'sim_01jd3f8k2m5q7r9t-6'),
    (of) => of.fillId,
  ),
  order_id: field(
    nullable(
      text('Order that it filled; null for one that was not placed here.', 'ord_01jd3f8k2m5q7r9t'),
    ),
    (of) => of.orderId,
  ),
  market_tag: field(text('Market of the order.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  side: field(oneOf(ORDER_SIDES, 'What it executed as.'), (of) => of.side),
  price: amountField('Price of the fill.', '62000.5', (of) => of.price),
  amount: amountField(`Filled amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  fee: decimalField('What it cost; below zero where it was paid back.', '0.62', (of) => of.fee),
  fee_currency: field(text('Currency of the fee.', 'USDT'), (of) => of.feeCurrency),
  is_maker: field(flag('Whether the order rested before.', false), (of) => of.isMaker),
  filled_at: instantField('When it was.', (of) => of.filledAtMs),
});
const FILL = shapeOf<Fill>()('Fill', 'One execution of an order.', FILL_FIELDS);
export const FILL_PAGE = pageOf('FillPage', FILL);

const ACCOUNT_FILL = shapeOf<AccountFill>()(
  'AccountFill',
  'One execution on one of the accounts.',
  {
    account_id: field(
      text('Account that it was on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      (of) => of.accountId,
    ),
    ...FILL_FIELDS,
  },
);

const UNREAD = shapeOf<UnreadAccount>()('UnreadAccount', 'An account that could not be read.', {
  account_id: field(text('The account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.accountId),
  reason: field(
    text('In words.', 'Exchange "sim" did not respond; its fills are left out.'),
    (of) => of.reason,
  ),
});

type FillsOfAccounts = Pick<AccountFillPage, 'fills' | 'unread'> & {
  readonly nextCursor: string | null;
};

const ACCOUNT_FILL_PAGE = shapeOf<FillsOfAccounts>()('AccountFillPage', 'One page.', {
  data: listField(ACCOUNT_FILL, { description: 'Items.' }, (of) => of.fills),
  next_cursor: field(
    nullable(Type.String({ description: 'Next page, or null.' })),
    (of) => of.nextCursor,
  ),
  unread: listField(
    UNREAD,
    { description: 'Accounts that are left out because their exchange did not respond.' },
    (of) => of.unread,
  ),
});
export const AccountFillPageSchema = ACCOUNT_FILL_PAGE.schema;
export const accountFillPageToWire = ACCOUNT_FILL_PAGE.toWire;

const PARTNER_FILL = shapeOf<Fill>()('PartnerFill', 'One execution of an order.', FILL_FIELDS);
export const PARTNER_FILL_PAGE = pageOf('PartnerFillPage', PARTNER_FILL);

const CANCELLED = shapeOf<CancelOrdersReport>()('OrdersCancelled', 'What was cancelled.', {
  cancelled_count: field(
    int32('Orders that this request cancelled.', 3),
    (of) => of.cancelledCount,
  ),
  working_order_ids: field(
    Type.Array(text('Order.', 'ord_01jd3f8k2m5q7r9t'), {
      description: 'Orders that still work; request it again for them.',
    }),
    (of) => [...of.workingIds],
  ),
});
export const OrdersCancelledSchema = CANCELLED.schema;
export const ordersCancelledToWire = CANCELLED.toWire;
