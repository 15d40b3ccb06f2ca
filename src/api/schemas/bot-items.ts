// The wire shapes of what a bot has written and holds.

import type { Static } from 'typebox';
import type { BotLogPage, BotPosition } from '#services/bots/inspect-bot.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  answeredDecimal,
  averageToWire,
  decimalToWire,
  instantString,
  instantToWire,
  oneOf,
  page,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

export const BOT_LINE_FIELDS = {
  timestamp: instantString('When it was written.'),
  severity: text('`info`, `trade`, `warning`, `error` or `custom`.', 'info'),
  message: text('What was written.', 'order o1 bought 0.001 at 62000.5'),
};

const LineSchema = shape('BotLogEntry', 'A line of a bot log.', BOT_LINE_FIELDS);
export const BotLogPageSchema = page('BotLogPage', LineSchema);

export function botLineToWire(line: BotLogPage['lines'][number]): Static<typeof LineSchema> {
  const { atMs, severity, message } = line;
  return { timestamp: instantToWire(atMs), severity, message };
}

const PositionSchema = shape('BotPosition', 'What a bot holds because of its own orders.', {
  position_id: text('Unique since the activation.', 'p1'),
  market_tag: text('Market.', 'SIM_BTC_USDT'),
  direction: oneOf(['long', 'short'], 'What it gains from.'),
  amount: answeredDecimal(`Amount ${AMOUNT_UNIT}.`, '0.01'),
  average_price: answeredDecimal('Average entry.', '62000.5'),
  realized_profit: answeredDecimal('Fees deducted, in profit_currency.', '7.2'),
  fees: answeredDecimal('In profit_currency.', '0.6'),
  profit_currency: text('Currency of the figures.', 'USDT'),
  opened_at: instantString('When it was opened.'),
});
export const BotPositionListSchema = wholeList('BotPositionList', PositionSchema);

export function botPositionToWire(position: BotPosition): Static<typeof PositionSchema> {
  return {
    position_id: position.positionId,
    market_tag: position.marketTag,
    direction: position.direction,
    amount: decimalToWire(position.amount),
    average_price: averageToWire(position.averagePrice),
    realized_profit: decimalToWire(position.realizedProfit),
    fees: decimalToWire(position.fees),
    profit_currency: position.profitCurrency,
    opened_at: instantToWire(position.openedAtMs),
  };
}
