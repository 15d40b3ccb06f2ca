// The wire shapes of what a backtest's result lists: positions, orders, log lines, equity, and what
// its script exported; what its chart shows is in backtest-chart.ts. Times are simulated times.

import Type from 'typebox';
import type {
  BacktestLogLine,
  BacktestOrder,
  BacktestPosition,
  EquityPoint,
  ExportPart,
} from '#services/backtests/backtest-result.ts';
import { exportCellText } from '#services/backtests/export-parts.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  nullableAmountField,
  amountField,
  averageField,
  decimalField,
  field,
  fieldsOf,
  figureField,
  instantField,
  nullableInstantField,
  percentField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  flag,
  nullable,
  nullableAverageToWire,
  nullableFigureToWire,
  oneOf,
  responseDecimal,
  text,
} from '#api/schemas/wire-values.ts';
import { ORDER_SIDES } from '#venue-port/order/order.ts';

/** Until its fees, which the two lists of positions call by different names. */
export const BACKTEST_POSITION_FIELDS = fieldsOf<BacktestPosition>()({
  direction: field(oneOf(['long', 'short'], 'What it gains from.'), (of) => of.direction),
  market_tag: field(nullable(text('Market.', 'SIM_BTC_USDT')), (of) => of.marketTag),
  is_closed: field(flag('False when it was still open at the end.'), (of) => of.isClosed),
  opened_at: nullableInstantField('When it was opened.', (of) => of.openedAtMs),
  closed_at: nullableInstantField('When it was closed; null while it is open.', (of) =>
    of.isClosed ? of.closedAtMs : null,
  ),
  amount: amountField(`Amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  average_price: averageField('Average entry.', '62000.5', (of) => of.averagePrice),
  realized_profit: decimalField(
    'Fees deducted, in profit_currency.',
    '7.2',
    (of) => of.realizedProfit,
  ),
});
export const BACKTEST_POSITION_FEES = decimalField<BacktestPosition>(
  'In profit_currency.',
  '0.6',
  (of) => of.fees,
);
export const BACKTEST_POSITION_RETURN = fieldsOf<BacktestPosition>()({
  roi: percentField('Percent.', '1.2', (of) => of.roiPercent),
  profit_currency: field(
    nullable(text('Currency of the figures.', 'USDT')),
    (of) => of.profitCurrency,
  ),
});

function addedFigure(
  description: string,
  example: string,
  read: (of: BacktestPosition) => string | null,
) {
  return field(nullable(responseDecimal(description, example), ADDITION), read);
}

const LEFT_REASON = 'value 4.2 USDT of amount 0.00007 is below the minimum value 5 USDT';

/** Of what cannot be traded. */
export const LEFT_REASON_FIELD = field(
  nullable(
    text('Why what is left of it cannot be sold or bought back; null: it can.', LEFT_REASON),
    ADDITION,
  ),
  ({ leftReason }: BacktestPosition) => leftReason ?? null,
);

const POSITION = shapeOf<BacktestPosition>()('BacktestPosition', 'A position that the run held.', {
  position_id: field(text('Unique within the backtest.', '7'), (of) => of.positionId),
  ...BACKTEST_POSITION_FIELDS,
  fees: BACKTEST_POSITION_FEES,
  ...BACKTEST_POSITION_RETURN,
  exit_price: addedFigure('Average exit; null while it is open.', '62100', ({ exitPrice }) =>
    nullableAverageToWire(exitPrice),
  ),
  favorable_excursion: addedFigure(
    'How far the price certainly went for it while it was open, percent of the entry.',
    '2.4',
    ({ excursion }) => nullableFigureToWire(excursion?.favorablePercent),
  ),
  adverse_excursion: addedFigure(
    'How far the price certainly went against it, percent of the entry.',
    '0.8',
    ({ excursion }) => nullableFigureToWire(excursion?.adversePercent),
  ),
  left_reason: LEFT_REASON_FIELD,
});
export const BACKTEST_POSITION_PAGE = pageOf('BacktestPositionPage', POSITION);

const ORDER = shapeOf<BacktestOrder>()('BacktestOrder', 'An order that the run placed.', {
  order_id: field(text('Unique within the backtest.', '12'), (of) => of.orderId),
  position_id: field(
    nullable(text('Position that it filled for; null when nothing filled.', 'p7')),
    (of) => of.positionId,
  ),
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  side: field(oneOf(ORDER_SIDES, 'Buy or sell.'), (of) => of.side),
  type: field(text('Kind of order.', 'limit'), (of) => of.type),
  price: amountField('Limit price; `0` on market orders.', '62000.5', (of) => of.price),
  trigger_price: nullableAmountField(
    'Of a stop; null otherwise.',
    '61000',
    (of) => of.triggerPrice,
  ),
  amount: amountField(`Ordered amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  filled_amount: amountField(`Filled amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.filledAmount),
  average_price: averageField(
    'Average price of what filled; `0` when nothing did.',
    '62000.5',
    (of) => of.averagePrice,
  ),
  fees: decimalField('In profit currency.', '0.3', (of) => of.fees),
  status: field(
    oneOf(['open', 'filled', 'cancelled', 'failed'], 'What became of it.'),
    (of) => of.state,
  ),
  blocks: field(
    Type.Array(text('Block.', 'buy'), {
      description: 'With `record_values`: what led to it.',
    }),
    (of) => [...(of.blocks ?? [])],
  ),
  placed_at: instantField('When it was placed.', (of) => of.openedAtMs),
  ended_at: nullableInstantField(
    'When it ended; null while it was still open.',
    (of) => of.endedAtMs,
  ),
  note: field(text("The script's own note; may be empty.", 'entry'), (of) => of.note),
  message: field(
    text('Why it failed; empty otherwise.', 'The amount is below the minimum.'),
    (of) => of.message,
  ),
});
export const BACKTEST_ORDER_PAGE = pageOf('BacktestOrderPage', ORDER);

export const BACKTEST_LINE_FIELDS = fieldsOf<BacktestLogLine>()({
  timestamp: nullableInstantField('Simulated time.', (of) => of.atMs),
  severity: field(
    oneOf(['info', 'trade', 'warning', 'error', 'custom'], 'Kind of line.'),
    (of) => of.severity,
  ),
  message: field(text('What it says.', 'Opened a long position.'), (of) => of.message),
});

const LINE = shapeOf<BacktestLogLine>()(
  'BacktestLogLine',
  'A line of the log.',
  BACKTEST_LINE_FIELDS,
);
export const BACKTEST_LOG_PAGE = pageOf('BacktestLogPage', LINE);

const EQUITY_POINT = shapeOf<EquityPoint>()(
  'BacktestEquityPoint',
  'Wallet and open profit at an instant.',
  {
    timestamp: instantField('Simulated time.', (of) => of.atMs),
    equity: figureField('In the profit currency.', '10152.4', (of) => of.value),
  },
);
export const BACKTEST_EQUITY_PAGE = pageOf('BacktestEquityPage', EQUITY_POINT);

const EXPORT_PART = shapeOf<ExportPart>()(
  'BacktestExportPart',
  'Rows of a table that the script exported. A long table is several parts, in order.',
  {
    name: field(text('Name of the table.', 'positions'), (of) => of.name),
    headers: field(
      Type.Array(text('Header of a column.', 'profit'), {
        description: 'Headers of the table in its first part, none in those that follow.',
      }),
      (of) => [...of.headers],
    ),
    rows: field(
      Type.Array(
        Type.Array(text('A cell; a number as the shortest text that reads back to it.', '1.5'), {
          description: 'Cells of a row, as many as the script wrote.',
        }),
        { description: 'Rows of the part.' },
      ),
      (of) => of.rows.map((row) => row.map(exportCellText)),
    ),
  },
  ADDITION,
);
export const BACKTEST_EXPORT_PAGE = pageOf('BacktestExportPage', EXPORT_PART);
