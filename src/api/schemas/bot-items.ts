// The wire shapes of what a bot has written and holds.

import { STOP_COVERS } from '#domain/position/stop-cover.ts';
import type { BotLogPage, BotPosition } from '#services/bots/inspect-bot.ts';
import { LEFT_REASON_FIELD } from '#api/schemas/backtest-items.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  amountField,
  averageField,
  decimalField,
  field,
  fieldsOf,
  instantField,
  shapeOf,
  pageOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, oneOf, text } from '#api/schemas/wire-values.ts';

export type BotLine = BotLogPage['lines'][number];

export const BOT_LINE_FIELDS = fieldsOf<BotLine>()({
  timestamp: instantField('When it was written.', (of) => of.atMs),
  severity: field(
    text('`info`, `trade`, `warning`, `error` or `custom`.', 'info'),
    (of) => of.severity,
  ),
  message: field(text('What was written.', 'order o1 bought 0.001 at 62000.5'), (of) => of.message),
});

const LINE = shapeOf<BotLine>()('BotLogEntry', 'A line of a bot log.', BOT_LINE_FIELDS);
export const BOT_LOG_PAGE = pageOf('BotLogPage', LINE);

const POSITION = shapeOf<BotPosition>()(
  'BotPosition',
  'What a bot holds because of its own orders.',
  {
    position_id: field(text('Unique since the activation.', 'p1'), (of) => of.positionId),
    market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
    direction: field(oneOf(['long', 'short'], 'What it gains from.'), (of) => of.direction),
    amount: amountField(`Amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
    average_price: averageField('Average entry.', '62000.5', (of) => of.averagePrice),
    realized_profit: decimalField(
      'Fees deducted, in profit_currency.',
      '7.2',
      (of) => of.realizedProfit,
    ),
    fees: decimalField('In profit_currency.', '0.6', (of) => of.fees),
    profit_currency: field(text('Currency of the figures.', 'USDT'), (of) => of.profitCurrency),
    opened_at: instantField('When it was opened.', (of) => of.openedAtMs),
    left_reason: LEFT_REASON_FIELD,
    stop_cover: field(
      oneOf(
        STOP_COVERS,
        'By its stops: at its `exchange`; `service`: Tidemill watches for some, not while it is ' +
          'down; `part`: of a part of it; `none`.',
        ADDITION,
      ),
      (of) => of.stopCover,
    ),
  },
);
export const BOT_POSITION_LIST = listOf('BotPositionList', POSITION);
