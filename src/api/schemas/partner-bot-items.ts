// The wire shapes of what a bot of an end user has ordered, holds, held and wrote. No field names
// an account.

import { ZERO } from '#lib/decimal.ts';
import type { PositionOrder } from '#services/partner-bots/inspect-partner-bot.ts';
import type { OpenPosition, PartnerPosition } from '#services/partner-bots/value-positions.ts';
import type { BotLine } from '#api/schemas/bot-items.ts';
import { BOT_LINE_FIELDS } from '#api/schemas/bot-items.ts';
import { LEFT_REASON_FIELD } from '#api/schemas/backtest-items.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  nullableAmountField,
  amountField,
  averageField,
  decimalField,
  field,
  fieldsOf,
  instantField,
  nullableAverageField,
  nullableDecimalField,
  nullableInstantField,
  percentField,
  shapeOf,
  pageOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import {
  responseDecimal,
  flag,
  nullable,
  nullableDecimalToWire,
  oneOf,
  text,
} from '#api/schemas/wire-values.ts';
import { ORDER_FIELDS, WORKING_STATUS, workingStatusOf } from '#api/schemas/order.ts';
import type { Order } from '#venue-port/order/order.ts';
import { ORDER_SIDES } from '#venue-port/order/order.ts';

const ORDER = shapeOf<Order>()('PartnerOrder', 'An order of a bot that still works.', {
  order_id: field(
    text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.orderId,
  ),
  ...ORDER_FIELDS,
  ...WORKING_STATUS,
});
export const PARTNER_ORDER_LIST = listOf('PartnerOrderList', ORDER);

const POSITION_FIELDS = fieldsOf<PartnerPosition>()({
  position_id: field(text('Unique for the bot.', 'pos_1_p7'), (of) => of.id),
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  direction: field(oneOf(['long', 'short'], 'What it gains from.'), (of) => of.direction),
  is_closed: field(flag('Whether it is over.', false), (of) => of.isClosed),
  amount: amountField(
    `Amount ${AMOUNT_UNIT}. Of a closed one, the most that it held.`,
    '0.01',
    (of) => of.amount,
  ),
  average_price: averageField('Average entry.', '62000.5', (of) => of.averagePrice),
  exit_price: nullableAverageField(
    'Average of what left it; null before.',
    '62500',
    (of) => of.exitPrice,
  ),
  margin: amountField(
    'The most that was locked for it, or that it cost.',
    '620',
    (of) => of.margin,
  ),
  margin_currency: field(text('Currency of the margin.', 'USDT'), (of) => of.profitCurrency),
  realized_profit: decimalField(
    'Fees deducted, in profit_currency.',
    '7.2',
    (of) => of.realizedProfit,
  ),
  fee_costs: decimalField('In profit_currency.', '0.6', (of) => of.fees),
  roi: percentField('Percent.', '1.2', (of) => of.roiPercent),
  profit_currency: field(text('Currency of the figures.', 'USDT'), (of) => of.profitCurrency),
  bot_id: field(text('Bot that holds it.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
  opened_at: instantField('When it was opened.', (of) => of.openedAtMs),
  closed_at: nullableInstantField(
    'When it was closed; null while it is open.',
    (of) => of.closedAtMs,
  ),
});

const POSITION = shapeOf<PartnerPosition>()('PartnerPosition', 'What a bot held.', POSITION_FIELDS);
export const PARTNER_POSITION_PAGE = pageOf('PartnerPositionPage', POSITION);

const OPEN_POSITION = shapeOf<OpenPosition>()('PartnerOpenPosition', 'What a bot holds.', {
  ...POSITION_FIELDS,
  mark_price: field(
    nullable(
      responseDecimal('Price that its profit is reckoned at; null while the market is closed.'),
    ),
    (of) => nullableDecimalToWire(of.markPrice),
  ),
  unrealized_profit: nullableDecimalField(
    'At the mark price, before the fees of closing; null without one.',
    '4.995',
    (of) => of.unrealizedProfit,
  ),
  roi: percentField(
    'Of realized and unrealized profit, in percent of the margin.',
    '1.96',
    (of) => of.roiPercent,
  ),
  leverage: nullableAmountField('As at the exchange; null on spot.', '10', (of) => of.leverage),
  margin_mode: field(
    nullable(oneOf(['cross', 'isolated'], 'What backs it; null on spot.')),
    (of) => of.marginMode,
  ),
  left_reason: LEFT_REASON_FIELD,
  liquidation_price: nullableAmountField(
    'Of all that is held of this market, by other bots too; null on spot, and when no price of ' +
      'this market alone would liquidate it.',
    '56200',
    (of) => of.liquidationPrice,
  ),
});
export const PARTNER_POSITION_LIST = listOf('PartnerPositionList', OPEN_POSITION);

/** An order of a position, and the bot that placed it. */
type PlacedOrder = PositionOrder & { readonly botId: string };
type EndedOrder = Extract<PositionOrder, { kind: 'ended' }>['order'];

const POSITION_ORDER_STATES = [
  'pending',
  'open',
  'unknown',
  'filled',
  'partially_filled',
  'cancelled',
  'rejected',
] as const;

/** What is known of an order when it has ended; null while it works. */
function onceEnded<Value>(read: (order: EndedOrder) => Value) {
  return (of: PlacedOrder): Value | null => (of.kind === 'ended' ? read(of.order) : null);
}

const POSITION_ORDER = shapeOf<PlacedOrder>()('PositionOrder', 'An order of a position.', {
  order_id: field(text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) =>
    of.kind === 'ended' ? of.orderId : of.order.orderId,
  ),
  market_tag: field(
    nullable(text('Market of the order.', 'SIM_BTC_USDT')),
    ({ order }) => order.marketTag,
  ),
  side: field(oneOf(ORDER_SIDES, 'What it executes as.'), ({ order }) => order.side),
  type: field(text('Kind of order.', 'limit'), ({ order }) => order.type),
  price: amountField('Limit price; `0` on market orders.', '62000.5', ({ order }) => order.price),
  amount: amountField(`Ordered amount ${AMOUNT_UNIT}.`, '0.01', ({ order }) => order.amount),
  filled_amount: amountField(
    `Filled amount ${AMOUNT_UNIT}.`,
    '0.01',
    ({ order }) => order.filledAmount,
  ),
  filled_price: nullableAverageField(
    'Average; null before the first fill.',
    '62000.5',
    onceEnded((order) => (order.filledAmount === ZERO ? null : order.averagePrice)),
  ),
  status: field(
    oneOf(
      POSITION_ORDER_STATES,
      '`partially_filled`: it ended with a part filled. Others as of open orders.',
    ),
    statusOf,
  ),
  fee_costs: nullableDecimalField(
    'Null while it works.',
    '0.6',
    onceEnded((order) => order.fees),
  ),
  bot_id: field(text('Bot that placed it.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
  note: field(
    nullable(text('Why the bot placed it.', 'grid')),
    onceEnded((order) => (order.note === '' ? null : order.note)),
  ),
  placed_at: nullableInstantField('When it was placed.', (of) =>
    of.kind === 'ended' ? of.order.openedAtMs : of.order.placedAtMs,
  ),
  closed_at: nullableInstantField(
    'When it ended; null while it works.',
    onceEnded((order) => order.endedAtMs),
  ),
});
export const POSITION_ORDER_LIST = listOf('PositionOrderList', POSITION_ORDER);

function statusOf(of: PlacedOrder): (typeof POSITION_ORDER_STATES)[number] {
  if (of.kind === 'working') return workingStatusOf(of.order);
  return of.order.filledAmount === of.order.amount ? 'filled' : 'partially_filled';
}

const LINE = shapeOf<BotLine>()('PartnerBotLogEntry', 'A line of a bot log.', BOT_LINE_FIELDS);
export const PARTNER_BOT_LOG_PAGE = pageOf('PartnerBotLogPage', LINE);
