// The wire shapes of what a bot of an end user has ordered, holds, held and wrote. No field names
// an account.

import type { Static } from 'typebox';
import { ZERO } from '#lib/decimal.ts';
import type { PositionOrder } from '#services/partner-bots/inspect-partner-bot.ts';
import type { OpenPosition, PartnerPosition } from '#services/partner-bots/value-positions.ts';
import type { BotLine } from '#api/schemas/bot-items.ts';
import { BOT_LINE_FIELDS } from '#api/schemas/bot-items.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  averageField,
  decimalField,
  field,
  fieldsOf,
  instantField,
  nullableDecimalField,
  nullableInstantField,
  percentField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  responseDecimal,
  averageToWire,
  flag,
  nullable,
  nullableAverageToWire,
  nullableDecimalToWire,
  oneOf,
  page,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';
import { ORDER_FIELDS, WORKING_STATUS } from '#api/schemas/order.ts';
import type { Order } from '#domain/order/order.ts';
import { ORDER_SIDES } from '#domain/order/order.ts';

const ORDER = shapeOf<Order>()('PartnerOrder', 'An order of a bot that still works.', {
  order_id: field(
    text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.orderId,
  ),
  ...ORDER_FIELDS,
  ...WORKING_STATUS,
});
export const PartnerOrderListSchema = wholeList('PartnerOrderList', ORDER.schema);
export const partnerOrderToWire = ORDER.toWire;

const POSITION_FIELDS = fieldsOf<PartnerPosition>()({
  position_id: field(text('Unique for the bot.', 'pos_1_p7'), (of) => of.id),
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  direction: field(oneOf(['long', 'short'], 'What it gains from.'), (of) => of.direction),
  is_closed: field(flag('Whether it is over.', false), (of) => of.isClosed),
  amount: decimalField(
    `Amount ${AMOUNT_UNIT}. Of a closed one, the most that it held.`,
    '0.01',
    (of) => of.amount,
  ),
  average_price: averageField('Average entry.', '62000.5', (of) => of.averagePrice),
  exit_price: field(
    nullable(responseDecimal('Average of what left it; null before.', '62500')),
    (of) => nullableAverageToWire(of.exitPrice),
  ),
  margin: decimalField(
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
export const PartnerPositionPageSchema = page('PartnerPositionPage', POSITION.schema);
export const partnerPositionToWire = POSITION.toWire;

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
  leverage: nullableDecimalField('As at the exchange; null on spot.', '10', (of) => of.leverage),
  margin_mode: field(
    nullable(oneOf(['cross', 'isolated'], 'What backs it; null on spot.')),
    (of) => of.marginMode,
  ),
  liquidation_price: nullableDecimalField(
    'Of all that is held of this market, by other bots too; null on spot, and when no price of ' +
      'this market alone would liquidate it.',
    '56200',
    (of) => of.liquidationPrice,
  ),
});
export const PartnerPositionListSchema = wholeList('PartnerPositionList', OPEN_POSITION.schema);
export const openPositionToWire = OPEN_POSITION.toWire;

type EndedOrder = Extract<PositionOrder, { kind: 'ended' }> & { readonly botId: string };

const POSITION_ORDER_STATES = [
  'pending',
  'open',
  'unknown',
  'filled',
  'partially_filled',
  'cancelled',
  'rejected',
] as const;

const ENDED_ORDER = shapeOf<EndedOrder>()('PositionOrder', 'An order of a position.', {
  order_id: field(
    text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.orderId,
  ),
  market_tag: field(
    nullable(text('Market of the order.', 'SIM_BTC_USDT')),
    ({ order }) => order.marketTag,
  ),
  side: field(oneOf(ORDER_SIDES, 'What it executes as.'), ({ order }) => order.side),
  type: field(text('Kind of order.', 'limit'), ({ order }) => order.type),
  price: decimalField('Limit price; `0` on market orders.', '62000.5', ({ order }) => order.price),
  amount: decimalField(`Ordered amount ${AMOUNT_UNIT}.`, '0.01', ({ order }) => order.amount),
  filled_amount: decimalField(
    `Filled amount ${AMOUNT_UNIT}.`,
    '0.01',
    ({ order }) => order.filledAmount,
  ),
  filled_price: field(
    nullable(responseDecimal('Average; null before the first fill.', '62000.5')),
    ({ order }) => (order.filledAmount === ZERO ? null : averageToWire(order.averagePrice)),
  ),
  status: field(
    oneOf(
      POSITION_ORDER_STATES,
      '`partially_filled`: it ended with a part filled. Others as of open orders.',
    ),
    ({ order }) => (order.filledAmount === order.amount ? 'filled' : 'partially_filled'),
  ),
  fee_costs: nullableDecimalField('Null while it works.', '0.6', ({ order }) => order.fees),
  bot_id: field(text('Bot that placed it.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
  note: field(nullable(text('Why the bot placed it.', 'grid')), ({ order }) =>
    order.note === '' ? null : order.note,
  ),
  placed_at: nullableInstantField('When it was placed.', ({ order }) => order.openedAtMs),
  closed_at: nullableInstantField(
    'When it ended; null while it works.',
    ({ order }) => order.endedAtMs,
  ),
});

export const PositionOrderListSchema = wholeList('PositionOrderList', ENDED_ORDER.schema);

export function positionOrderToWire(
  botId: string,
  row: PositionOrder,
): Static<typeof ENDED_ORDER.schema> {
  if (row.kind === 'ended') return ENDED_ORDER.toWire({ ...row, botId });
  const { trigger_price: _trigger, ...wire } = partnerOrderToWire(row.order);
  const unknown = { filled_price: null, fee_costs: null, note: null, closed_at: null };
  return { ...wire, ...unknown, bot_id: botId };
}

const LINE = shapeOf<BotLine>()('PartnerBotLogEntry', 'A line of a bot log.', BOT_LINE_FIELDS);
export const PartnerBotLogPageSchema = page('PartnerBotLogPage', LINE.schema);
export const partnerBotLineToWire = LINE.toWire;
