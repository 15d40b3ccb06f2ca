// The wire shapes of what a backtest's result lists: positions, orders, log lines, equity, and what
// its script drew and exported. Times are simulated times.

import Type from 'typebox';
import type { Static } from 'typebox';
import { ORDER_SIDES } from '#domain/order/order.ts';
import type {
  BacktestLogLine,
  BacktestOrder,
  BacktestPlot,
  BacktestPosition,
  EquityPoint,
  ExportPart,
} from '#services/backtests/backtest-result.ts';
import { exportCellText } from '#services/backtests/export-parts.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  ADDITION,
  answeredDecimal,
  averageToWire,
  percentToWire,
  decimalToWire,
  figureToWire,
  flag,
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableDecimalToWire,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const PositionSchema = shape('BacktestPosition', 'A position that the run held.', {
  position_id: text('Unique within the backtest.', '7'),
  direction: oneOf(['long', 'short'], 'What it gains from.'),
  market_tag: nullable(text('Market.', 'SIM_BTC_USDT')),
  is_closed: flag('False when it was still open at the end.'),
  opened_at: nullable(instantString('When it was opened.')),
  closed_at: nullable(instantString('When it was closed; null while it is open.')),
  amount: answeredDecimal(`Amount ${AMOUNT_UNIT}.`, '0.01'),
  average_price: answeredDecimal('Average entry.', '62000.5'),
  realized_profit: answeredDecimal('Fees deducted, in profit_currency.', '7.2'),
  fees: answeredDecimal('In profit_currency.', '0.6'),
  roi: answeredDecimal('Percent.', '1.2'),
  profit_currency: nullable(text('Currency of the figures.', 'USDT')),
});
export const BacktestPositionPageSchema = page('BacktestPositionPage', PositionSchema);

export function backtestPositionToWire(position: BacktestPosition): Static<typeof PositionSchema> {
  return {
    position_id: position.positionId,
    direction: position.direction,
    market_tag: position.marketTag,
    is_closed: position.isClosed,
    opened_at: instantToWire(position.openedAtMs),
    closed_at: position.isClosed ? nullableInstantToWire(position.closedAtMs) : null,
    amount: decimalToWire(position.amount),
    average_price: averageToWire(position.averagePrice),
    realized_profit: decimalToWire(position.realizedProfit),
    fees: decimalToWire(position.fees),
    roi: percentToWire(position.roiPercent),
    profit_currency: position.profitCurrency,
  };
}

const OrderSchema = shape('BacktestOrder', 'An order that the run placed.', {
  order_id: text('Unique within the backtest.', '12'),
  position_id: nullable(text('Position that it filled for; null when nothing filled.', 'p7')),
  market_tag: text('Market.', 'SIM_BTC_USDT'),
  side: oneOf(ORDER_SIDES, 'Buy or sell.'),
  type: text('Kind of order.', 'limit'),
  price: answeredDecimal('Limit price; `0` on market orders.', '62000.5'),
  trigger_price: nullable(answeredDecimal('Of a stop; null otherwise.', '61000')),
  amount: answeredDecimal(`Ordered amount ${AMOUNT_UNIT}.`, '0.01'),
  filled_amount: answeredDecimal(`Filled amount ${AMOUNT_UNIT}.`, '0.01'),
  average_price: answeredDecimal('Average price of what filled; `0` when nothing did.', '62000.5'),
  fees: answeredDecimal('In profit currency.', '0.3'),
  status: oneOf(['open', 'filled', 'cancelled', 'failed'], 'What became of it.'),
  placed_at: instantString('When it was placed.'),
  ended_at: nullable(instantString('When it ended; null while it was still open.')),
  note: text("The script's own note; may be empty.", 'entry'),
  message: text('Why it failed; empty otherwise.', 'The amount is below the minimum.'),
});
export const BacktestOrderPageSchema = page('BacktestOrderPage', OrderSchema);

export function backtestOrderToWire(order: BacktestOrder): Static<typeof OrderSchema> {
  return {
    order_id: order.orderId,
    position_id: order.positionId,
    market_tag: order.marketTag,
    side: order.side,
    type: order.type,
    price: decimalToWire(order.price),
    trigger_price: nullableDecimalToWire(order.triggerPrice),
    amount: decimalToWire(order.amount),
    filled_amount: decimalToWire(order.filledAmount),
    average_price: averageToWire(order.averagePrice),
    fees: decimalToWire(order.fees),
    status: order.state,
    placed_at: instantToWire(order.openedAtMs),
    ended_at: nullableInstantToWire(order.endedAtMs),
    note: order.note,
    message: order.message,
  };
}

export const LOG_LINE_FIELDS = {
  timestamp: nullable(instantString('Simulated time.')),
  severity: oneOf(['info', 'trade', 'warning', 'error', 'custom'], 'Kind of line.'),
  message: text('What it says.', 'Opened a long position.'),
};

const LogLineSchema = shape('BacktestLogLine', 'A line of the log.', LOG_LINE_FIELDS);
export const BacktestLogPageSchema = page('BacktestLogPage', LogLineSchema);

export function backtestLogLineToWire(line: BacktestLogLine): Static<typeof LogLineSchema> {
  const { atMs, severity, message } = line;
  return { timestamp: instantToWire(atMs), severity, message };
}

const EquityPointSchema = shape('BacktestEquityPoint', 'Wallet and open profit at an instant.', {
  timestamp: instantString('Simulated time.'),
  equity: answeredDecimal('In the profit currency.', '10152.4'),
});
export const BacktestEquityPageSchema = page('BacktestEquityPage', EquityPointSchema);

export function equityPointToWire({ atMs, value }: EquityPoint): Static<typeof EquityPointSchema> {
  return { timestamp: instantToWire(atMs), equity: figureToWire(value) };
}

const PlotPointSchema = shape(
  'BacktestPlotPoint',
  'The value of a line at an instant.',
  {
    timestamp: instantString('Simulated time.'),
    value: answeredDecimal('The value.', '62000.5'),
  },
  ADDITION,
);

const PlotSchema = shape(
  'BacktestPlot',
  'A line that the script drew.',
  {
    chart: int32('Its chart: 0 has the prices, positive ones are below it.', 0),
    name: text('Unique on its chart.', 'Fast'),
    color: nullable(text('`#RRGGBB` or `#RRGGBBAA`; null when the script chose none.', '#FF8000')),
    points: Type.Array(PlotPointSchema, {
      description: 'Oldest first, at most 2,000, at times of the equity curve.',
    }),
  },
  ADDITION,
);
export const BacktestPlotPageSchema = page('BacktestPlotPage', PlotSchema);

export function backtestPlotToWire(plot: BacktestPlot): Static<typeof PlotSchema> {
  const { chart, name, color, points } = plot;
  const onWire = points.map(({ atMs, value }) => ({
    timestamp: instantToWire(atMs),
    value: figureToWire(value),
  }));
  return { chart, name, color, points: onWire };
}

const ExportPartSchema = shape(
  'BacktestExportPart',
  'Rows of a table that the script exported. A long table is several parts, in order.',
  {
    name: text('Name of the table.', 'positions'),
    headers: Type.Array(text('Header of a column.', 'profit'), {
      description: 'Headers of the table in its first part, none in those that follow.',
    }),
    rows: Type.Array(
      Type.Array(text('A cell; a number as the shortest text that reads back to it.', '1.5'), {
        description: 'Cells of a row, as many as the script wrote.',
      }),
      { description: 'Rows of the part.' },
    ),
  },
  ADDITION,
);
export const BacktestExportPageSchema = page('BacktestExportPage', ExportPartSchema);

export function exportPartToWire(part: ExportPart): Static<typeof ExportPartSchema> {
  const { name, headers, rows } = part;
  return { name, headers: [...headers], rows: rows.map((row) => row.map(exportCellText)) };
}
